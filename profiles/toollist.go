package profiles

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

// ToolList is the key tools of the global section and of an entry of tool_overrides. It is
// about the list of tools that a client gets, and not about results. Its masks are names of
// tools or globs over them, in any spelling, as those of [Tool]. In an entry they hold for the
// tools of the entry.
type ToolList struct {
	// Allow leaves only the tools that it names. A tool needs every list that speaks to it.
	Allow *[]string `json:"allow"`
	// Deny takes tools away. All lists add up, and none is lifted by Allow.
	Deny []string `json:"deny"`
	// Defer shows tools by one line without their schema. The last list that speaks to a tool
	// decides, so that an empty list of a special entry defers nothing.
	Defer *[]string `json:"defer"`
	// Description shortens descriptions.
	Description *ToolDescription `json:"description"`
	// Drop names the annotations of schemas that go: examples, titles and defaults of input
	// schemas; outputs are all annotations of output schemas, descriptions among them.
	Drop *[]string `json:"drop"`
}

// ToolDescription bounds the descriptions of tools and of their arguments.
type ToolDescription struct {
	Max           *int  `json:"max"` // code points
	FirstSentence *bool `json:"first_sentence"`
}

// Gate holds the keys tools of a file that is not in force, but whose allow and deny hold.
type Gate struct {
	Global   *ToolList
	Tools    []Tool // their ToolList alone counts
	Position func(pointer string) Origin
}

// Definition is the treatment of a tool in the list of tools.
type Definition struct {
	Denied   bool // the tool is not listed, and cannot be called
	Deferred bool // the list shows one line of it
	// MaxDescription bounds the code points of a description; 0 is no bound.
	MaxDescription int
	FirstSentence  bool
	Drop           []string // as [ToolList.Drop]
}

// IsZero reports whether the tool is listed as it is.
func (d *Definition) IsZero() bool {
	return !d.Denied && !d.Deferred && d.MaxDescription == 0 && !d.FirstSentence && len(d.Drop) == 0
}

// toolRule is a compiled [ToolList].
type toolRule struct {
	entry             string // the name of the entry; "" is the global section
	allow, deny       said[[]string]
	deferred, drop    said[[]string]
	max               said[int]
	first             said[bool]
	hasGate, isLonely bool // it allows or denies; it stands in a file that is not in force
}

var dropKinds = []string{"examples", "titles", "defaults", "outputs"}

// mostMasks bounds the masks of one list.
const mostMasks = 1024

// toolRules compiles the key tools of a global section and of tool entries, the most special
// entry last.
func (c *compiler) toolRules(global *ToolList, tools []Tool, at place) (all []toolRule) {
	add := func(entry string, l *ToolList, at place) {
		if l != nil {
			all = append(all, c.toolRule(entry, l, at.key("tools")))
		}
	}
	add("", global, at.key("global"))
	own := slices.Clone(tools)
	slices.SortStableFunc(own, func(a, b Tool) int { return toolname.Compare(a.Name, b.Name) })
	for _, t := range own {
		add(t.Name, t.ToolList, at.key("tool_overrides", t.Name))
	}
	return all
}

func (c *compiler) toolRule(entry string, l *ToolList, at place) toolRule {
	r := toolRule{entry: entry, allow: c.names(l.Allow, at.key("allow")), deferred: c.names(l.Defer, at.key("defer"))}
	if len(l.Deny) > 0 {
		r.deny = c.names(&l.Deny, at.key("deny"))
	}
	r.hasGate = r.allow.ok || r.deny.ok
	if d := l.Description; d != nil {
		at := at.key("description")
		r.max, r.first = say(d.Max, at.key("max")), say(d.FirstSentence, at.key("first_sentence"))
		if r.max.ok && r.max.value < 1 {
			c.fail(r.max.origin, "max must be 1 or more, not %d", r.max.value)
		}
	}
	if l.Drop != nil {
		for i, kind := range *l.Drop {
			c.oneOf(kind, at.key("drop").index(i), dropKinds)
		}
		r.drop = say(new(slices.Clone(*l.Drop)), at.key("drop"))
	}
	return r
}

// names checks a list of masks of tools.
func (c *compiler) names(masks *[]string, at place) said[[]string] {
	if masks == nil {
		return said[[]string]{}
	}
	if n := len(*masks); n > mostMasks {
		c.fail(at.origin(), "%d masks; at most %d are allowed", n, mostMasks)
	}
	for i, mask := range *masks {
		switch n := strings.Count(mask, "*"); {
		case mask == "":
			c.fail(at.index(i).origin(), "a mask of tools must not be empty")
		case n > maxStars:
			c.fail(at.index(i).origin(), "%d stars in the mask; at most %d are allowed", n, maxStars)
		}
	}
	return say(new(slices.Clone(*masks)), at)
}

// meets reports whether a call has one of the names that masks select.
func meets(c toolname.Call, masks ...string) bool {
	return slices.ContainsFunc(masks, func(mask string) bool {
		return slices.ContainsFunc(c.Names, func(name string) bool { return fieldmask.MatchGlob(mask, name) })
	})
}

// speaksTo reports whether the rule is about a tool.
func (r *toolRule) speaksTo(c toolname.Call) bool { return r.entry == "" || meets(c, r.entry) }

// refuses reports whether allow or deny take a tool away. A name with more readings than are
// tried is refused.
func (r *toolRule) refuses(c toolname.Call) bool {
	if !r.hasGate || !c.Vague && !r.speaksTo(c) {
		return false
	}
	return c.Vague || meets(c, r.deny.value...) || r.allow.ok && !meets(c, r.allow.value...)
}

// ListsTools reports whether a key tools is there.
func (s *Set) ListsTools() bool { return len(s.toolRules) > 0 }

// LimitsTools reports whether a key tools allows or denies anything.
func (s *Set) LimitsTools() bool {
	return slices.ContainsFunc(s.toolRules, func(r toolRule) bool { return r.hasGate })
}

// Denies reports whether a tool of a server is not listed and cannot be called.
func (s *Set) Denies(server, tool string) bool {
	if !s.LimitsTools() {
		return false
	}
	c := toolname.Spell(server, tool)
	return slices.ContainsFunc(s.toolRules, func(r toolRule) bool { return r.refuses(c) })
}

// Definition returns the treatment of a tool in the list of a server's tools. It holds under
// every profile.
func (s *Set) Definition(server, tool string) (d Definition) {
	if len(s.toolRules) == 0 {
		return d
	}
	c := toolname.Spell(server, tool)
	for i := range s.toolRules {
		r := &s.toolRules[i]
		d.Denied = d.Denied || r.refuses(c)
		if r.isLonely || !r.speaksTo(c) {
			continue
		}
		if r.deferred.ok {
			d.Deferred = meets(c, r.deferred.value...)
		}
		if r.max.ok {
			d.MaxDescription = r.max.value
		}
		if r.first.ok {
			d.FirstSentence = r.first.value
		}
		if r.drop.ok {
			d.Drop = r.drop.value
		}
	}
	return d
}

// UnfitMasks returns the masks of the keys tools that fit no tool of a server, as [Set.Unfit]
// does for entries. The masks of an entry that applies to no tool are left out.
func (s *Set) UnfitMasks(server string, tools []string) []Unfit {
	calls := make([]toolname.Call, len(tools))
	for i, tool := range tools {
		calls[i] = toolname.Spell(server, tool)
	}
	var masks []string
	for i := range s.toolRules {
		r := &s.toolRules[i]
		if slices.ContainsFunc(calls, r.speaksTo) {
			masks = slices.Concat(masks, r.allow.value, r.deny.value, r.deferred.value)
		}
	}
	slices.Sort(masks)
	x := toolname.NewIndex(slices.Compact(masks), 0)
	return x.Unfit(server, tools)
}

// listed lists the settings of the keys tools that speak to a call, and their places.
func (s *Set) listed(c toolname.Call) (all []Decision) {
	for i := range s.toolRules {
		r := &s.toolRules[i]
		if !r.speaksTo(c) {
			continue
		}
		all = append(all, decide("tools.allow", r.allow, list), decide("tools.deny", r.deny, list))
		if !r.isLonely {
			all = append(all, decide("tools.defer", r.deferred, list), decide("tools.description.max", r.max, strconv.Itoa),
				decide("tools.description.first_sentence", r.first, strconv.FormatBool), decide("tools.drop", r.drop, list))
		}
	}
	return all
}
