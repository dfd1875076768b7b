package words

import "testing"

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text    string
		longest int
		want    string
	}{
		{"", 0, ""},
		{"names", 5, "names"},
		{"names", 4, "n…"},
		{"names", 3, "…"},
		{"names", 2, "…"}, // no room for a letter
		{"names", -9, "…"},
		{"éé", 4, "éé"},
		{"ééé", 5, "é…"},
		{"ééé", 4, "…"}, // never half a character
		{"日本語", 8, "日…"},
		{"\x80\x80\x80\x80\x80", 4, "…"}, // where none begins
	} {
		if got := Shorten(c.text, c.longest); got != c.want {
			t.Errorf("%q in %d bytes: %q, want %q", c.text, c.longest, got, c.want)
		}
	}
}

func TestShortenMiddle(t *testing.T) {
	for _, c := range []struct {
		text    string
		longest int
		want    string
	}{
		{"", 0, ""},
		{"/a/bc", 5, "/a/bc"},
		{"/a/b/c/d", 7, "/a…/d"},
		{"/a/b/c/d", 6, "/a…d"},
		{"/a/b/c/d", 4, "/…"},
		{"/a/b/c/d", 2, "…"}, // no room for a letter
		{"/a/b/c/d", -9, "…"},
		{"ééééé", 7, "é…é"},
		{"ééééé", 6, "é…"},                       // never half a character
		{"\x80\x80\x80\x80\x80\x80\x80", 6, "…"}, // where none begins
	} {
		if got := ShortenMiddle(c.text, c.longest); got != c.want {
			t.Errorf("%q in %d bytes: %q, want %q", c.text, c.longest, got, c.want)
		}
	}
}
