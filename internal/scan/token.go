package scan

// Token is what a piece of a text is.
type Token uint8

// The tokens. What is none of a valid text counts as TokenMark, byte by byte.
const (
	TokenMark   Token = iota // brackets, colons, commas, and what is between tokens
	TokenName                // of a member
	TokenString              // any other string
	TokenNumber
	TokenWord // true, false, null
)

// NextToken returns what stands at i, and the index after it. Whatever the text
// holds, that is greater than i.
func NextToken(src []byte, i int) (kind Token, end int) {
	switch c := src[i]; {
	case c == '"':
		end, closed := stringEnd(src, i+1)
		if !closed {
			return TokenString, len(src)
		}
		if next := Space(src, end); next < len(src) && src[next] == ':' {
			return TokenName, end
		}
		return TokenString, end
	case c == '-' || c >= '0' && c <= '9':
		return TokenNumber, tokenEnd(src, i)
	case c >= 'a' && c <= 'z':
		return TokenWord, tokenEnd(src, i)
	}
	return TokenMark, i + 1
}
