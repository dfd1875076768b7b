package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, doc := range documents {
		t.Run(shorten(doc.in), func(t *testing.T) {
			checkFault(t, doc, Check([]byte(doc.in), Limits{}, true))
		})
	}
}

// A fault is the same wherever the words begin that the text is read in, and
// whatever lies behind its end in memory.
func TestCheckAligned(t *testing.T) {
	for _, doc := range documents {
		if doc.kind == KindBOM {
			continue
		}
		for pad := range 17 {
			text := strings.Repeat(" ", pad) + doc.in
			src := []byte(text + `"0"]}`)[:len(text)]
			e := fault(t, Check(src, Limits{}, true))
			want := doc.offset
			if doc.kind != KindNone {
				want += pad
			}
			if e.Kind != doc.kind || e.Offset != want {
				t.Errorf("%q after %d spaces: %s at %d, want %s at %d", doc.in, pad, e.Kind, e.Offset, doc.kind, want)
			}
		}
	}
}

// Only the strict mode looks for duplicate names.
func TestCheckLax(t *testing.T) {
	for _, doc := range documents {
		e := fault(t, Check([]byte(doc.in), Limits{}, false))
		if want := doc.kind; want == KindDuplicate && e.Kind != KindNone || want != KindDuplicate && e.Kind != want {
			t.Errorf("%q: %s, want %s", shorten(doc.in), e.Kind, want)
		}
	}
}

// The suite's verdicts are those on one document alone, and on a stream. Its
// rules are in documents and streams as well, for where it is not at hand.
func TestJSONTestSuite(t *testing.T) {
	for _, text := range streams {
		docs, err := checkStream(strings.NewReader(text.in))
		e := fault(t, err)
		if !slices.Equal(docs, text.docs) || e.Kind != text.kind || e.Offset != text.offset {
			t.Errorf("%q: %q and %s at %d, want %q and %s at %d", text.in, docs, e.Kind, e.Offset, text.docs, text.kind, text.offset)
		}
	}
	var suite struct {
		Files map[string]struct{ Single, Stream string }
	}
	if !readShared(t, "suites/jsontestsuite/expected_strict.json", &suite) {
		return
	}
	if len(suite.Files) != 318 {
		t.Errorf("%d files, want 318", len(suite.Files))
	}
	for name, want := range suite.Files {
		src, err := os.ReadFile(filepath.Join(shared, "suites/jsontestsuite/test_parsing", name))
		if err != nil {
			t.Fatal(err)
		}
		single := verdict(Check(src, Limits{}, true))
		if want.Single != "either" && single != want.Single {
			t.Errorf("%s: %s, want %s", name, single, want.Single)
		}
		_, err = checkStream(bytes.NewReader(src))
		if stream := verdict(err); want.Stream != "either" && stream != want.Stream {
			t.Errorf("%s as a stream: %s, want %s", name, stream, want.Stream)
		}
	}
}

// streams are texts and the documents that a strict reader takes from them, up
// to the fault at the given offset.
var streams = []struct {
	in     string
	docs   []string
	kind   Kind
	offset int
}{
	{in: ""},
	{in: " \n\t\r "},
	{in: "\x1e\n\x1e"},
	{in: "{}", docs: []string{"{}"}},
	{in: "{}[]", docs: []string{"{}", "[]"}},
	{in: " {\"a\":[1,{}]}\n [ ] \n", docs: []string{`{"a":[1,{}]}`, "[ ]"}},
	{in: "1 2\n3", docs: []string{"1", "2", "3"}},
	{in: "0 9 -9", docs: []string{"0", "9", "-9"}},
	{in: "99 90", docs: []string{"99", "90"}},
	{in: "-1.5e+2,", docs: []string{"-1.5e+2"}, kind: KindValue, offset: 7},
	{in: `1"a"2[3]4{"b":5}6`, docs: []string{"1", `"a"`, "2", "[3]", "4", `{"b":5}`, "6"}},
	{in: "nullnull true", docs: []string{"null", "null", "true"}},
	{in: "true1false", docs: []string{"true", "1", "false"}},
	{in: `"a" "}" "\"" "\\"`, docs: []string{`"a"`, `"}"`, `"\""`, `"\\"`}},
	{in: "\x1e{\"a\":1}\n\x1e[2]\n", docs: []string{`{"a":1}`, "[2]"}},
	{in: "\x1e\x1e 1\n", docs: []string{"1"}},
	{in: "\ufeff{}", docs: []string{"{}"}},
	{in: "\ufeff \x1e1 ", docs: []string{"1"}},
	{in: "\ufeff", kind: KindEOF, offset: 3},
	{in: "\ufeff \n", kind: KindEOF, offset: 5},
	{in: "\xef\xbb", kind: KindValue, offset: 0},
	{in: " \ufeff{}", kind: KindValue, offset: 1},
	{in: "{}\n\ufeff{}", docs: []string{"{}"}, kind: KindValue, offset: 3},
	{in: "{}]", docs: []string{"{}"}, kind: KindValue, offset: 2},
	{in: "{} #", docs: []string{"{}"}, kind: KindValue, offset: 3},
	{in: "[1}", kind: KindComma, offset: 2},
	{in: "1\n{\"a\" 1}\n2", docs: []string{"1"}, kind: KindColon, offset: 7},
	{in: "1\n[1,", docs: []string{"1"}, kind: KindEOF, offset: 5},
	{in: "1 \"ab", docs: []string{"1"}, kind: KindEOF, offset: 5},
	{in: "1 \"ab\\", docs: []string{"1"}, kind: KindEOF, offset: 6},
	{in: "1 nul", docs: []string{"1"}, kind: KindEOF, offset: 5},
	{in: "1 nul 2", docs: []string{"1"}, kind: KindLiteral, offset: 5},
	{in: "nulL", kind: KindLiteral, offset: 3},
	{in: "-", kind: KindEOF, offset: 1},
	{in: "12 01", docs: []string{"12"}, kind: KindTrailing, offset: 4},
	{in: "1e 2", kind: KindEOF, offset: 2},
}

func verdict(err error) string {
	if err != nil {
		return "reject"
	}
	return "accept"
}

// checkStream checks the documents of a stream up to the first that is broken,
// and returns those before it.
func checkStream(r io.Reader) (docs []string, err error) {
	s := NewSplitter(r, Limits{})
	for {
		doc, pos, err := s.Next()
		if err == io.EOF {
			return docs, nil
		}
		if err != nil {
			return docs, err
		}
		if err := Check(doc, Limits{}, true); err != nil {
			return docs, err.(*Error).At(pos)
		}
		docs = append(docs, string(doc))
	}
}

// checkFault holds an error against the fault of a document.
func checkFault(t *testing.T, doc verdictCase, err error) {
	t.Helper()
	e := fault(t, err)
	if e.Kind != doc.kind || e.Kind != KindNone && (e.Offset != doc.offset || e.Pointer != doc.pointer) {
		t.Errorf("%s: %s at %d, %q, want %s at %d, %q", shorten(doc.in), e.Kind, e.Offset, e.Pointer, doc.kind, doc.offset, doc.pointer)
	}
}

// fault returns the fault of err. It has no kind if err is nil.
func fault(t testing.TB, err error) *Error {
	t.Helper()
	if err == nil {
		return &Error{}
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T, want *Error", err)
	}
	return e
}

const shared = "../../../shared"

// readShared reads a table from the folder that lies beside the project, where
// there is one.
func readShared(t *testing.T, name string, table any) bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, name))
	if errors.Is(err, os.ErrNotExist) {
		return false
	}
	if err == nil {
		err = json.Unmarshal(data, table)
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}

func shorten(s string) string {
	if len(s) > 40 {
		return fmt.Sprintf("%.40q…", s)
	}
	return s
}
