package shaper_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// A way is a path of a mask, as the generator makes it.
type way struct {
	steps    []wayStep
	anchored bool // a leading dot
	pointer  bool // a JSON Pointer: steps are its tokens
}

type wayStep struct {
	op       string // name, glob, any, deep or index
	name     string // of a name; of a glob its pattern with "*" as the only special character
	from, to int    // of an index
	single   bool   // [from]
	toEnd    bool   // [from:]
	folded   bool   // a name of privacy, in any spelling (LAWS 13)
	isLast   bool   // but for positions
}

// spelled are the ways of privacy, whose names meet in any spelling.
func spelled(ways []way) (all []way) {
	for _, w := range ways {
		w.steps = slices.Clone(w.steps)
		last := len(w.steps) - 1
		for i := range w.steps {
			_, notNumber := strconv.Atoi(w.steps[i].name)
			w.steps[i].folded = !w.pointer || notNumber != nil
		}
		for last > 0 && w.steps[last].op == "index" {
			last--
		}
		w.steps[last].isLast = true
		all = append(all, w)
	}
	return all
}

// reach holds the values of a document that ways lead to.
type reach struct {
	ends map[*node]bool // they end here
	on   map[*node]bool // they come by, and want something below
}

// reaching returns the reach of ways that begin at some values of a document.
func reaching(ways []way, roots ...*node) reach {
	r := reach{ends: map[*node]bool{}, on: map[*node]bool{}}
	for _, w := range ways {
		for _, root := range roots {
			r.walk(root, w.steps, w.pointer)
		}
	}
	return r
}

// walk goes on from a value. Arrays are transparent to names (LAWS 2), and to
// nothing else; "*" is one key, "**" none or more levels (LAWS 4).
func (r *reach) walk(at *node, steps []wayStep, pointer bool) {
	if len(steps) == 0 {
		r.ends[at] = true
		return
	}
	r.on[at] = true
	s, rest := steps[0], steps[1:]
	if s.op == "deep" {
		r.walk(at, rest, pointer)
	}
	for _, m := range at.members {
		switch {
		case s.op == "deep":
			r.walk(m.node, steps, pointer)
		case s.names(m.name):
			r.walk(m.node, rest, pointer)
		}
	}
	for i, e := range at.elems {
		switch {
		case s.op == "deep":
			r.walk(e, steps, pointer)
		case pointer && s.name == strconv.Itoa(i), s.op == "index" && s.holds(i, len(at.elems)):
			r.walk(e, rest, pointer)
		case !pointer && s.op != "index":
			r.walk(e, steps, pointer)
		}
	}
}

// names reports whether a step leads to the members of a name. It compares unescaped names
// (LAWS 9).
func (s wayStep) names(name string) bool {
	switch {
	case s.folded && s.op == "name":
		return s.isLast && testkit.MeetsFolded(s.name, name, false) || testkit.EqualsFolded(s.name, name)
	case s.folded && s.op == "glob":
		return testkit.GlobMeetsFolded(s.name, name)
	}
	return s.op == "any" || s.op == "name" && s.name == name || s.op == "glob" && globFits(s.name, name)
}

// holds reports whether an index takes position i of n, as counted in the input.
func (s wayStep) holds(i, n int) bool {
	from, to := s.from, s.to
	if from < 0 {
		from += n
	}
	if to < 0 {
		to += n
	}
	if s.single {
		return i == from
	}
	return i >= from && (s.toEnd || i < to)
}

func globFits(pattern, name string) bool {
	if pattern == "" {
		return name == ""
	}
	if pattern[0] == '*' {
		return globFits(pattern[1:], name) || name != "" && globFits(pattern, name[1:])
	}
	return name != "" && name[0] == pattern[0] && globFits(pattern[1:], name[1:])
}

// floating are the ways as excludes: one that is a bare name holds at every depth
// (LAWS 1).
func floating(ways []way) []way {
	var all []way
	for _, w := range ways {
		if len(w.steps) == 1 && !w.anchored && !w.pointer && w.steps[0].op != "index" && w.steps[0].op != "deep" {
			w.steps = append([]wayStep{{op: "deep"}}, w.steps...)
		}
		all = append(all, w)
	}
	return all
}

// String spells the way as a mask.
func (w way) String() string {
	var b strings.Builder
	for i, s := range w.steps {
		switch {
		case w.pointer:
			b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(s.name))
			continue
		case i > 0 && s.op != "index" || i == 0 && w.anchored:
			b.WriteByte('.')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

func (s wayStep) String() string {
	switch {
	case s.op == "any":
		return "*"
	case s.op == "deep":
		return "**"
	case s.op == "glob":
		return s.name
	case s.op == "name":
		quoted, _ := json.Marshal(s.name)
		return string(quoted)
	case s.single:
		return fmt.Sprintf("[%d]", s.from)
	case s.toEnd:
		return fmt.Sprintf("[%d:]", s.from)
	}
	return fmt.Sprintf("[%d:%d]", s.from, s.to)
}
