package scan

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// However the bytes arrive, the documents and the faults are the same.
func TestSplitterReaders(t *testing.T) {
	readers := map[string]func(io.Reader) io.Reader{
		"one byte":     iotest.OneByteReader,
		"half":         iotest.HalfReader,
		"data and EOF": iotest.DataErrReader,
	}
	for _, text := range streams {
		for name, reader := range readers {
			docs, err := checkStream(reader(strings.NewReader(text.in)))
			e := fault(t, err)
			if !slices.Equal(docs, text.docs) || e.Kind != text.kind || e.Offset != text.offset {
				t.Errorf("%q, %s: %q and %s at %d, want %q and %s at %d", text.in, name, docs, e.Kind, e.Offset, text.docs, text.kind, text.offset)
			}
		}
	}
}

func TestSplitterPositions(t *testing.T) {
	in := "\ufeff {\"a\":\n1}\n\n [2]3\x1e\"é\" null"
	s := NewSplitter(strings.NewReader(in), Limits{})
	var got []string
	for {
		doc, pos, err := s.Next()
		if err != nil {
			got = append(got, fmt.Sprintf("%d %d:%d %v", pos.Offset, pos.Line, pos.Column, err))
			break
		}
		got = append(got, fmt.Sprintf("%d %d:%d %s", pos.Offset, pos.Line, pos.Column, doc))
	}
	want := []string{"4 1:5 {\"a\":\n1}", "15 4:2 [2]", "18 4:5 3", "20 4:7 \"é\"", "25 4:12 null", "29 4:16 EOF"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A document is available with its last byte. Next waits for no newline and no end of
// input. Only a number needs the next byte.
func TestSplitterAnswersAtOnce(t *testing.T) {
	r, w := io.Pipe()
	s := NewSplitter(r, Limits{})
	for _, step := range []struct{ in, doc string }{
		{`{"a":[1,2]}`, `{"a":[1,2]}`}, {`[]`, `[]`}, {"\n\"x\"", `"x"`}, {` true`, `true`}, {`null`, `null`},
		{` 12 `, `12`}, {"3\n", `3`}, {`{"b":"}"}`, `{"b":"}"}`}, {`]`, `]`},
	} {
		go io.WriteString(w, step.in)
		doc, _, err := s.Next()
		if string(doc) != step.doc || err != nil {
			t.Fatalf("after %q: %q, %v", step.in, doc, err)
		}
	}
	go func() {
		io.WriteString(w, "4")
		w.Close()
	}()
	if doc, _, err := s.Next(); string(doc) != "4" || err != nil {
		t.Errorf("at the end: %q, %v", doc, err)
	}
	for range 2 {
		if _, _, err := s.Next(); err != io.EOF {
			t.Errorf("after the end: %v", err)
		}
	}
}

// Buffered promises that Next waits for nothing.
func TestSplitterBuffered(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	s := NewSplitter(r, Limits{})
	for _, step := range []struct {
		in, doc string
		more    bool
	}{
		{`{"a":1}`, `{"a":1}`, false},
		{"[1]\n", `[1]`, false},
		{`[2]{"half":`, `[2]`, false},
		{`1} 2`, `{"half":1}`, false},
		{`3[3] [4]`, `23`, true},
		{``, `[3]`, true},
		{``, `[4]`, false},
		{`"a`, ``, false},
		{`b"]`, `"ab"`, true},
		{``, `]`, false},
	} {
		if step.in != "" {
			go io.WriteString(w, step.in)
		}
		if step.doc == "" {
			s.fill()
			if s.Buffered() {
				t.Errorf("%q: Next would wait", step.in)
			}
			continue
		}
		doc, _, err := s.Next()
		more := s.Buffered()
		if string(doc) != step.doc || err != nil || more != step.more {
			t.Errorf("%q: %q, %v, more %t, want %q, more %t", step.in, doc, err, more, step.doc, step.more)
		}
	}
}

// repeat reads its text again and again, and counts the bytes.
type repeat struct {
	text string
	read int
}

func (r *repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[(r.read+i)%len(r.text)]
	}
	r.read += len(p)
	return len(p), nil
}

// A limit is enforced while the bytes arrive, not once they are all there.
func TestSplitterLimitsEarly(t *testing.T) {
	const slack = 128 << 10 // bytes read ahead
	for _, c := range []struct {
		name   string
		head   string
		text   string
		lim    Limits
		kind   Kind
		offset int
		at     string
	}{
		{name: "depth", head: "{}\n", text: "[", kind: KindDepth, offset: 1003, at: "2:1001: nested too deeply"},
		{name: "depth of objects", text: `{"a":`, lim: Limits{Depth: 7}, kind: KindDepth, offset: 35, at: "(at /a/a/a/a/a/a/a, offset 35)"},
		{name: "string", head: "1\n[\"", text: "a", lim: Limits{StringBytes: 1 << 20}, kind: KindStringSize, offset: 1<<20 + 4, at: "2:1048579: string too long (at /0,"},
		{name: "string of escapes", head: `"`, text: `\n`, lim: Limits{StringBytes: 1 << 20}, kind: KindStringSize, offset: 1<<20 + 1},
		{name: "name", head: `{"`, text: "é", lim: Limits{StringBytes: 1 << 20}, kind: KindStringSize, offset: 1<<20 + 2},
		{name: "document", head: "\n[", text: "1,", lim: Limits{DocumentBytes: 1 << 20}, kind: KindSize, offset: 1<<20 + 1, at: "2:1048577: document too large (offset"},
		{name: "number", text: "7", lim: Limits{DocumentBytes: 1 << 20}, kind: KindSize, offset: 1 << 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			endless := &repeat{text: c.text}
			s := NewSplitter(io.MultiReader(strings.NewReader(c.head), endless), c.lim)
			var err error
			for err == nil {
				_, _, err = s.Next()
			}
			e := fault(t, err)
			if e.Kind != c.kind || e.Offset != c.offset || !strings.Contains(e.Error(), c.at) {
				t.Errorf("%v, want %s at %d, %s", err, c.kind, c.offset, c.at)
			}
			if endless.read > c.offset+slack || cap(s.buf) > 3*c.offset+slack {
				t.Errorf("%d bytes read, %d kept", endless.read, cap(s.buf))
			}
			if _, _, again := s.Next(); again != err {
				t.Errorf("then %v", again)
			}
		})
	}
}

// The limits are those of Check to the byte, wherever a read ends.
func TestSplitterLimitsExactly(t *testing.T) {
	lim := Limits{Depth: 2, DocumentBytes: 24, StringBytes: 5}
	for in, kind := range map[string]Kind{
		`[[1],[2]]`: KindNone, `[[[1]]]`: KindDepth,
		`"12345"`: KindNone, `"123456"`: KindStringSize, `{"123456":1}`: KindStringSize, `["\"\"\"x"]`: KindStringSize,
		`[1,2,3,4,5,6,7,8,9,0,12]`: KindNone, `[1,2,3,4,5,6,7,8,9,0,123]`: KindSize,
		`[1,2,3,4,5,6,7,8,9,"123456"]`: KindSize,
		`123456789012345678901234`:     KindNone, `1234567890123456789012345`: KindSize,
	} {
		want := fault(t, Check([]byte(in), lim, false))
		for _, r := range []io.Reader{strings.NewReader(in + " 1"), iotest.OneByteReader(strings.NewReader(in))} {
			doc, _, err := NewSplitter(r, lim).Next()
			if e := fault(t, err); e.Kind != kind || *e != *want {
				t.Errorf("%s: %+v, want %+v", in, e, want)
			}
			if kind == KindNone && string(doc) != in {
				t.Errorf("%s: %s", in, doc)
			}
		}
	}
}

// In a named framing a document ends with its line or its word. A limit holds to the byte.
func TestSplitterLimitsOfFrames(t *testing.T) {
	lim := Limits{DocumentBytes: 8}
	for _, c := range []struct {
		framing Framing
		in, doc string
	}{
		{Lines, "[123456]\n", "[123456]"}, {Lines, "[1234567]\n", ""}, {Lines, "[123] x \n1", "[123] x "}, {Lines, "[123] xy \n1", ""},
		{Sequence, "\x1e12345678\n", "12345678"}, {Sequence, "\x1e123456789\n", ""}, {Sequence, "\x1e[123456]", "[123456]"},
	} {
		s := NewSplitter(strings.NewReader(c.in), lim)
		s.Framing = c.framing
		doc, _, err := s.Next()
		e := fault(t, err)
		if string(doc) != c.doc || (e.Kind == KindSize) != (c.doc == "") {
			t.Errorf("%q: %q, %v", c.in, doc, err)
		}
	}
}

// A broken document may have no end. With Early, its fault is found each time its size has
// doubled. A line has an end.
func TestSplitterLooksEarly(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind Kind
		at   int // the fault
		read int // of the stream until it is told
	}{
		{"[1 2", KindComma, 3, 4},
		{"[1, 2 3", KindComma, 6, 8},
		{"[tru ", KindLiteral, 4, 8},
	} {
		r := &repeat{text: c.in + strings.Repeat(" ", 100)}
		s := NewSplitter(iotest.OneByteReader(r), Limits{})
		s.Early = true
		_, _, err := s.Next()
		if e := fault(t, err); e.Kind != c.kind || e.Offset != c.at || r.read != c.read {
			t.Errorf("%q: %s at %d after %d bytes, want %s at %d after %d", c.in, e.Kind, e.Offset, r.read, c.kind, c.at, c.read)
		}
	}
	for _, framing := range []Framing{Lines, Sequence} {
		s := NewSplitter(iotest.OneByteReader(strings.NewReader("[1 2 3]\n")), Limits{})
		s.Early, s.Framing = true, framing
		if doc, _, err := s.Next(); strings.TrimSpace(string(doc)) != "[1 2 3]" || err != nil {
			t.Errorf("framing %d: %q, %v", framing, doc, err)
		}
	}
}

// After Detach, documents stay valid. Await reports only whole documents.
func TestSplitterDetach(t *testing.T) {
	s := NewSplitter(iotest.HalfReader(strings.NewReader(strings.Repeat(`{"a":[1]} `, 50_000)+"[x] tru")), Limits{})
	var docs [][]byte
	last := ""
	for s.Await() {
		doc, _, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		last = string(doc)
		if docs = append(docs, doc); !s.Buffered() {
			for _, doc := range docs {
				if string(doc) != `{"a":[1]}` && string(doc) != "[x]" {
					t.Fatalf("%s", doc)
				}
			}
			docs = docs[:0]
			s.Detach()
		}
	}
	if doc, pos, err := s.Next(); string(doc) != "tru" || pos.Offset != 500_004 || err != nil || last != "[x]" {
		t.Errorf("%s at %d, %v", doc, pos.Offset, err)
	}
}

// The rest moves to the start of the buffer if little room is left. The buffer grows if
// that does not help.
func TestSplitterMovesWhatIsLeft(t *testing.T) {
	const step, little = 64 << 10, 16 << 10
	for _, c := range []struct {
		before     string
		read       int
		head, room int // then
	}{
		{"[1]", step - little, 3, step},
		{"[1]", step - little + 1, 0, step},
		{"[1]", step, 0, 2*(step-3) + step},
		{"", step - little, 0, step},
		{"", step - little + 1, 0, 2*(step-little+1) + step},
	} {
		text := c.before + `"` + strings.Repeat("x", c.read-len(c.before)-1)
		s := NewSplitter(io.MultiReader(strings.NewReader(text), strings.NewReader("more")), Limits{})
		if s.fill(); c.before != "" {
			s.Next()
		}
		s.fill()
		if s.head != c.head || cap(s.buf) != c.room || string(s.buf[s.head:]) != text[len(c.before):]+"more" {
			t.Errorf("%q of %d bytes: the next is at %d in %d, want %d in %d", c.before, c.read, s.head, cap(s.buf), c.head, c.room)
		}
	}
}

// Memory is that of one document, however many there are.
func TestSplitterMemory(t *testing.T) {
	line := `{"id":1,"text":"` + strings.Repeat("x", 1000) + "\"}\n   \x1e"
	s := NewSplitter(&repeat{text: line}, Limits{})
	for range 1000 {
		if doc, _, err := s.Next(); len(doc) != 1018 || err != nil {
			t.Fatalf("%q, %v", doc, err)
		}
	}
	if cap(s.buf) > 128<<10 {
		t.Errorf("%d bytes kept", cap(s.buf))
	}
	allocs := testing.AllocsPerRun(200, func() { s.Next() })
	if allocs != 0 {
		t.Errorf("%v allocations a document", allocs)
	}
}

func TestSplitterReadErrors(t *testing.T) {
	broken := errors.New("broken pipe")
	s := NewSplitter(io.MultiReader(strings.NewReader(`{}[1] {"cut":`), iotest.ErrReader(broken)), Limits{})
	for _, want := range []string{"{}", "[1]"} {
		if doc, _, err := s.Next(); string(doc) != want || err != nil {
			t.Errorf("%q, %v, want %s", doc, err, want)
		}
	}
	for range 2 {
		if doc, _, err := s.Next(); doc != nil || err != broken {
			t.Errorf("%q, %v", doc, err)
		}
	}
	if _, _, err := NewSplitter(silent{}, Limits{}).Next(); err != io.ErrNoProgress {
		t.Errorf("a reader that says nothing: %v", err)
	}
}

type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// A caller that appends to a document does not write over the next one.
func TestSplitterDocumentsAreApart(t *testing.T) {
	s := NewSplitter(strings.NewReader("[1][2]"), Limits{})
	doc, _, _ := s.Next()
	_ = append(doc, "xxxx"...)
	if doc, _, _ := s.Next(); string(doc) != "[2]" {
		t.Errorf("%s", doc)
	}
}

// Read returns the bytes from the start of the last document on.
func TestSplitterRead(t *testing.T) {
	s := NewSplitter(strings.NewReader(" {\"a\":1}\n<html>"), Limits{})
	for _, want := range []string{"{\"a\":1}\n<html>", "<html>"} {
		if _, _, err := s.Next(); err != nil || string(s.Read()) != want {
			t.Errorf("%q, %v, want %q", s.Read(), err, want)
		}
	}
}
