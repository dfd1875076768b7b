package notice

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestVoice(t *testing.T) {
	offset, none := 0, 0
	for _, c := range []struct {
		notice       Notice
		text, object string
	}{
		{Notice{Level: Error, Kind: "usage", Exit: 2, Message: "no"}, "shape: no\n", `{"level":"error","kind":"usage","exit":2,"message":"no"}` + "\n"},
		{Notice{Level: Warning, Kind: "k", Message: "a\nb", Hint: "c?"}, "shape: a\nshape: b (c?)\n", `{"level":"warning","kind":"k","message":"a\nb","hint":"c?"}` + "\n"},
		{Notice{Level: Signal, Kind: "k", Message: "m", Text: "f: m", Excerpt: "    x\n    ^\n", Place: Place{Offset: &offset}, Found: Found{Kept: &none}},
			"f: m\n    x\n    ^\n", `{"level":"signal","kind":"k","message":"m","offset":0,"kept":0}` + "\n"},
		{Notice{Level: Plain, Kind: "k", Message: "\x1b[2J\u009b<é>"}, "shape: ·[2J·<é>\n", `{"level":"note","kind":"k","message":"\u001b[2J\u009b<é>"}` + "\n"},
	} {
		var b strings.Builder
		v := New(&b, true)
		v.Tell(c.notice)
		v.SpeakJSON(true)
		v.Tell(c.notice)
		if b.String() != c.text+c.object {
			t.Errorf("got\n%s, want\n%s%s", b.String(), c.text, c.object)
		}
	}
}

// In JSON each finished line becomes one note, for writes of any size.
func TestVoiceOfLines(t *testing.T) {
	var b strings.Builder
	v := New(&b, true)
	v.Write([]byte("as it is\n"))
	v.SpeakJSON(true)
	if v.IsTerminal() {
		t.Error("a program looks on as people do")
	}
	for _, part := range []string{"a: ", "1\nb: 2\n", "c"} {
		if n, err := v.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("%d bytes of %q, %v", n, part, err)
		}
	}
	want := "as it is\n" + `{"level":"note","kind":"text","message":"a: 1"}` + "\n" + `{"level":"note","kind":"text","message":"b: 2"}` + "\n"
	if b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

// However long the names of a document are, a line is not.
func TestObjectsAreBounded(t *testing.T) {
	var b strings.Builder
	v := New(&b, false)
	v.SpeakJSON(true)
	long := strings.Repeat("é", 1<<20)
	n := Notice{Message: long, Place: Place{Pointer: long}, Call: Call{Mask: long}, Found: Found{Path: long}}
	if err := v.Tell(n); err != nil || b.Len() > 5*longest || !json.Valid([]byte(b.String())) {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
}

// A temporary line goes before each message and at the end. It never appears in JSON or without
// a terminal.
func TestPassing(t *testing.T) {
	var b strings.Builder
	v := New(&b, true)
	v.Clear()
	v.Pass("1")
	v.Pass("2\x1b")
	v.Write([]byte("a\n"))
	v.Pass("3")
	v.Tell(Notice{Text: "b"})
	v.Tell(Notice{Text: "c"})
	v.Pass("4")
	v.Clear()
	v.SpeakJSON(true)
	v.Pass("5")
	v.SpeakJSON(false)
	v.Pass("6")
	v.Hush()
	v.Pass("7")
	want := "\r1\x1b[K\r2·\x1b[K\r\x1b[Ka\n\r3\x1b[K\r\x1b[Kb\nc\n\r4\x1b[K\r\x1b[K\r6\x1b[K\r\x1b[K"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	b.Reset()
	if New(&b, false).Pass("1"); b.Len() > 0 {
		t.Errorf("nobody looks on: %q", b.String())
	}
}

func TestFaultsOfVoice(t *testing.T) {
	v := New(broken{}, false)
	for _, json := range []bool{false, true} {
		v.SpeakJSON(json)
		if _, err := v.Write([]byte("a\n")); err == nil {
			t.Error("writing what cannot be written is no error")
		}
		if v.Tell(Notice{}) == nil {
			t.Error("telling what cannot be written is no error")
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }
