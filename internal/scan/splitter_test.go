package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
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

// A document is there with its last byte: no newline and no end of input is
// waited for. Only a number needs to see what follows.
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
	const slack = 128 << 10 // what is read ahead
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

// Where a framing is named a document ends with its line, or with its word, and a
// limit holds to the byte.
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

// A document that is broken has no end: where that is asked for, its fault is found
// each time what is there of it has doubled. A line has an end.
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

// A large document in a file takes room for what is left of the file; else the room
// doubles, as it does where a file is said to be very much larger than what was read.
func TestSplitterRoom(t *testing.T) {
	const step, little = 64 << 10, 16 << 10
	const doubled = step + step + step // what is there, as much again, and a step
	before := "[" + strings.Repeat(" ", 30_000) + "]"
	for _, c := range []struct {
		name   string
		before string // another document
		size   int64  // of the file
		room   int
	}{
		{name: "a file", size: 10 * step, room: 10*step + little},
		{name: "behind another", before: before, size: 10 * step, room: 10*step - len(before) + little},
		{name: "one byte more than there is room for", size: step + 1, room: step + 1 + little},
		{name: "much larger", size: 65 * step, room: 65*step + little},
		{name: "too large to believe", size: 65*step + 1, room: doubled},
		{name: "no larger than what was read", size: step, room: doubled},
		{name: "smaller than what was read", size: 1, room: doubled},
		{name: "a pipe", room: doubled},
	} {
		s := NewSplitter(strings.NewReader(c.before+`"`+strings.Repeat("x", 2*step)), Limits{})
		s.Size = c.size
		if c.before != "" {
			s.Next()
		}
		for len(s.buf)-s.head <= step {
			s.fill()
		}
		if cap(s.buf) != c.room {
			t.Errorf("%s: room for %d bytes, want %d", c.name, cap(s.buf), c.room)
		}
	}
}

// Lines of a file are handed out unseen where they are most likely documents, and looked
// at from the first one that is not.
func TestSplitterGuessesLines(t *testing.T) {
	for _, c := range []struct {
		text    string
		docs    []string
		guessed int
	}{
		{"{}\n[1]\n", []string{"{}", "[1]"}, 2},
		{"\ufeff{} \r\n\n \x1e [1]\r\n{}", []string{"{}", "[1]", "{}"}, 2},
		{"[1]\n[1][2]\n[3]\n", []string{"[1]", "[1]", "[2]", "[3]"}, 1},
		{"[\n1]\n[2]\n", []string{"[\n1]", "[2]"}, 1},
		{"1\n\"]\"\n[2]\n", []string{"1", "\"]\"", "[2]"}, 1},
		{"{\n\"a\":[1]\n}\n", []string{"{\n\"a\":[1]\n}"}, 0},
	} {
		s := NewSplitter(iotest.OneByteReader(strings.NewReader(c.text)), Limits{})
		s.Guess, s.Size = func(int64) {}, int64(len(c.text))
		s.buf = make([]byte, 0, 4*len(c.text))
		for s.end == nil {
			s.fill()
		}
		var docs []string
		guessed := 0
		for {
			doc, pos, err := s.Next()
			if err == io.EOF {
				break
			}
			if Check(doc, Limits{}, false) != nil {
				if !s.Decline() {
					t.Fatalf("%q: no document", doc)
				}
				continue
			}
			if s.guess == guessedLine {
				guessed++
			}
			if s.Buffered(); !strings.HasPrefix(c.text[pos.Offset:], string(doc)) {
				t.Errorf("%q is not at %d", doc, pos.Offset)
			}
			docs = append(docs, string(doc))
		}
		if !slices.Equal(docs, c.docs) || guessed != c.guessed {
			t.Errorf("%q: %q, %d guessed", c.text, docs, guessed)
		}
	}
}

// What Await waits for comes behind a line that was handed out.
func TestSplitterAwaitsBehindAGuessedLine(t *testing.T) {
	text := "{\"a\":1}\n[2]\n"
	s := NewSplitter(strings.NewReader(text), Limits{})
	s.Guess, s.Size = func(int64) {}, int64(len(text))
	s.Next()
	if doc, _, _ := s.Next(); string(doc) != "[2]" || s.guess != guessedLine || s.Await() {
		t.Errorf("%q, and one more", doc)
	}
}

// A line that was guessed is passed over like any other document.
func TestSplitterSkipsAGuessedLine(t *testing.T) {
	text := "{\"a\":1}\n[2]\n{}\n"
	s := NewSplitter(strings.NewReader(text), Limits{})
	s.Guess, s.Size = func(int64) {}, int64(len(text))
	s.Next()
	if !s.Skip() {
		t.Error("a valid document was not passed over as one")
	}
	if doc, pos, err := s.Next(); string(doc) != "[2]" || pos.Line != 2 || err != nil {
		t.Errorf("%q at %v, %v", doc, pos, err)
	}
}

// The rest of a file is handed out unseen where it is most likely one document, and
// looked at where it is not.
func TestSplitterGuess(t *testing.T) {
	large := `["` + strings.Repeat("x", 200<<10) + `"]`
	for _, c := range []struct {
		text  string
		size  int64 // beyond that of the text
		guess bool
		docs  []string
	}{
		{large, 0, true, []string{large}},
		{" " + large + "\n\t ", 0, true, []string{large}},
		{large + large, 0, true, []string{large, large}},
		{"[1]" + large + "{}", 0, true, []string{"[1]", large, "{}"}},
		{large + "\n" + large + "\n" + large, 0, false, []string{large, large, large}},
		{large, 1, true, []string{large}},   // it has shrunk
		{large, -1, false, []string{large}}, // it has grown
		{large, 64 * 200 << 10, false, []string{large}},
		{"[1]", 0, false, []string{"[1]"}},
	} {
		s := NewSplitter(strings.NewReader(c.text), Limits{})
		s.Guess, s.Size = func(int64) {}, int64(len(c.text))+c.size
		var docs []string
		made := false
		for {
			doc, pos, err := s.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if Check(doc, Limits{}, false) != nil {
				if !s.Decline() {
					t.Fatalf("%.20q: not one document, and no guess", doc)
				}
				made = true
				continue
			}
			if !strings.HasPrefix(c.text[pos.Offset:], string(doc)) {
				t.Errorf("%.20q is not at %d", doc, pos.Offset)
			}
			made = made || s.guess == guessed
			docs = append(docs, string(doc))
		}
		if !slices.Equal(docs, c.docs) || made != c.guess {
			t.Errorf("%.20q and %d bytes: %d documents, guessed %t", c.text, c.size, len(docs), made)
		}
	}
}

// A file of large documents is not held as if it were one.
func TestSplitterHoldsNoFileOfManyDocuments(t *testing.T) {
	const n = 20
	doc := `[{"id":` + strings.Repeat("1", 300<<10) + "}]\n"
	s := NewSplitter(strings.NewReader(strings.Repeat(doc, n)), Limits{})
	s.Guess, s.Size = func(int64) {}, int64(n*len(doc))
	read, most := 0, 0
	for ; ; read++ {
		if _, _, err := s.Next(); err == io.EOF {
			break
		}
		most = max(most, cap(s.buf))
	}
	if read != n || most > 3*len(doc) {
		t.Errorf("%d documents of %d bytes, room for %d", read, len(doc), most)
	}
}

// Where a few bytes of the last document end the buffer, too few tell what it is.
func TestSplitterGuessesNothingByABeginning(t *testing.T) {
	for left := range 8 {
		text := `["` + strings.Repeat("x", 64<<10-4-left) + `"][1,2222222]`
		s := NewSplitter(strings.NewReader(text), Limits{})
		s.Guess, s.Size = func(int64) {}, int64(len(text))
		var docs []string
		for {
			doc, _, err := s.Next()
			if err != nil {
				break
			}
			if docs = append(docs, string(doc)); !json.Valid(doc) && s.Decline() {
				docs = docs[:len(docs)-1]
			}
		}
		if len(docs) != 2 || docs[1] != "[1,2222222]" {
			t.Errorf("%d bytes left: %.20q", left, docs)
		}
	}
}

// Documents without a line break are not looked through for one, each to the end of what
// was read.
func TestSplitterLooksForALineOnce(t *testing.T) {
	const n = 500_000
	text := `{"a":"` + strings.Repeat("x", 100<<10) + `"}` + strings.Repeat("{}", n)
	s := NewSplitter(strings.NewReader(text), Limits{})
	s.Guess, s.Size = func(int64) {}, int64(len(text))
	read := 0
	testkit.Within(t, 2*time.Second, func() {
		for s.Next(); s.Decline(); read-- {
			for ; ; read++ {
				if _, _, err := s.Next(); err != nil {
					break
				}
			}
		}
	})
	if read != n {
		t.Errorf("%d of %d", read, n)
	}
}

// While more is buffered, documents of a file stay as they are for who awaits them, though
// a line of which more is to be read may look like one.
func TestSplitterAwaitGuessesNoLines(t *testing.T) {
	var text strings.Builder
	number := func(i int) string { return fmt.Sprintf("[[%d]\n,1%099d]", i, i) }
	for i := range 3_000 {
		text.WriteString(number(i) + "\n")
	}
	s := NewSplitter(strings.NewReader(text.String()), Limits{})
	s.Guess, s.Size = func(int64) {}, int64(text.Len())
	var docs [][]byte
	for read := 0; s.Await(); {
		doc, _, _ := s.Next()
		if docs = append(docs, doc); s.Buffered() {
			continue
		}
		for _, doc := range docs {
			if string(doc) != number(read) {
				t.Fatalf("%q is %q", number(read), doc)
			}
			read++
		}
		docs = docs[:0]
	}
}

// Lines that are taken at once and given back from the first on that is no document leave
// the documents that there are, and where they begin.
func TestSplitterLines(t *testing.T) {
	pieces := []string{"[1]\n", "{\"a\":[2]}\n", "[1]\n", "{\"a\":[2]}\n", "[\n", "]\n", "{\"a\":\n", "1}\n", "\n", " \t\r\n", "12\n", "[1][2]\n", "[3]", ",\n", "x\n", "  [4] \r\n", "\x1e[5]\n"}
	for seed := range testkit.Seeds(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := []string{"", "", "", "\ufeff"}[r.IntN(4)]
		odd := 1 + r.IntN(len(pieces))
		for range r.IntN(40) {
			text += pieces[r.IntN(odd)]
		}
		framing := []Framing{Concatenated, Lines}[r.IntN(2)]
		plain := NewSplitter(strings.NewReader(text), Limits{})
		plain.Framing = framing
		want := allOf(plain)
		s := NewSplitter(iotest.OneByteReader(strings.NewReader(text)), Limits{})
		if r.IntN(2) == 0 {
			s = NewSplitter(strings.NewReader(text), Limits{})
		}
		s.Guess, s.Size, s.Framing = func(int64) {}, int64(len(text)), framing
		if got := append(linesOf(s), allOf(s)...); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %q is %q, want %q", seed, text, got, want)
		}
	}
}

// Lines before one that is long are handed out without all of that one.
func TestSplitterLinesAreShort(t *testing.T) {
	text := "[1]\n[" + strings.Repeat(" ", 1<<20) + "]\n"
	r := strings.NewReader(text)
	s := NewSplitter(r, Limits{})
	s.Guess, s.Size = func(int64) {}, int64(len(text))
	if lines, _ := s.Lines(); string(lines) != "[1]\n" || len(text)-r.Len() > 4*longestLine {
		t.Errorf("%.20q, when %d bytes were read", lines, len(text)-r.Len())
	}
	if lines, _ := s.Lines(); lines != nil || len(text)-r.Len() > 4*longestLine {
		t.Errorf("%.20q, when %d bytes were read", lines, len(text)-r.Len())
	}
}

// linesOf takes lines up to the first one that is no document, and gives the rest back.
func linesOf(s *Splitter) (docs []string) {
	for {
		lines, at := s.Lines()
		if lines == nil {
			return docs
		}
		was := s.Detach(nil)
		for len(lines) > 0 {
			n := bytes.IndexByte(lines, '\n') + 1
			line := bytes.TrimLeft(lines[:n], " \t\r\n")
			doc := bytes.TrimRight(line, "\n")
			if s.Framing == Concatenated {
				doc = bytes.TrimRight(line, " \t\r\n")
			}
			if len(doc) > 0 && Check(doc, Limits{}, false) != nil {
				later, _ := s.Lines() // that were read meanwhile
				s.GiveBack(append(bytes.Clone(lines), later...), at)
				clear(was)
				return docs
			}
			if len(doc) > 0 {
				docs = append(docs, fmt.Sprintf("%+v %s", at.Behind(lines[:n-len(line)]), doc))
			}
			at, lines = at.Behind(lines[:n]), lines[n:]
		}
	}
}

// allOf are all documents, and what ends them.
func allOf(s *Splitter) (docs []string) {
	for {
		doc, at, err := s.Next()
		if err != nil {
			return append(docs, err.Error())
		}
		if s.guess != notGuessed && Check(doc, Limits{}, false) != nil && s.Decline() {
			continue
		}
		docs = append(docs, fmt.Sprintf("%+v %s", at, doc))
	}
}

// Documents stay as they are where what comes is read elsewhere. Await tells of those
// that are whole, and of nothing else.
func TestSplitterDetach(t *testing.T) {
	s := NewSplitter(iotest.HalfReader(strings.NewReader(strings.Repeat(`{"a":[1]} `, 50_000)+"[x] tru")), Limits{})
	var docs [][]byte
	var room []byte
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
			docs, room = docs[:0], s.Detach(room)
		}
	}
	if doc, pos, err := s.Next(); string(doc) != "tru" || pos.Offset != 500_004 || err != nil || last != "[x]" {
		t.Errorf("%s at %d, %v", doc, pos.Offset, err)
	}
}

// What was read moves to the beginning once there is little room behind it, and the
// room grows once that does not help.
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

// What was read is there from the beginning of the last document on.
func TestSplitterRead(t *testing.T) {
	s := NewSplitter(strings.NewReader(" {\"a\":1}\n<html>"), Limits{})
	for _, want := range []string{"{\"a\":1}\n<html>", "<html>"} {
		if _, _, err := s.Next(); err != nil || string(s.Read()) != want {
			t.Errorf("%q, %v, want %q", s.Read(), err, want)
		}
	}
}
