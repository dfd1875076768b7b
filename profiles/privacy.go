package profiles

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

const redacted = "[redacted]"

// privacy joins all privacy sections that apply. It adds to the other sections, and none of
// them takes anything back.
type privacy struct {
	forbid   []Rule
	redact   []Redaction
	patterns []Pattern
	detect   *Detection // nil if no section asks for it
	refuse   bool       // responses with a value to withhold
}

// privacy joins the sections, the most trusted last. The patterns of a section
// work on what those of the sections after it have left, so that no replacement
// spoils the text that a more trusted pattern looks for.
func (c *compiler) privacy(sections []Privacy) privacy {
	var all privacy
	var kinds wanted
	for _, s := range sections {
		earlier, counted := all.patterns, c.paths
		all.patterns = nil
		c.patterns.open()
		at := inFile(s.Position).key("privacy")
		all.forbid = append(all.forbid, c.privacyDrop(s, at.key("drop"))...)
		for i, m := range s.Mask {
			c.privacyMask(&all, m, at.key("mask").index(i), s.Trusted)
		}
		all.patterns = append(all.patterns, earlier...)
		c.detect(&kinds, s.Detect, at.key("detect"))
		if s.OnUnreadable != nil {
			c.oneOf(*s.OnUnreadable, at.key("on_unreadable"), []string{"withhold", "refuse"})
			all.refuse = all.refuse || *s.OnUnreadable == "refuse"
		}
		if s.Trusted {
			c.trusted, c.paths = c.trusted+c.paths-counted, counted
			if c.trusted > maxPaths {
				c.fail(at.origin(), "%d paths in the trusted privacy sections; at most %d are allowed", c.trusted, maxPaths)
			}
		}
	}
	all.detect = kinds.detection()
	return all
}

// privacyDrop reads the masks that drop values, with the spelling of each.
func (c *compiler) privacyDrop(s Privacy, at place) (rules []Rule) {
	for i, mask := range s.Drop {
		var spelling Spelling
		if i < len(s.Spellings) {
			spelling = s.Spellings[i]
		}
		where := at.index(i)
		for _, path := range c.spelled(c.parse(mask, where), spelling, where) {
			rules = append(rules, Rule{Path: path, Kind: fieldmask.Forbid, Origin: where.origin()})
		}
	}
	c.checkLength(len(rules), at)
	return rules
}

// spelled returns the paths with their names spelled so.
func (c *compiler) spelled(paths []fieldmask.Path, how Spelling, at place) []fieldmask.Path {
	switch {
	case how.Exact && how.Suffix:
		c.fail(at.origin(), "a name cannot be both exact and a suffix")
	case !how.Exact:
		for i, path := range paths {
			paths[i] = path.Folded(how.Suffix)
		}
	}
	return paths
}

func (c *compiler) privacyMask(all *privacy, m PrivacyMask, at place, trusted bool) {
	with := redacted
	if m.With != nil {
		with = *m.With
	}
	switch {
	case (m.Path == "") == (m.Pattern == ""):
		c.fail(at.origin(), "a privacy mask needs a path or a pattern, and not both")
	case m.Path == "" && m.Spelling != (Spelling{}):
		c.fail(at.origin(), "suffix and exact speak of the names of a path, and a pattern has none")
	case m.Path != "":
		for _, p := range c.spelled(c.parse(m.Path, at.key("path")), m.Spelling, at) {
			all.redact = append(all.redact, Redaction{Path: p, With: with, Origin: at.origin()})
		}
	default:
		if re := c.pattern(m.Pattern, at.key("pattern"), trusted); re != nil {
			all.patterns = append(all.patterns, Pattern{Regexp: re, With: with, Origin: at.origin()})
		}
	}
}

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
