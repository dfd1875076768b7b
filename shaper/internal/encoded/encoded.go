// Package encoded decodes texts in strings from base64 or percent-encoding, and encodes them
// again in the same form.
package encoded

import (
	"bytes"
	"encoding/base64"
	"mime"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Text is a decoded text with its form.
type Text struct {
	Said   []byte // the text
	prefix string // of a data URL, with the comma
	form   *base64.Encoding
}

// IsText reports whether a media type stands for JSON or another text.
func IsText(mediaType string) bool {
	kind, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		kind = strings.ToLower(strings.TrimSpace(strings.SplitN(mediaType, ";", 2)[0]))
	}
	top, sub, _ := strings.Cut(kind, "/")
	if top == "text" {
		return true
	}
	_, suffix, _ := strings.Cut(sub, "+")
	names := []string{"json", "yaml", "xml", "csv", "toml", "ndjson", "jsonl", "javascript", "x-www-form-urlencoded"}
	is := func(name string) bool {
		return slices.Contains(names, strings.TrimPrefix(name, "x-")) || slices.Contains(names, name)
	}
	return is(suffix) || top == "application" && is(sub)
}

// IsDataURL reports whether a string begins like a data URL.
func IsDataURL(text []byte) bool {
	return len(text) >= 5 && bytes.EqualFold(text[:5], []byte("data:"))
}

// MayBeDataURL reports whether a raw JSON string may begin a data URL.
func MayBeDataURL(raw []byte) bool {
	return len(raw) > 0 && (raw[0]|0x20 == 'd' || raw[0] == '\\') && mayBeDataURL(raw)
}

func mayBeDataURL(raw []byte) bool {
	if raw[0] == '\\' {
		return bytes.HasPrefix(raw, []byte(`\u0064`)) || bytes.HasPrefix(raw, []byte(`\u0044`))
	}
	return IsDataURL(raw) || bytes.IndexByte(raw[:min(5, len(raw))], '\\') > 0
}

// MayHoldDataURL reports whether a text may contain a data URL.
func MayHoldDataURL(text []byte) bool { return schemes().Next(text, 0) <= len(text) }

// schemes finds the end of "data:" in any case.
var schemes = sync.OnceValue(func() *scan.WordEnds {
	var e scan.WordEnds
	e.AddBytes([3]string{"tT", "aA", ":"})
	return &e
})

// FromBlob decodes base64 in either alphabet, with or without padding. ok is false if the data
// are invalid or are not UTF-8 text.
func FromBlob(data []byte) (t Text, ok bool) {
	data = bytes.Map(func(r rune) rune {
		if r == '\r' || r == '\n' {
			return -1
		}
		return r
	}, data)
	t.form = base64.StdEncoding
	if bytes.ContainsAny(data, "-_") {
		t.form = base64.URLEncoding
	}
	if len(data)%4 != 0 {
		t.form = t.form.WithPadding(base64.NoPadding)
	}
	t.Said = make([]byte, t.form.DecodedLen(len(data)))
	n, err := t.form.Decode(t.Said, data)
	t.Said = t.Said[:max(n, 0)]
	return t, err == nil && utf8.Valid(t.Said)
}

// FromDataURL decodes a data URL (RFC 2397). isText reports whether its media type is a text.
// ok is false if the data are invalid.
func FromDataURL(text []byte) (t Text, isText, ok bool) {
	comma := bytes.IndexByte(text, ',')
	if !IsDataURL(text) || comma < 0 {
		return t, false, false
	}
	about, data := string(text[len("data:"):comma]), text[comma+1:]
	kind, isBase64 := cutSuffixFold(strings.TrimSpace(about), ";base64")
	if kind == "" || kind[0] == ';' {
		kind = "text/plain" + kind
	}
	if !IsText(kind) {
		return t, false, false
	}
	if unescaped, err := url.PathUnescape(string(data)); err != nil {
		return t, true, false
	} else if !isBase64 {
		t.Said, ok = []byte(unescaped), utf8.ValidString(unescaped)
	} else {
		t, ok = FromBlob([]byte(unescaped))
	}
	t.prefix = string(text[:comma+1])
	return t, true, ok
}

// cutSuffixFold is a case-insensitive strings.CutSuffix.
func cutSuffixFold(text, suffix string) (before string, found bool) {
	n := len(text) - len(suffix)
	if n < 0 || !strings.EqualFold(text[n:], suffix) {
		return text, false
	}
	return text[:n], true
}

// Encode encodes another text in the form of t. Percent-encoding leaves square brackets alone,
// so that a mark stays recognizable.
func (t Text) Encode(said []byte) []byte {
	if t.form == nil {
		return append([]byte(t.prefix), brackets.Replace(url.PathEscape(string(said)))...)
	}
	return t.form.AppendEncode([]byte(t.prefix), said)
}

var brackets = strings.NewReplacer("%5B", "[", "%5D", "]")
