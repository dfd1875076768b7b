package scan

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// kept reads a stream and skips broken documents. It returns the documents, their places,
// and the number of skipped ones.
func kept(s *Splitter) (docs []string, at []int, skipped int) {
	s.Early = true
	for {
		doc, pos, err := s.Next()
		s.Buffered() // reads ahead
		if err == nil {
			if err = Check(doc, s.lim, false); err == nil {
				docs, at = append(docs, string(doc)), append(at, int(pos.Offset))
				continue
			}
		}
		if _, isFault := err.(*Error); !isFault {
			return docs, at, skipped
		}
		skipped++
		s.Skip()
	}
}

// wrecks are streams with broken documents, and the documents that Next returns.
var wrecks = []struct {
	framing Framing
	in      string
	docs    []string
	skipped int
}{
	// One document to a line: the next one is on the next line.
	{in: "{\"a\":1}\n{\"a\":tru}\n{\"a\":2}\n", docs: []string{`{"a":1}`, `{"a":2}`}, skipped: 1},
	{in: "{\"a\":1}\nnot json at all\nneither, \"this\n{\"a\":2}\n", docs: []string{`{"a":1}`, `{"a":2}`}, skipped: 1},
	{in: "{broken\n{\"a\":2}\n{\"a\":3}\n", docs: []string{`{"a":2}`, `{"a":3}`}, skipped: 1},
	{in: "{\"a\":\"cut sh\n{\"a\":2}\n{\"a\":3}", docs: []string{`{"a":2}`, `{"a":3}`}, skipped: 1},
	{in: "{\"a\":1,\"b\n{\"a\":2}", docs: []string{`{"a":2}`}, skipped: 1},
	{in: "{\"a\":1,\n{\"a\":2}\n{\"a\":3}\n", docs: []string{`{"a":2}`, `{"a":3}`}, skipped: 1},
	{in: "{\"a\":\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n", docs: []string{`{"a":3}`, `{"a":4}`}, skipped: 1},
	{in: "{\"a\":1}}\r\n{\"a\":2}\r\n", docs: []string{`{"a":1}`, `{"a":2}`}, skipped: 1},
	{in: "{\"a\":1} x {\"a\":2}\n{\"a\":3}{\"a\":4}\n", docs: []string{`{"a":1}`, `{"a":3}`, `{"a":4}`}, skipped: 1},
	{in: "[1,]\n[2,]\n[3]\n", docs: []string{`[3]`}, skipped: 2},
	{in: strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + "\n[1]", docs: []string{`[1]`}, skipped: 1},

	// A byte order mark is no document beside the broken one that it led.
	{in: "\ufeff[1 x\n,2]\n", skipped: 1},
	{in: "\ufeff\"a\\\"\n", skipped: 1},

	// Documents that are laid out.
	{in: "{\n  \"a\": {\n    \"b\": 1,\n  }\n}\n{\n  \"a\": 2\n}\n", docs: []string{"{\n  \"a\": 2\n}"}, skipped: 1},
	{in: "{\n  \"a\": {\n    \"b\": 1\n}\n{\n  \"a\": 2\n}\n", docs: []string{"{\n  \"a\": 2\n}"}, skipped: 1},
	{in: "[\n  1,\n  2\n{\n  \"a\": 2\n}\n", docs: []string{"{\n  \"a\": 2\n}"}, skipped: 1},

	// A value in a broken document is no document.
	{in: "{\"users\":[\n{\"m\":1}\n{\"m\":2}\n{\"m\":3}\n]}\n{\"a\":2}\n", docs: []string{`{"a":2}`}, skipped: 1},
	{in: "{\"n\":2 \"users\":[\n{\"m\":1},\n{\"m\":2}\n]}\n{\"a\":2}\n", docs: []string{`{"a":2}`}, skipped: 1},
	{in: "{\"private\": tru\n{\"m\":1}\n}\n{\"a\":2}\n", docs: []string{`{"a":2}`}, skipped: 1},
	{in: "{\n\"users\":[x\n{\n\"m\":1\n}\n{\n\"m\":2\n}\n]}\n{\"a\":2}\n", docs: []string{`{"a":2}`}, skipped: 1},
	{in: "[\n{\"m\":1},\n{\"m\":2,}\n{\"m\":3}\n{\"m\":4}\n]\n[5]\n", docs: []string{`[5]`}, skipped: 1},
	{in: "[\n{\"m\":1}}\n{\"m\":2}\n{\"m\":3}\n]\n[5]\n", skipped: 1},
	{in: "{\n  \"a\": \"torn\n{\n  \"m\": 1\n}\n  }\n", skipped: 1},
	{in: "{\"a\":[1,\n{\"m\":2}\n{\"m\":3}\n{\"m\":4}\n", skipped: 1}, // it may be

	{in: "{\"n\":NaN,\"deep\":\n{\"list\":[{\"top\":1}]}\n", skipped: 1},
	{in: "{\"n\":NaN,\n  \"deep\": {\n    \"list\":\n[\n  {\"top\":1}\n]\n  }\n}\n", skipped: 1},
	{in: "{\"n\":NaN,\n  \"list\": [\n{\n    \"top\": 1\n},\n{\n    \"top\": 1\n}\n  ]\n}\n", skipped: 1},
	{in: "{\"deep\":\n}{\"list\":\n[\n{\"top\":1}\n]}}\n", skipped: 1},
	{in: "{\"deep\":{\"list\":1},,\"x\":2\n} {\"id\":1,\"deep\":\n{\"list\":\n[\n{\"top\":1}\n]}}", skipped: 1},
	{in: "{\"deep\":{\"list\":[{\"top\":1}\n{\"top\":2}\n{\"top\":3}\n]}}\n{\"a\":1}\n", docs: []string{`{"a":1}`}, skipped: 1},

	// One line does not show whether a document is laid out; two lines do.
	{in: "{\"a\" 1\n{\n\"b\":2}\n", skipped: 1},
	{in: "{\"a\" 1\n}\n{\n\"b\":2}\n", docs: []string{"{\n\"b\":2}"}, skipped: 1},
	{in: "[\n 1 1\n{\"b\":2}\n", docs: []string{`{"b":2}`}, skipped: 1},
	{in: "[ 1 1\n{\"b\":2}\n", skipped: 1},

	// A named framing marks the end.
	{framing: Lines, in: "{\"a\":[1,\n{\"b\":2}\n\n1 2\n[\n]\n\"x\"\n", docs: []string{`{"b":2}`, `"x"`}, skipped: 4},
	{framing: Lines, in: "{\"a\":1}  \r\n true\n12", docs: []string{"{\"a\":1}  \r", "true", "12"}},
	{framing: Sequence, in: "\x1e{\"a\":[1,\n\x1e{\"b\":\n2}\n\x1e\x1e[1]\n[2] x [3]\n\x1e{}", docs: []string{"{\"b\":\n2}", "[1]", "[2]", "{}"}, skipped: 2},
	{framing: Sequence, in: "\x1e1\n\x1e2\x1etrue\x1efalse \x1etrue\n\x1e12", docs: []string{"1", "false", "true"}, skipped: 3},
	{framing: Sequence, in: "{}[1] \"a\"\x1enul\n\x1e{\"a\n\x1e\"b", docs: []string{"{}", "[1]", `"a"`}, skipped: 3},
}

// For any sizes of reads, the same documents are found behind broken ones.
func TestSkip(t *testing.T) {
	for _, c := range wrecks {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in))} {
			s := NewSplitter(r, Limits{})
			s.Framing = c.framing
			if docs, _, skipped := kept(s); !slices.Equal(docs, c.docs) || skipped != c.skipped {
				t.Errorf("%.200q: %q and %d skipped, want %q and %d", c.in, docs, skipped, c.docs, c.skipped)
			}
		}
	}
}

// Places stay right, discarded bytes reach Passed complete, and a valid document ends at
// its own end.
func TestSkipKeepsPlaces(t *testing.T) {
	s := NewSplitter(strings.NewReader("{\"a\":1} [2]\n {\"b\":x\n\n\n[3] 4"), Limits{})
	var passed bytes.Buffer
	s.Passed = func(text []byte) { passed.Write(text) }
	var got []string
	for {
		doc, pos, err := s.Next()
		if err != nil {
			break
		}
		got = append(got, fmt.Sprintf("%d %d:%d %s", pos.Offset, pos.Line, pos.Column, doc))
		if doc[0] == '[' && len(got) < 4 || len(doc) > 7 {
			s.Skip()
		}
	}
	want := []string{"0 1:1 {\"a\":1}", "8 1:9 [2]", "13 2:2 {\"b\":x\n\n\n[3] 4"}
	if !slices.Equal(got, want) || passed.String() != "[2]{\"b\":x\n\n\n[3] 4" {
		t.Errorf("%q, passed %q", got, passed.String())
	}
}

// A broken document ends at the mark of its framing: behind a line, before a separator.
func TestSkipEndsAtMarks(t *testing.T) {
	for framing, c := range map[Framing]struct{ in, passed string }{
		Lines:    {"x y\n[1]\n[2] 3\n\n[4]", "x y\n[2] 3\n"},
		Sequence: {"\x1e[1,\n\x1e[2]\n\x1e[3 4]\n\x1e[5]", "[1,\n[3 4]\n"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			s := NewSplitter(r, Limits{})
			s.Framing = framing
			var passed []byte
			s.Passed = func(text []byte) {
				if len(text) == 0 {
					t.Errorf("framing %d: nothing is passed over", framing)
				}
				passed = append(passed, text...)
			}
			if docs, _, skipped := kept(s); len(docs) != 2 || skipped != 2 || string(passed) != c.passed {
				t.Errorf("framing %d: %q and %d skipped, passed %q, want %q", framing, docs, skipped, passed, c.passed)
			}
		}
	}
}

// A line may hold more than a document. It is then not valid.
func TestSkipTellsWhatIsValid(t *testing.T) {
	for in, valid := range map[string]bool{"[1]": true, " 1 \r": true, "1 2": false, "[1": false, "[1]]": false, "{\"a\" 1}": false} {
		s := NewSplitter(strings.NewReader(in+"\n"), Limits{})
		s.Framing = Lines
		if _, _, err := s.Next(); err != nil || s.Skip() != valid {
			t.Errorf("%q is valid: %v, %v", in, !valid, err)
		}
	}
}

// Limits end a document, too: the next document behind a too large one is found. A
// document of exactly the limit is found behind a broken one. With too many open brackets,
// Next returns nothing more.
func TestSkipAtLimits(t *testing.T) {
	large := "[" + strings.Repeat(" ", 50) + "]"
	most := strings.Repeat("[", 1<<16+1)
	for _, c := range []struct {
		name, in string
		lim      Limits
		docs     int
	}{
		{"too large", "[12345678901234567890123456789]\n" + large + "\n[1]\n[2]\n", Limits{DocumentBytes: 40}, 3},
		{"too large on its first line", "[12345678901234567890123456789]\n{\"a\":1," + strings.Repeat(" ", 50) + "\n\"b\" 2\n{\"c\":3}\n{\"d\":4}\n", Limits{DocumentBytes: 40}, 3},
		{"just as large", "{broken\n" + large + "\n[2]\n", Limits{DocumentBytes: len(large)}, 2},
		{"longer with its blanks", "{broken\n" + large + " \n[2]\n", Limits{DocumentBytes: len(large)}, 1},
		{"deep", most + "\n1" + strings.Repeat("]", 1<<16) + "\n{\"b\":2}\n{\"b\":3}\n", Limits{Depth: 1 << 17}, 0},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			if docs, _, skipped := kept(NewSplitter(r, c.lim)); len(docs) != c.docs || skipped != 1 {
				t.Errorf("%s: %.50q, %d skipped", c.name, docs, skipped)
			}
		}
	}
}

// Discarded bytes are not kept.
func TestSkipMemory(t *testing.T) {
	for _, text := range []string{"{\"a\":1}\n", "[\n", "x\n\n", "{ \"", "\\\"", "{}"} {
		s := NewSplitter(io.LimitReader(&repeat{text: text}, 8<<20), Limits{DocumentBytes: 1 << 20})
		s.Early = true
		s.buf = append(s.buf, "{\"a\":[1,,\n"...)
		for err := error(nil); err != io.EOF; {
			if _, _, err = s.Next(); err != nil && err != io.EOF {
				s.Skip()
			}
		}
		if cap(s.buf) > 3<<20 {
			t.Errorf("%q: %d bytes kept", text, cap(s.buf))
		}
	}
}

// wreckable are layouts of one document. Every scalar of it is its mark.
var wreckable = []string{
	`{"a":"M","b":[{"c":"M","d":{"e":"M"}},["M"]],"f":"x M"}`,
	"{\n  \"a\": \"M\",\n  \"b\": [\n    {\n      \"c\": \"M\"\n    },\n    {\n      \"c\": \"M\"\n    }\n  ],\n  \"d\": {\n    \"e\": \"M\"\n  }\n}",
	"{\"n\":\"M\",\"rows\":[\n{\"c\":\"M\"},\n{\"c\":\"M\"},\n{\"c\":\"M\"}\n]}",
	"[\n[\"M\"],\n[\"M\"],\n{\"M\":[\"M\"]}\n]",
	"{\n\"a\":{\n\"b\":\"M\",\n\"c\":[\n{\n\"d\":\"M\"\n},\n{\n\"d\":\"M\"\n}\n]\n},\n\"e\":\"M\"\n}",
}

// After the loss or the addition of any byte, no part of a document comes out as a
// document of its own.
func TestSkipBringsNothingOut(t *testing.T) {
	const before, after = "{\"ok\":1}\n", "\n{\"ok\":2}\n{\"ok\":3}\n{\n  \"ok\": 4\n}\n{\"ok\":5}\n"
	for _, doc := range wreckable {
		for i := range doc {
			breaks := []string{doc[:i] + doc[i+1:], doc[:i]}
			for _, more := range []string{"{", "}", "[", "]", "\"", ",", ":", "x", "\n", "\\"} {
				breaks = append(breaks, doc[:i]+more+doc[i:])
			}
			for _, broken := range breaks {
				checkNothingOut(t, before, broken, after)
			}
		}
	}
}

func checkNothingOut(t *testing.T, before, broken, after string) {
	t.Helper()
	docs, at, _ := kept(NewSplitter(strings.NewReader(before+broken+after), Limits{}))
	met := len(before) // up to where all is read as if nothing were broken
	s := NewSplitter(strings.NewReader(before+broken+after), Limits{})
	for doc, pos, err := s.Next(); err == nil && Check(doc, s.lim, false) == nil; doc, pos, err = s.Next() {
		met = int(pos.Offset)
	}
	for k, doc := range docs {
		if strings.Contains(doc, "M") && at[k] > met {
			t.Errorf("%q: %q came out", broken, doc)
		}
	}
	if len(docs) == 0 || docs[0] != `{"ok":1}` {
		t.Errorf("%q: what came before is gone", broken)
	}
}

// FuzzLawsSkip: documents lie in the stream in order and do not overlap discarded bytes.
// The sizes of reads change nothing.
func FuzzLawsSkip(f *testing.F) {
	for _, c := range wrecks {
		f.Add([]byte(c.in), uint8(c.framing))
	}
	for _, doc := range wreckable {
		f.Add([]byte(doc+"\n"+doc[1:]+"\n"+doc), uint8(0))
	}
	f.Fuzz(func(t *testing.T, stream []byte, framing uint8) {
		lim := Limits{Depth: 20, DocumentBytes: 200, StringBytes: 100}
		var all [2][]string
		for i, r := range []io.Reader{bytes.NewReader(stream), iotest.OneByteReader(bytes.NewReader(stream))} {
			s := NewSplitter(r, lim)
			s.Framing = Framing(framing % 3)
			var passed []byte
			s.Passed = func(text []byte) { passed = append(passed, text...) }
			docs, at, _ := kept(s)
			end := 0
			for k, doc := range docs {
				if at[k] < end || !bytes.HasPrefix(stream[at[k]:], []byte(doc)) {
					t.Fatalf("%q at %d, behind %d", doc, at[k], end)
				}
				end = at[k] + len(doc)
				all[i] = append(all[i], fmt.Sprint(at[k], doc))
			}
			if len(strings.Join(docs, ""))+len(passed) > len(stream) {
				t.Fatalf("%q and %q of %q", docs, passed, stream)
			}
		}
		if !slices.Equal(all[0], all[1]) {
			t.Fatalf("%q, byte by byte %q", all[0], all[1])
		}
	})
}
