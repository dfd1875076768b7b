package encoded_test

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/encoded"
)

func TestIsText(t *testing.T) {
	for kind, want := range map[string]bool{
		"application/json": true, "application/json; charset=utf-8": true, "APPLICATION/JSON": true, "application/problem+json": true,
		"text/plain": true, "text/csv;header=present": true, "application/yaml": true, "application/x-yaml": true, "application/xml": true,
		"image/svg+xml": true, "application/x-ndjson": true, "text/html; charset=\"broken": true,
		"image/png": false, "application/octet-stream": false, "application/pdf": false, "": false, "json": false, "/json": false,
	} {
		if got := encoded.IsText(kind); got != want {
			t.Errorf("%q is a text: %v", kind, got)
		}
	}
}

// FuzzLawsEncoded: Encode restores the form of a decoded text.
func FuzzLawsEncoded(f *testing.F) {
	for _, said := range []string{"", "a", `{"password":"S3CRET"}`, "ü?>~\n", "100 %+", "[a]"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		want := []byte(said)
		for _, form := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
			data := form.EncodeToString(want)
			got, ok := encoded.FromBlob([]byte(data))
			if valid := string([]rune(said)) == said; ok != valid {
				t.Fatalf("%q is ok: %v", data, ok)
			} else if !ok {
				continue
			}
			if string(got.Said) != said || string(got.Encode(want)) != data {
				t.Errorf("%q says %q, and is written %q", data, got.Said, got.Encode(want))
			}
			address := "data:application/json;base64," + data
			if form == base64.StdEncoding || form == base64.RawStdEncoding {
				back, isText, ok := encoded.FromDataURL([]byte(address))
				if !isText || !ok || string(back.Said) != said || string(back.Encode(want)) != address {
					t.Errorf("%q says %q, and is written %q", address, back.Said, back.Encode(want))
				}
			}
		}
		address := "data:text/plain;charset=utf-8," + strings.NewReplacer("%5B", "[", "%5D", "]").Replace(url.PathEscape(said))
		if back, isText, ok := encoded.FromDataURL([]byte(address)); ok && (!isText || string(back.Said) != said || string(back.Encode(want)) != address) {
			t.Errorf("%q says %q, and is written %q", address, back.Said, back.Encode(want))
		}
	})
}

func TestNoText(t *testing.T) {
	for _, data := range []string{"a", "%%%%", "aGk=aGk=", "/w==", "ab cd"} {
		if got, ok := encoded.FromBlob([]byte(data)); ok {
			t.Errorf("%q says %q", data, got.Said)
		}
	}
	for address, want := range map[string][2]bool{
		"data:application/json;base64,%%%": {true, false}, "data:application/json,%zz": {true, false}, "data:,a%20b": {true, true},
		"DATA:text/plain;BASE64,aGk=": {true, true}, "data:image/png;base64,aGk=": {false, false}, "data:text/plain": {false, false}, "dat": {false, false},
	} {
		if _, isText, ok := encoded.FromDataURL([]byte(address)); isText != want[0] || ok != want[1] {
			t.Errorf("%q: a text %v, ok %v", address, isText, ok)
		}
	}
}
