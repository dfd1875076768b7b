package terminal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The caret stands below the fault behind wide characters, and an excerpt of a long line is
// short.
func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"{\n  \"a\": x}\n]", 9, "      \"a\": x}\n           ^\n"},
		{"{\"é\":\x1b}", 6, "    {\"é\":·}\n         ^\n"},
		{"a", 7, "    a\n     ^\n"},
		{strings.Repeat("é", 100) + "!", 200, "    " + strings.Repeat("é", 30) + "!\n" + strings.Repeat(" ", 34) + "^\n"},
	} {
		if got := ExcerptOf([]byte(c.text), c.offset); string(got) != c.want {
			t.Errorf("%q at %d:\n%swant\n%s", c.text, c.offset, got, c.want)
		}
	}
}

// An excerpt of a configuration shows no URL that may hold a password. The caret stays in place.
func TestExcerptOfURL(t *testing.T) {
	file := filepath.Join(t.TempDir(), "c.json")
	for line, want := range map[string]string{
		`{"url": "redis://u:canary@h" "x": 1}`: `{"url": "redis://********`,
		`{"url": "redis://h?p=canary", "x"}`:   `{"url": "redis://********`,
		`{"url": "r://:a canary@h`:             `{"url": "r://***********`,
		`{"url": "r:\/\/u:canary@h", "x": 1}`:  `{"url": "r:\/\/**********`,
		`{"url": "r://u:\"canary@h", "x": 1}`:  `{"url": "r://************`,
		`{"url": "r://u:canary\u0040h", "x"}`:  `{"url": "r://************`,
		`{"url": "https://host/path", "x": 1}`: `{"url": "https://host/pat`,
	} {
		if err := os.WriteFile(file, []byte("{\n"+line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := ExcerptAt(file, 2, 6); string(got) != "    "+want+"\n         ^\n" {
			t.Errorf("%s\n%s", got, want)
		}
	}
}

func TestSayIsOneHarmlessLine(t *testing.T) {
	var b strings.Builder
	if err := Say(&b, "%s: %d", "a\x1b[2Jb\nc", 1); err != nil || b.String() != "a·[2Jb·c: 1\n" {
		t.Errorf("got %q, %v", b.String(), err)
	}
}
