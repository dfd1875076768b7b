package scan

import (
	"strings"
	"testing"
)

// FuzzLawsWordEnds: the kernel finds the same ends as its twin. Every word that ends
// before a byte of no word is found, and so is every end of a set. ExceptQuotes leaves out
// the ends before a quote, and no other one.
func FuzzLawsWordEnds(f *testing.F) {
	for _, c := range []struct {
		list, text   string
		from         int
		sets         string // three bytes each; * is any byte
		exceptQuotes bool
	}{
		{list: "id url admin", text: "an id, a URL; the admin"},
		{list: "key", text: strings.Repeat("x", 40) + "_key " + strings.Repeat("y", 40) + "Key", from: 3},
		{list: "id", text: "id"},
		{list: "id", text: strings.Repeat("idle ", 20) + "id", from: 1},
		{list: "id key", text: strings.Repeat(`id" key" `, 20) + `id" id`, exceptQuotes: true},
		{list: "id", text: `id"`, from: 1, exceptQuotes: true},
		{list: "id", text: "id_x", exceptQuotes: true},
		{list: "id", text: "id@x", exceptQuotes: true},
		{list: "id", text: "id:x", exceptQuotes: true},
		{sets: "*\xef\xbc", text: strings.Repeat("a.b ", 20) + "\xef\xbc\x9a!", from: 2},
		{sets: "xabyabzabuabvabwab", list: "one two three four", text: strings.Repeat("xab ", 30) + "wab-", exceptQuotes: true},
		{sets: strings.Repeat("xab", 12) + "xcd", list: "id key", text: "the cd, a key"},
		{sets: "**x", list: "key", text: "x"},
		{sets: "**x*.y", text: strings.Repeat(`x"`, 40) + "y.y", exceptQuotes: true},
		{sets: "*ab", text: "ab"},
	} {
		f.Add(c.list, c.text, c.from, c.sets, c.exceptQuotes)
	}
	f.Fuzz(func(t *testing.T, list, text string, from int, sets string, exceptQuotes bool) {
		var e WordEnds
		var known []func(before []byte) bool // whether a text ends with a word, or with bytes of a set
		for ; len(sets) >= wordBytes-1; sets = sets[wordBytes-1:] {
			var in [wordBytes - 1]func(byte) bool
			for place, c := range []byte(sets[:wordBytes-1]) {
				in[place] = func(d byte) bool { return d == c || c == '*' }
			}
			e.AddEnds(in)
			known = append(known, func(before []byte) bool {
				all := append(make([]byte, wordBytes-1), before...)
				all = all[len(all)-wordBytes+1:]
				return in[0](all[0]) && in[1](all[1]) && in[2](all[2])
			})
		}
		for _, word := range strings.Fields(strings.ToLower(list)) {
			if len(word) >= 2 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
				e.Add([]byte(word))
				known = append(known, func(before []byte) bool {
					return len(before) >= len(word) && asciiLower(before[len(before)-len(word):]) == word
				})
			}
		}
		if exceptQuotes {
			e.ExceptQuotes()
		}
		from = max(0, min(from, len(text)))
		src := []byte(text)
		got := e.Next(src, from)
		for end := from + 1; end <= len(src); end++ {
			isQuoted := end < len(src) && src[end] == '"'
			if len(known) > 0 && e.endsAt(src, end) {
				if got != end || exceptQuotes && isQuoted {
					t.Fatalf("%q from %d: %d, want %d", text, from, got, end)
				}
				return
			}
			follows := end == len(src) || strings.IndexByte(" .,:;\"'<|&(\t\n@_`[~\x80\xff", src[end]) >= 0
			for n, ends := range known {
				if ends(src[:end]) && follows && !(exceptQuotes && isQuoted) {
					t.Fatalf("%q: the word or set %d ends at %d, which is no place", text, n, end)
				}
			}
		}
		if got != len(src)+1 {
			t.Fatalf("%q from %d: %d, want none", text, from, got)
		}
	})
}

// asciiLower returns a text with the letters of ASCII in lower case.
func asciiLower(text []byte) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r |= 0x20
		}
		return r
	}, string(text))
}

// The words of a text are found wherever they stand.
func TestWordEnds(t *testing.T) {
	var e WordEnds
	for _, word := range []string{"id", "token"} {
		e.Add([]byte(word))
	}
	for n := range 150 {
		text := []byte(strings.Repeat("-", n) + "Id " + strings.Repeat("idle ", n) + "the TOKEN")
		if got := e.Next(text, 0); got != n+2 {
			t.Errorf("%d: %d", n, got)
		}
		if got := e.Next(text, n+2); got != len(text) {
			t.Errorf("%d: the second one is at %d, want %d", n, got, len(text))
		}
		if got := e.Next(text, len(text)); got != len(text)+1 {
			t.Errorf("%d: %d behind the end", n, got)
		}
	}
}

// Up to five sets of ends stay apart from each other and from all words. A text with bytes
// of several sets does not match.
func TestWordEndsKeepSetsApart(t *testing.T) {
	var e WordEnds
	for _, set := range []string{"abc", "def", "ghi", "jkl", "mno"} {
		var in [wordBytes - 1]func(byte) bool
		for place := range in {
			in[place] = func(c byte) bool { return c == set[place] }
		}
		e.AddEnds(in)
	}
	for _, word := range []string{"pqr", "stu", "vwx", "123"} {
		e.Add([]byte(word))
	}
	for text, want := range map[string]int{
		"abc": 3, "mno": 3, "vwx": 3, "abf": 4, "dbc": 4, "jko": 4, "mnc": 4, "aqr": 4, "pbc": 4, "ghr": 4, "dtu": 4, "abx": 4,
	} {
		if got := e.Next([]byte(text), 0); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// Words of bytes are found, whatever follows.
func TestWordEndsBytes(t *testing.T) {
	var e WordEnds
	e.AddBytes([3]string{`\\`, "n", "{["})
	for n := range 80 {
		before := strings.Repeat(`\n`, n)
		for text, want := range map[string]int{
			before + `\n{x`: len(before) + 3, before + `\n[`: len(before) + 3,
			before + `\n;{`: len(before) + 5, before + `\u{`: len(before) + 4, before + `\n`: len(before) + 3,
		} {
			if got := e.Next([]byte(text), 0); got != want {
				t.Errorf("%q: %d, want %d", text, got, want)
			}
		}
	}
}
