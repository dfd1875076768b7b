package definitions

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// shortText returns a description within the bounds of its list, or the same slice.
func shortText(quoted []byte, d *profiles.Definition) []byte {
	text := scan.Text(quoted)
	short := text
	if d.FirstSentence {
		short = firstSentence(text)
	}
	if d.MaxDescription > 0 {
		short = cutText(short, d.MaxDescription)
	}
	if short == text {
		return quoted
	}
	return scan.AppendQuote(nil, []byte(short))
}

// cutText returns the beginning of a text, of so many code points at most. It ends behind a
// word if one ends in its second half.
func cutText(text string, most int) string {
	n := 0
	for i, r := range text {
		if n++; n < most || n == most && i+utf8.RuneLen(r) == len(text) {
			continue
		}
		if word := strings.LastIndexFunc(text[:i], unicode.IsSpace); word > i/2 {
			i = word
		}
		return strings.TrimRightFunc(text[:i], unicode.IsSpace) + "…"
	}
	return text
}

// firstSentence returns the beginning of a text up to the end of its first sentence or
// paragraph. A full stop within a word or behind an abbreviation ends none.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	for i, r := range text {
		if !strings.ContainsRune(".!?\n。！？", r) {
			continue
		}
		end := i + utf8.RuneLen(r)
		rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
		after, _ := utf8.DecodeRuneInString(rest)
		gap := text[end : len(text)-len(rest)]
		switch {
		case r == '\n' && (strings.Contains(gap, "\n") || !unicode.IsLetter(after) && !unicode.IsDigit(after)):
			return strings.TrimSpace(text[:i]) // a blank line, or a list
		case r == '\n', r < utf8.RuneSelf && gap == "":
		case r != '.' || !unicode.IsLower(after) && !isAbbreviation(text[:i]):
			return text[:end]
		}
	}
	return text
}

// isAbbreviation reports whether a text ends with an abbreviation, without its last full stop.
func isAbbreviation(text string) bool {
	word := strings.ToLower(text[strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' })+1:])
	return utf8.RuneCountInString(word) == 1 || slices.Contains([]string{"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "no", "resp"}, word)
}
