package words

import "unicode/utf8"

const ellipsis = "…"

// Shorten cuts a text of more than longest bytes, between characters, and ends it with an
// ellipsis. If there is no room for more, it returns the ellipsis alone.
func Shorten(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return text[:start(text, max(longest-len(ellipsis), 0))] + ellipsis
}

// ShortenMiddle is [Shorten] for a text with the important parts at both ends. The
// ellipsis stands in its middle.
func ShortenMiddle(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	room := max(longest-len(ellipsis), 0)
	end := len(text) - room/2
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return text[:start(text, room-room/2)] + ellipsis + text[end:]
}

// start returns the start of the character at text[at].
func start(text string, at int) int {
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
