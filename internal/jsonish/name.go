package jsonish

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Names are searched backwards from their end. So the text before a name, such as an
// apostrophe or half a string, does not matter. Each search ends at the nearest quote of
// its kind, and no two searches read the same bytes.

// quoted returns the name that the quote before i closes. The opening quote has the same
// form, and as many backslashes or more. Without one, the text was cut in the name or
// right before it.
func quoted(text []byte, i int, sign []byte) (name scan.Span, ok bool) {
	i -= len(sign)
	end := i - backslashes(text, 0, i)
	open := bytes.LastIndex(text[:end], sign)
	if open < 0 {
		return scan.Span{End: end}, end > 0
	} else if backslashes(text, 0, open) < i-end {
		return name, false
	}
	return scan.Span{Start: open + len(sign), End: end}, true
}

// longer returns the name with the same end that contains the quote before it as an
// escaped one, as in "a\"b". ok is false if none is within reach.
func longer(text []byte, name scan.Span) (all scan.Span, ok bool) {
	const reach, quotes = 256, 8 // so that looking twice costs little
	if name.Start == 0 {
		return all, false
	}
	sign := text[name.Start-1]
	if sign != '"' && sign != '\'' {
		return all, false
	}
	closing := bytes.IndexByte(text[name.End:], sign) // behind so many backslashes
	floor := max(0, name.Start-reach)
	for open, n := name.Start-1, 0; n < quotes; n++ {
		if backslashes(text, floor, open) <= closing {
			return scan.Span{Start: open + 1, End: name.End}, n > 0 && backslashes(text, floor, open) == closing
		}
		before := bytes.LastIndexByte(text[floor:open], sign)
		if before < 0 {
			break
		}
		open = floor + before
	}
	return all, false
}

// bareWord returns the index of the first character of the bare word that ends at end.
// Combining marks count as letters: scripts spell words with them. Characters without
// width are part of the word around them.
func bareWord(text []byte, end int) (start int) {
	start = end
	for i := end; i > 0; {
		r, size := rune(text[i-1]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeLastRune(text[:i])
		}
		hasWidth := r < utf8.RuneSelf || !unicode.Is(unicode.Cf, r)
		if hasWidth && !isOfWords(r) {
			break
		}
		if i -= size; hasWidth {
			start = i
		}
	}
	return start
}

// isOfWords reports whether bare words are made of a character.
func isOfWords(r rune) bool {
	if r < utf8.RuneSelf {
		return ofWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || unicode.Is(unicode.Pc, r)
}

// ofWord holds for the ASCII characters that a bare word is made of.
var ofWord = func() (is [utf8.RuneSelf]bool) {
	for c := range is {
		is[c] = c == '_' || c == '$' || c == '-' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return is
}()
