package output

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

var sequence = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Colours add nothing but themselves, whatever the text is, and no more of it is
// held than a piece.
func TestPaint(t *testing.T) {
	name, str, number, word, end := "\x1b[1;34m", "\x1b[32m", "\x1b[36m", "\x1b[35m", "\x1b[0m"
	for text, want := range map[string]string{
		"":                          "",
		`{"a":["b",-1.5e3,true]}`:   "{" + name + `"a"` + end + ":[" + str + `"b"` + end + "," + number + "-1.5e3" + end + "," + word + "true" + end + "]}",
		"\x1e{\n\t\"a\" : null }\n": "\x1e{\n\t" + name + `"a"` + end + " : " + word + "null" + end + " }\n",
		"<not JSON \"":              "<" + word + "not" + end + " JSON " + str + `"` + end,
	} {
		var b strings.Builder
		if err := paint(&b, []byte(text)); err != nil || b.String() != want {
			t.Errorf("%q: got\n%q, want\n%q, %v", text, b.String(), want, err)
		}
	}
	long := `["` + strings.Repeat("é", piece) + `",` + strings.Repeat("1,", piece) + "2]\n"
	w := &largest{}
	if err := paint(w, []byte(long)); err != nil || sequence.ReplaceAllString(w.String(), "") != long {
		t.Errorf("a long text is not the same, %v", err)
	}
	if w.most > 2*piece+2 {
		t.Errorf("%d bytes were held", w.most)
	}
}

// largest knows the most bytes that were written at once.
type largest struct {
	bytes.Buffer
	most int
}

func (l *largest) Write(p []byte) (int, error) {
	l.most = max(l.most, len(p))
	return l.Buffer.Write(p)
}

// Documents are coloured where they go to a stream that is; nothing else is, and a
// fault counts as any.
func TestColouredStream(t *testing.T) {
	var b strings.Builder
	s := new(Gate).Stream(&b)
	unset := func(string) string { return "" }
	for _, on := range []bool{false, true} {
		if asked := s.Colour(map[bool]string{false: "never", true: "always"}[on], unset); asked != on {
			t.Errorf("coloured: %t, want %t", asked, on)
		}
		d := New(s, Layout{})
		d.Value(1)
		if err := d.Flush(true); err != nil || s.Colours() != on {
			t.Error(err)
		}
		io.WriteString(s, "1\n")
	}
	if got, want := b.String(), "1\n1\n\x1b[36m1\x1b[0m\n1\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	faulty := new(Gate).Stream(refusing{})
	faulty.Colour("always", unset)
	if err := faulty.WriteDocuments([]byte("1")); err == nil || faulty.Err() == nil {
		t.Error("what cannot be written is no error")
	}
}

type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errors.New("refused") }
