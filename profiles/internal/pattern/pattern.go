// Package pattern compiles RE2 patterns within bounds. A pattern of few bytes can compile to
// many instructions: a{1000} takes 1,000, of about 100 bytes each.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
)

// Bounds of patterns.
const (
	maxText  = 8 << 10 // bytes of one pattern
	maxSize  = 10_000  // instructions of one pattern
	maxFile  = 50_000  // instructions of all patterns of one file
	maxTotal = 100_000 // of all files, and again of the trusted ones
)

// Compiler counts the instructions of the patterns that it compiles.
type Compiler struct {
	file    int // of the section that is compiled
	others  int // of sections of files that are not trusted
	trusted int // of sections of trusted files
	full    bool
}

// Open begins a section.
func (c *Compiler) Open() { c.file, c.full = 0, false }

// Compile compiles a pattern, or returns its fault. A pattern that matches the empty string
// would put its replacement between any two characters. A fault does not quote the pattern: it
// may spell out the very secret that it hides. After a pattern too many the rest of the section
// is neither compiled nor a fault.
func (c *Compiler) Compile(expr string, isTrusted bool) (re *regexp.Regexp, fault string) {
	if c.full {
		return nil, ""
	}
	if len(expr) > maxText {
		c.full = true
		return nil, fmt.Sprintf("the pattern has %d bytes; at most %d are allowed", len(expr), maxText)
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err == nil {
		if fault := c.count(instructions(tree), isTrusted); fault != "" {
			c.full = true
			return nil, fault
		}
		re, err = regexp.Compile(expr)
	}
	if refused, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, fmt.Sprintf("the pattern is no RE2 expression: %s", refused.Code)
	}
	if re.MatchString("") {
		return nil, "the pattern matches the empty string"
	}
	return re, ""
}

// count adds the size of a pattern. The fault is "" within the bounds.
func (c *Compiler) count(size int, isTrusted bool) (fault string) {
	sum := &c.others
	if isTrusted {
		sum = &c.trusted
	}
	c.file += size
	*sum += size
	switch {
	case size > maxSize:
		return fmt.Sprintf("the pattern compiles to about %d instructions; at most %d are allowed", size, maxSize)
	case c.file > maxFile:
		return fmt.Sprintf("up to here the patterns of the file compile to about %d instructions; at most %d are allowed", c.file, maxFile)
	case *sum > maxTotal:
		return fmt.Sprintf("up to here the patterns of all files compile to about %d instructions; at most %d are allowed", *sum, maxTotal)
	}
	return ""
}

// instructions estimates the size of a compiled pattern without compiling it. It counts one
// for each instruction, and one for eight bounds of character classes; copies share those.
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
