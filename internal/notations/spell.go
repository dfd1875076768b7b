package notations

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Shows reports whether a text shows a part of the value: one of its words of five
// letters and digits or more.
func Shows(text, value string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(value, special), func(word string) bool {
		return len(word) >= 5 && strings.Contains(text, word)
	})
}

// marks replaces each mark of a template.
func marks(secret, neighbour Pair) *strings.Replacer {
	name := secret.Name
	return strings.NewReplacer(
		"«n»", name, "«N»", upperSnake(name), "«k»", kebab(name), "«t»", titled(name), "«T»", strings.ToUpper(titled(name)), "«H»", headerCase(name), "«c»", camel(name), "«P»", pascal(name),
		"«u»", escapeFirst(name, `\u%04x`), "«x»", escapeFirst(name, `\u{%x}`), "«8»", escapeFirst(name, `\%03o`),
		"«w»", fullWidth(name), "«z»", name[:1]+"\u200b"+name[1:], "«v»", secret.Value,
		"«o»", neighbour.Name, "«O»", strings.ToUpper(neighbour.Name), "«r»", neighbour.Value,
		"«cr»", "\r", "«esc»", "\x1b")
}

// Spellings returns the spellings of a name that programs use, the name itself first.
// Example: of api_key they are api_key, API_KEY, api-key, Api-Key, apiKey and ApiKey.
func Spellings(name string) []string {
	return []string{name, upperSnake(name), kebab(name), headerCase(name), camel(name), pascal(name)}
}

func upperSnake(name string) string { return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) }
func kebab(name string) string      { return strings.ToLower(strings.ReplaceAll(name, "_", "-")) }

func headerCase(name string) string {
	words := strings.Split(kebab(name), "-")
	for i, w := range words {
		words[i] = upperFirst(w)
	}
	return strings.Join(words, "-")
}

// titled writes the name as words with blanks between them.
func titled(name string) string { return strings.ReplaceAll(headerCase(name), "-", " ") }

func pascal(name string) string { return strings.ReplaceAll(headerCase(name), "-", "") }

func camel(name string) string {
	s := pascal(name)
	return strings.ToLower(s[:min(1, len(s))]) + s[min(1, len(s)):]
}

func upperFirst(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }

func escapeFirst(name, form string) string { return fmt.Sprintf(form, name[0]) + name[1:] }

// fullWidth writes the letters as their full-width forms.
func fullWidth(name string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + 0xfee0
		}
		return r
	}, name)
}

// encode returns the text in an encoding.
func encode(as, text string) string {
	switch as {
	case "base64":
		return base64.StdEncoding.EncodeToString([]byte(text))
	case "hex":
		return hex.EncodeToString([]byte(text))
	case "gzip":
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(text)) // a buffer reports no error
		w.Close()
		return base64.StdEncoding.EncodeToString(b.Bytes())
	case "jwt":
		part := base64.RawURLEncoding.EncodeToString
		return part([]byte(`{"alg":"HS256"}`)) + "." + part([]byte(text)) + ".c2lnbmF0dXJl"
	case "percent":
		var b strings.Builder
		for _, c := range []byte(text) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
		return b.String()
	case "":
		return text
	}
	panic("notations: unknown encoding " + as)
}
