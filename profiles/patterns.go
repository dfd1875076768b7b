package profiles

import (
	"errors"
	"regexp"
	"regexp/syntax"
)

// Bounds of privacy patterns. A pattern of few bytes can compile to many instructions:
// a{1000} takes 1,000, of about 100 bytes each.
const (
	maxPatternText  = 8 << 10 // bytes of one pattern
	maxPatternSize  = 10_000  // instructions of one pattern
	maxPatternFile  = 50_000  // instructions of all patterns of one file
	maxPatternTotal = 100_000 // of all files, and again of the home and /etc files
)

// patternRoom counts the instructions of privacy patterns.
type patternRoom struct {
	file    int // of the section that is compiled
	others  int // of sections of other files than home and /etc
	trusted int // of sections of home and /etc
	full    bool
}

// open begins a section.
func (r *patternRoom) open() { r.file, r.full = 0, false }

// pattern compiles an RE2 pattern. One that matches the empty string would put
// its replacement between any two characters. Its faults are told without it: it
// may spell out the very secret that it hides. A pattern too many is reported, and the rest of
// its section is not compiled.
func (c *compiler) pattern(expr string, at place, trusted bool) *regexp.Regexp {
	if c.patterns.full || !c.fits(expr, at, trusted) {
		return nil
	}
	re, err := regexp.Compile(expr)
	switch fault, refused := errors.AsType[*syntax.Error](err); {
	case refused:
		c.fail(at.origin(), "the pattern is no RE2 expression: %s", fault.Code)
	case re.MatchString(""):
		c.fail(at.origin(), "the pattern matches the empty string")
	}
	return re
}

// fits counts a pattern, and reports whether it is within the bounds. A pattern that is no
// RE2 expression is.
func (c *compiler) fits(expr string, at place, trusted bool) bool {
	r := &c.patterns
	if len(expr) > maxPatternText {
		r.full = true
		c.fail(at.origin(), "the pattern has %d bytes; at most %d are allowed", len(expr), maxPatternText)
		return false
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return true
	}
	size, room := instructions(tree), &r.others
	if trusted {
		room = &r.trusted
	}
	r.file += size
	*room += size
	r.full = size > maxPatternSize || r.file > maxPatternFile || *room > maxPatternTotal
	switch {
	case size > maxPatternSize:
		c.fail(at.origin(), "the pattern compiles to about %d instructions; at most %d are allowed", size, maxPatternSize)
	case r.file > maxPatternFile:
		c.fail(at.origin(), "up to here the patterns of the file compile to about %d instructions; at most %d are allowed", r.file, maxPatternFile)
	case r.full:
		c.fail(at.origin(), "up to here the patterns of all files compile to about %d instructions; at most %d are allowed", *room, maxPatternTotal)
	}
	return !r.full
}

// instructions estimates the size of a compiled pattern without compiling it: one for
// each instruction, and one for eight bounds of character classes, which copies share.
func instructions(tree *syntax.Regexp) int {
	steps, bounds := 0, 0
	type visit struct {
		tree  *syntax.Regexp
		times int
	}
	for todo := []visit{{tree, 1}}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		own, times := 1, v.times
		switch v.tree.Op {
		case syntax.OpLiteral:
			own = len(v.tree.Rune)
		case syntax.OpCharClass:
			bounds += len(v.tree.Rune)
		case syntax.OpCapture:
			own = 2
		case syntax.OpAlternate:
			own = len(v.tree.Sub)
		case syntax.OpRepeat:
			times *= max(v.tree.Min, v.tree.Max, 1)
			own = max(v.tree.Max-v.tree.Min, 1) // each copy that may be absent is a branch
		}
		steps += own * v.times
		for _, sub := range v.tree.Sub {
			todo = append(todo, visit{sub, times})
		}
	}
	return steps + bounds/8
}
