package scan

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// FuzzLawsScan holds the reading functions against encoding/json and each other.
func FuzzLawsScan(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc.in))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := bytes.Clone(src)
		err := Check(src, Limits{}, false)
		lawOracle(t, src, err)
		if err != nil {
			lawFault(t, src, err.(*Error))
		} else {
			lawValue(t, src)
			lawDuplicates(t, src)
			lawItems(t, src)
			lawInside(t, src)
			lawWriters(t, src)
		}
		if !bytes.Equal(src, before) {
			t.Error("the text was changed")
		}
	})
}

// lawOracle: encoding/json accepts all texts that Check accepts. Of the refused ones it
// accepts only texts that it would change (broken UTF-8, halves of surrogate pairs), and
// texts nested deeper than our limit.
func lawOracle(t *testing.T, src []byte, err error) {
	valid := json.Valid(src)
	switch e := fault(t, err); {
	case e.Kind == KindNone && !valid:
		t.Error("accepted")
	case e.Kind != KindNone && valid && e.Kind != KindUTF8 && e.Kind != KindSurrogate && e.Kind != KindDepth:
		t.Errorf("refused: %v", err)
	case e.Kind == KindUTF8 && utf8.Valid(src):
		t.Errorf("refused good UTF-8: %v", err)
	}
}

// lawFault: a fault is at the first byte that cannot be right. So the text before it is at
// worst unfinished. Its line and column name the same byte.
func lawFault(t *testing.T, src []byte, e *Error) {
	if e.Offset < 0 || e.Offset > len(src) {
		t.Fatalf("offset %d of %d", e.Offset, len(src))
	}
	if before := fault(t, Check(src[:e.Offset], Limits{}, false)); before.Kind != KindNone && before.Kind != KindEOF {
		t.Errorf("%v, but before it %v", e, before)
	}
	lines := strings.Split(string(src), "\n")
	start := len(strings.Join(lines[:e.Line-1], "\n"))
	if e.Line > 1 {
		start++
	}
	if start+e.Column-1 != e.Offset {
		t.Errorf("%v is at offset %d", e, start+e.Column-1)
	}
}

// lawValue: Skipper ends at the end of the document, and its copy equals the result of
// AppendCompact, with and without room. It copies nothing of a compact text.
func lawValue(t *testing.T, src []byte) {
	var s Skipper
	lim := Limits{}.OrDefault()
	start := Space(src, 0)
	end, kind := s.Value(src, start, 0, &lim)
	if kind != KindNone || Space(src, end) != len(src) {
		t.Fatalf("the value ends at %d with %s", end, kind)
	}
	compact := AppendCompact(nil, src)
	for _, room := range []int{0, len(src), len(src) + 100} {
		out := Spans{Src: src, Dst: make([]byte, 0, room), From: start}
		if copied, kind := s.Copy(&out, start, 0, &lim); copied != end || kind != KindNone || len(compact) == end-start && out.From > start {
			t.Fatalf("%d bytes are copied, up to %d with %s", out.From, copied, kind)
		}
		if out.Copy(end); !bytes.Equal(out.Dst, compact) {
			t.Errorf("copied: %s, want %s", out.Dst, compact)
		}
	}
	docs, err := checkStream(iotest.OneByteReader(bytes.NewReader(append(src, src...))))
	want := []string{string(src[start:end]), string(src[start:end])}
	if last := want[0][len(want[0])-1]; last >= '0' && last <= '9' && len(src) == end-start {
		return // two numbers are one
	}
	if err == nil && !slices.Equal(docs, want) {
		t.Errorf("the stream of two is %q, %v", docs, err)
	}
}

// lawDuplicates: the strict mode refuses a text exactly if some object of it has
// two names that encoding/json decodes alike.
func lawDuplicates(t *testing.T, src []byte) {
	e := fault(t, Check(src, Limits{}, true))
	if e.Kind != KindNone && e.Kind != KindDuplicate {
		t.Errorf("strict: %v", e)
	}
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var open []map[string]bool // nil for an array
	name, dup := false, false
	for {
		token, err := dec.Token()
		if err != nil {
			break
		}
		text, isText := token.(string)
		switch {
		case token == json.Delim('{'):
			open = append(open, map[string]bool{})
		case token == json.Delim('['):
			open = append(open, nil)
		case token == json.Delim('}') || token == json.Delim(']'):
			open = open[:len(open)-1]
		case name && isText:
			seen := open[len(open)-1]
			dup = dup || seen[text]
			seen[text], name = true, false
			continue
		}
		name = len(open) > 0 && open[len(open)-1] != nil
	}
	if dup != (e.Kind == KindDuplicate) {
		t.Errorf("duplicates: %t, but %v", dup, e)
	}
}

// lawItems: Members and Elements return the items that encoding/json finds in the root.
func lawItems(t *testing.T, src []byte) {
	var elements []json.RawMessage
	isArray := json.Unmarshal(src, &elements) == nil && elements != nil
	spans, err := Elements(src, Limits{})
	if err != nil || (spans != nil) != isArray || len(spans) != len(elements) {
		t.Fatalf("%d elements, %v, want %d", len(spans), err, len(elements))
	}
	for i, span := range spans {
		if !bytes.Equal(src[span.Start:span.End], elements[i]) {
			t.Errorf("element %d is %s, want %s", i, src[span.Start:span.End], elements[i])
		}
	}

	var values map[string]json.RawMessage
	isObject := json.Unmarshal(src, &values) == nil && values != nil
	members, err := Members(src, Limits{}, nil)
	if err != nil && fault(t, err).Kind == KindDuplicate {
		return
	}
	if err != nil || (members != nil) != isObject || len(members) != len(values) {
		t.Fatalf("%d members, %v, want %d", len(members), err, len(values))
	}
	for _, m := range members {
		if !bytes.Equal(src[m.Start:m.End], values[m.Name]) || src[m.Key] != '"' {
			t.Errorf("member %q is %s, want %s", m.Name, src[m.Start:m.End], values[m.Name])
		}
	}
}

// lawInside: IndexBoth returns the members of Index, and of Index in the member.
func lawInside(t *testing.T, src []byte) {
	members, twice, err := Index(src, Limits{}, nil)
	for _, m := range members {
		checkInside(t, src, m.Name)
	}
	if _, again, in, fault := IndexBoth(src, Limits{}, nil, ""); again != twice || in != nil || fault != err {
		t.Errorf("twice at %d, %v, inside %v, %v", again, twice, in, fault)
	}
}

// checkInside compares IndexBoth with Index of the member called name.
func checkInside(t *testing.T, src []byte, name string) {
	t.Helper()
	members, _, err := Index(src, Limits{}, nil)
	got, _, in, fault := IndexBoth(src, Limits{}, nil, name)
	if (err == nil) != (fault == nil) || !slices.Equal(got, members) {
		t.Fatalf("%s: %v, %v, want %v, %v", src, got, fault, members, err)
	}
	for _, m := range members {
		if written := src[m.Key+1 : m.Key+1+len(name)]; err != nil || src[m.Start] != '{' || m.Name != name || string(written) != name || name == "" {
			continue
		}
		inside, twice, _ := Index(src[m.Start:m.End], Limits{}, nil)
		if in == nil || in.At != m.Start || !slices.Equal(in.Members, inside) || in.Twice != twice {
			t.Errorf("%s: inside %v, want %v at %d", src, in, inside, m.Start)
		}
		return
	}
	if in != nil {
		t.Errorf("%s: inside %v", src, in)
	}
}

// lawWriters: the layouts are those of encoding/json, and lose nothing.
func lawWriters(t *testing.T, src []byte) {
	var compact, indented bytes.Buffer
	if err := json.Compact(&compact, src); err != nil {
		t.Fatal(err)
	}
	got := AppendCompact(nil, src)
	if !bytes.Equal(got, compact.Bytes()) {
		t.Errorf("compact: %s, want %s", got, &compact)
	}
	if err := json.Indent(&indented, got, "", "  "); err != nil {
		t.Fatal(err)
	}
	got = AppendIndent(nil, src, "  ")
	if !bytes.Equal(got, indented.Bytes()) {
		t.Errorf("indented: %s, want %s", got, &indented)
	}
	if again := AppendCompact(nil, got); !bytes.Equal(again, compact.Bytes()) {
		t.Errorf("compact again: %s, want %s", again, &compact)
	}
	for _, text := range [][]byte{compact.Bytes(), got, src} {
		if is := bytes.Equal(text, compact.Bytes()); IsCompact(text, src) != is {
			t.Errorf("%s is what is left of %s: %v", text, src, !is)
		}
		if !SameTokens(text, src) || !SameTokens(src, text) {
			t.Errorf("%s is not the same as %s", text, src)
		}
	}
}

// checkUnquote compares Unquote with String and AppendUnquote.
func checkUnquote(t *testing.T, src []byte, max int) {
	t.Helper()
	end, _, kind := String(src, 0, max)
	var want []byte
	if kind == KindNone {
		want = AppendUnquote(nil, src[1:end-1])
	}
	for room := range 3 {
		got, e, k := Unquote(make([]byte, 0, room*len(src)), src, 0, max)
		if e != end || k != kind || string(got) != string(want) {
			t.Fatalf("%q: %q, %d, %v, want %q, %d, %v", src, got, e, k, want, end, kind)
		}
	}
}

// FuzzLawsQuote: a text that is quoted and unquoted is itself, but for bytes that are no
// UTF-8. The quoted text is no longer than that of encoding/json, and encoding/json reads
// the same text from it. Any bytes can be unquoted.
func FuzzLawsQuote(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc.in))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want := string([]rune(string(text)))
		quoted := AppendQuote(nil, text)
		if end, _, kind := String(quoted, 0, len(quoted)); end != len(quoted) || kind != KindNone {
			t.Fatalf("%s: %s at %d", quoted, kind, end)
		}
		if got := AppendUnquote(nil, quoted[1:len(quoted)-1]); string(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
		var decoded string
		if err := json.Unmarshal(quoted, &decoded); err != nil || decoded != want {
			t.Errorf("encoding/json reads %q, %v, want %q", decoded, err, want)
		}
		if encoded, err := json.Marshal(string(text)); err != nil || len(quoted) > len(encoded) {
			t.Errorf("%s is longer than %s", quoted, encoded)
		}
		if got := AppendUnquote(nil, text); len(got) > len(text) {
			t.Errorf("%q grew to %q", text, got)
		}
		for _, src := range [][]byte{quoted, slices.Concat(quoted, make([]byte, 16)), slices.Concat([]byte{'"'}, text, []byte(`"0123456789`))} {
			checkUnquote(t, src, len(src))
			checkUnquote(t, src, len(text)/2)
		}
		checkCursor(t, text[:min(len(text), 300)])
	})
}

// FuzzLawsSplitter: documents lie in the stream in order, with nothing but separators
// between them. The sizes of reads change nothing.
func FuzzLawsSplitter(f *testing.F) {
	for _, text := range streams {
		f.Add([]byte(text.in))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		lim := Limits{Depth: 20, DocumentBytes: 200, StringBytes: 100}
		slow := NewSplitter(iotest.OneByteReader(bytes.NewReader(stream)), lim)
		fast := NewSplitter(bytes.NewReader(stream), lim)
		rest := Position{Line: 1, Column: 1}
		for {
			doc, pos, err := fast.Next()
			doc2, pos2, err2 := slow.Next()
			if !bytes.Equal(doc, doc2) || pos != pos2 || (err == nil) != (err2 == nil) {
				t.Fatalf("%q at %v, %v; byte by byte %q at %v, %v", doc, pos, err, doc2, pos2, err2)
			}
			gap := stream[rest.Offset:pos.Offset]
			text := string(gap)
			if rest.Offset == 0 {
				text = strings.TrimPrefix(text, words.ByteOrderMark)
			}
			if strings.Trim(text, " \t\r\n\x1e") != "" {
				t.Fatalf("%q was passed over", gap)
			}
			if rest.advance(gap); rest != pos {
				t.Fatalf("%v, want %v", pos, rest)
			}
			if err == io.EOF && pos.Offset == int64(len(stream)) || err != nil && *fault(t, err) == *fault(t, err2) {
				return
			}
			if err != nil || !bytes.HasPrefix(stream[pos.Offset:], doc) {
				t.Fatalf("%q at %v, %v", doc, pos, err)
			}
			rest.advance(doc)
		}
	})
}
