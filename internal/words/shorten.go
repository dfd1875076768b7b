package words

import "unicode/utf8"

const ellipsis = "…"

// Shorten cuts a text of more bytes than longest, between characters, so that an
// ellipsis ends it. Where there is no room for more, that is all.
func Shorten(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return text[:start(text, max(longest-len(ellipsis), 0))] + ellipsis
}

// ShortenMiddle is [Shorten] for a text of which both ends tell most: an ellipsis
// stands in its middle.
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

// start is where the character begins that stands at text[at].
func start(text string, at int) int {
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
