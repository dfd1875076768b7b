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
}

// compileGlob reads a pattern in which "*" is any run of bytes and "\x" is a
// literal x.
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

func (g glob) match(name []byte) bool {
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

// MatchGlob reports whether a name fits a pattern in which "*" stands for any
// run of bytes, and how many characters of the pattern are literal: the more,
// the more specific it is.
func MatchGlob(pattern, name string) (ok bool, literal int) {
	stars := strings.Count(pattern, "*")
	literal = utf8.RuneCountInString(pattern) - stars
	if stars == 0 {
		return pattern == name, literal
	}
	pieces := bytes.Split([]byte(pattern), []byte{'*'})
	g := glob{head: pieces[0], middle: pieces[1 : len(pieces)-1], tail: pieces[len(pieces)-1]}
	return g.match([]byte(name)), literal
}
