package words

import "unicode/utf8"

// Shorten cuts a text of more bytes than longest, between characters, so that an
// ellipsis ends it. Where there is no room for more, that is all.
func Shorten(text string, longest int) string {
	const more = "…"
	if len(text) <= longest {
		return text
	}
	end := max(longest-len(more), 0)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + more
}
