// Package toollist holds the rules for lists of tools: the tools that are listed, and the
// parts of their definitions that are.
package toollist

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles/internal/origin"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

// List is the key tools of the global section and of an entry of tool_overrides. It is about
// the list of tools that a client gets, and not about results. Its masks are names of tools or
// globs over them, in any spelling, as the names of entries are. In an entry they hold for the
// tools of the entry.
type List struct {
	// Allow leaves only the tools that it names. A tool needs every list that speaks to it.
	Allow *[]string `json:"allow"`
	// Deny takes tools away. All lists add up, and none is lifted by Allow.
	Deny []string `json:"deny"`
	// Defer shows tools by one line without their schema. The last list that speaks to a tool
	// decides, so that an empty list of a special entry defers nothing.
	Defer *[]string `json:"defer"`
	// Description shortens descriptions.
	Description *Description `json:"description"`
	// Drop names the annotations of schemas that go: examples, titles and defaults of input
	// schemas; outputs are all annotations of output schemas, descriptions among them.
	Drop *[]string `json:"drop"`
}

// Description bounds the descriptions of tools and of their arguments.
type Description struct {
	Max           *int  `json:"max"` // code points
	FirstSentence *bool `json:"first_sentence"`
}

// Definition is the treatment of a tool in the list of tools.
type Definition struct {
	Denied   bool // the tool is not listed, and cannot be called
	Deferred bool // the list shows one line of it
	// MaxDescription bounds the code points of a description; 0 is no bound.
	MaxDescription int
	FirstSentence  bool
	Drop           []string // as [List.Drop]
}

// IsZero reports whether the tool is listed as it is.
func (d *Definition) IsZero() bool {
	return !d.Denied && !d.Deferred && d.MaxDescription == 0 && !d.FirstSentence && len(d.Drop) == 0
}

// Lists holds the keys tools of a configuration, in the order of their application.
type Lists struct{ rules []rule }

type rule struct {
	List
	entry  string // the name of the entry; "" is the global section
	isGate bool   // of a file that is not in force: only Allow and Deny count
	at     func(key ...string) origin.Origin
}

// Bounds of one list, and of a mask.
const (
	mostMasks = 1024
	mostStars = 8
)

// Source reads keys tools. At returns the place of a value by the path of its keys, and Fail
// reports a fault.
type Source struct {
	At     func(path ...string) origin.Origin
	Fail   func(at origin.Origin, format string, args ...any)
	IsGate bool // of a file that is not in force
}

var kinds = []string{"examples", "titles", "defaults", "outputs"}

// Add adds the key of an entry, if it is there; "" is the global section. A more special entry
// comes later.
func (all *Lists) Add(entry string, l *List, from Source) {
	if l == nil {
		return
	}
	path := []string{"global", "tools"}
	if entry != "" {
		path = []string{"tool_overrides", entry, "tools"}
	}
	at := func(key ...string) origin.Origin { return from.At(slices.Concat(path, key)...) }
	for i, masks := range [][]string{value(l.Allow), l.Deny, value(l.Defer)} {
		key := []string{"allow", "deny", "defer"}[i]
		if n := len(masks); n > mostMasks {
			from.Fail(at(key), "%d masks; at most %d are allowed", n, mostMasks)
		}
		for i, mask := range masks {
			if mask == "" || strings.Count(mask, "*") > mostStars {
				from.Fail(at(key, strconv.Itoa(i)), "a mask of tools is not empty, and has at most %d stars", mostStars)
			}
		}
	}
	if d := l.Description; d != nil && d.Max != nil && *d.Max < 1 {
		from.Fail(at("description", "max"), "max must be 1 or more, not %d", *d.Max)
	}
	for i, kind := range value(l.Drop) {
		if !slices.Contains(kinds, kind) {
			from.Fail(at("drop", strconv.Itoa(i)), "unknown value %q; known: %s", kind, strings.Join(kinds, ", "))
		}
	}
	all.rules = append(all.rules, rule{*l, entry, from.IsGate, at})
}

// value is the value of a key, zero if it is not there.
func value[T any](key *T) (zero T) {
	if key == nil {
		return zero
	}
	return *key
}

// meets reports whether a call has one of the names that masks select.
func meets(c toolname.Call, masks ...string) bool {
	return slices.ContainsFunc(masks, func(mask string) bool {
		return slices.ContainsFunc(c.Names, func(name string) bool { return fieldmask.MatchGlob(mask, name) })
	})
}

func (r *rule) speaksTo(c toolname.Call) bool { return r.entry == "" || meets(c, r.entry) }

func (r *rule) limits() bool { return r.Allow != nil || len(r.Deny) > 0 }

// refuses reports whether Allow or Deny take a tool away. A name with more readings than are
// tried is refused.
func (r *rule) refuses(c toolname.Call) bool {
	return r.limits() && (c.Vague || r.speaksTo(c) && (meets(c, r.Deny...) || r.Allow != nil && !meets(c, *r.Allow...)))
}

// Any reports whether there is a key tools.
func (all *Lists) Any() bool { return len(all.rules) > 0 }

// Limit reports whether a key tools allows or denies anything.
func (all *Lists) Limit() bool {
	return slices.ContainsFunc(all.rules, func(r rule) bool { return r.limits() })
}

// Denies reports whether a tool of a server is not listed and cannot be called.
func (all *Lists) Denies(server, tool string) bool {
	return all.Limit() && value(all.Definition(server, tool)).Denied
}

// Definition returns the treatment of a tool in the list of a server's tools. It holds under
// every profile. The result is never nil.
func (all *Lists) Definition(server, tool string) *Definition {
	d := &Definition{}
	if !all.Any() {
		return d
	}
	c := toolname.Spell(server, tool)
	for i := range all.rules {
		r := &all.rules[i]
		d.Denied = d.Denied || r.refuses(c)
		if r.isGate || !r.speaksTo(c) {
			continue
		}
		if r.Defer != nil {
			d.Deferred = meets(c, *r.Defer...)
		}
		if r.Drop != nil {
			d.Drop = *r.Drop
		}
		if how := value(r.Description); how.Max != nil {
			d.MaxDescription = *how.Max
		}
		if how := value(r.Description); how.FirstSentence != nil {
			d.FirstSentence = *how.FirstSentence
		}
	}
	return d
}

// Unfit returns the masks that fit no tool of a server, as [toolname.Index.Unfit] does for
// entries. The masks of an entry that applies to no tool are left out.
func (all *Lists) Unfit(server string, tools []string) []toolname.Unfit {
	calls := make([]toolname.Call, len(tools))
	for i, tool := range tools {
		calls[i] = toolname.Spell(server, tool)
	}
	var masks []string
	for i := range all.rules {
		if r := &all.rules[i]; slices.ContainsFunc(calls, r.speaksTo) {
			masks = slices.Concat(masks, value(r.Allow), r.Deny, value(r.Defer))
		}
	}
	slices.Sort(masks)
	x := toolname.NewIndex(slices.Compact(masks), 0)
	return x.Unfit(server, tools)
}

// Visit calls yield with each setting that speaks to a call, and its place.
func (all *Lists) Visit(c toolname.Call, yield func(setting, value string, at origin.Origin)) {
	for i := range all.rules {
		r := &all.rules[i]
		if !r.speaksTo(c) {
			continue
		}
		say := func(said bool, value string, key ...string) {
			if said && (!r.isGate || key[0] == "allow" || key[0] == "deny") {
				yield("tools."+strings.Join(key, "."), value, r.at(key...))
			}
		}
		list := func(names []string) string { return strings.Join(names, ", ") }
		how := value(r.Description)
		say(r.Allow != nil, list(value(r.Allow)), "allow")
		say(len(r.Deny) > 0, list(r.Deny), "deny")
		say(r.Defer != nil, list(value(r.Defer)), "defer")
		say(how.Max != nil, strconv.Itoa(value(how.Max)), "description", "max")
		say(how.FirstSentence != nil, strconv.FormatBool(value(how.FirstSentence)), "description", "first_sentence")
		say(r.Drop != nil, list(value(r.Drop)), "drop")
	}
}
