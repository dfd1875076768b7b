package jsonish

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// FuzzLawsSecret: the value behind a name does not show, for any strings around it and in
// it. This holds in a text that is cut, in a text inside one or two strings, and in a text
// of another language.
func FuzzLawsSecret(f *testing.F) {
	seed := strings.NewReplacer("password", "token") // a name that is not hidden
	for _, c := range withheld {
		for _, kind := range []uint8{0, 1, 6, 13, 255} {
			f.Add(seed.Replace(c.text), seed.Replace(c.want), seed.Replace(c.text), kind, uint16(4*len(c.text)))
		}
	}
	f.Add(`{`, `'`, `[`, uint8(1), uint16(50))
	f.Add(`\`, `\\`, `"`, uint8(2), uint16(50))
	f.Fuzz(func(t *testing.T, before, around, after string, kind uint8, cut uint16) {
		const name, secret = "password", "S3CRET"
		text := damaged(name, before, around+secret+around, after, kind)
		if bytes.Count(text, []byte(name)) != 1 || bytes.Count(text, []byte(secret)) != 1 {
			return
		}
		text = text[:min(int(cut), len(text)-1)] // never a string that can be read
		if got := withhold(string(text), name); bytes.Contains([]byte(got), []byte(secret)) {
			t.Errorf("%q shows in %q", text, got)
		}
	})
}

// damaged writes an object with value behind name that is no strict JSON.
func damaged(name, before, value, after string, kind uint8) []byte {
	quote := func(text string) string { return string(scan.AppendQuote(nil, []byte(text))) }
	space := ""
	if kind&1 > 0 {
		space = "\n  "
	}
	if value = quote(value); kind&2 > 0 {
		value = "[{" + value + ":" + quote(before) + "}," + quote(after) + "]"
	}
	text := "{" + space + `"yes":True,` + space + quote(before) + ": " + quote(after) + "," + space +
		quote(name) + ":" + space + value + "," + space + `"n":` + quote(after) + "}"
	for range kind >> 2 & 3 {
		text = quote(text)
	}
	if kind&16 > 0 {
		text = "It's \"what\nthere is: " + text
	}
	return []byte(text)
}
