package jsonish

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// endsOf are the ends of one word in a text, for names without a sign.
type endsOf string

func (w endsOf) Next(text []byte, from int) int {
	for i := max(0, from-len(w)+1); i <= len(text)-len(w); i++ {
		if end := i + len(w); end > from && string(text[i:end]) == string(w) {
			return end
		}
	}
	return len(text) + 1
}

// searchAll withholds every value of "password" in words, those in tables included.
func searchAll(text []byte) string {
	h := hider{names: []string{"password"}, text: text}
	h.words.Spots = endsOf("password")
	h.words.Read(text, 0, len(text))
	private := func(name []byte) bool { return string(name) == "password" }
	for a, ok := h.words.Next(); ok; a, ok = h.words.Next() {
		if !h.meets(a) {
			continue
		} else if a.Bare {
			if _, ok := h.words.Table(a, private, func(cell scan.Span) { h.replace(cell, Mark) }); ok {
				continue
			}
		}
		if v := h.words.Reach(a, h.meets); v.End > v.Start {
			h.replace(v, Mark)
		}
	}
	return string(append(h.out, text[h.copied:]...))
}

// The value of "password" is withheld, and nothing else, in pairs, tables and code.
func TestRulesOfNotations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var cases []struct{ Text, Want string }
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.DisallowUnknownFields()
			if err = dec.Decode(&cases); err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				got := searchAll([]byte(c.Text))
				if got != c.Want {
					t.Errorf("%s\n got %s\nwant %s", c.Text, got, c.Want)
				}
				if again := searchAll([]byte(got)); again != got {
					t.Errorf("%s\nand then %s", got, again)
				}
			}
		})
	}
}
