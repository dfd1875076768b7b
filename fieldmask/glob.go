package fieldmask

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// glob is a compiled pattern: literal pieces between stars. A name fits when it
// starts with the first piece, ends with the last, and holds the others in
// order between them. Matching is linear and never backtracks.
type glob struct {
	head, tail []byte
	middle     [][]byte
	fits       func(name []byte) bool // instead; nil of a pattern
}

// compileGlob reads a pattern. In it "*" is any run of bytes and "\x" is a literal x.
func compileGlob(pattern string) glob {
	var pieces [][]byte
	var cur []byte
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '*':
			pieces = append(pieces, cur)
			cur = nil
		case '\\':
			i++
			cur = append(cur, pattern[i])
		default:
			cur = append(cur, c)
		}
	}
	return glob{head: pieces[0], middle: pieces[1:], tail: cur}
}

// glob is the pattern of a step.
func (s step) glob() glob {
	if s.fits != nil {
		return glob{fits: s.fits}
	}
	return compileGlob(s.name)
}

func (g glob) match(name []byte) bool {
	if g.fits != nil {
		return g.fits(name)
	}
	if len(name) < len(g.head)+len(g.tail) || !bytes.HasPrefix(name, g.head) || !bytes.HasSuffix(name, g.tail) {
		return false
	}
	name = name[len(g.head) : len(name)-len(g.tail)]
	for _, piece := range g.middle {
		i := bytes.Index(name, piece)
		if i < 0 {
			return false
		}
		name = name[i+len(piece):]
	}
	return true
}

// MatchGlob reports whether a name fits a pattern; "*" stands for any run of bytes.
func MatchGlob(pattern, name string) bool {
	head, rest, hasStar := strings.Cut(pattern, "*")
	if !hasStar {
		return pattern == name
	}
	name, ok := strings.CutPrefix(name, head)
	for ok {
		piece, more, hasStar := strings.Cut(rest, "*")
		if !hasStar {
			return strings.HasSuffix(name, rest)
		}
		_, name, ok = strings.Cut(name, piece)
		rest = more
	}
	return false
}

// Specificity is how many characters of a pattern are literal.
func Specificity(pattern string) int {
	return utf8.RuneCountInString(pattern) - strings.Count(pattern, "*")
}
