package profiles

import (
	"cmp"
	"encoding/binary"
	"maps"
	"reflect"
	"slices"
	"sort"

	"github.com/seed-7aa78ce4/shape/profiles/internal/pattern"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toollist"
	"github.com/seed-7aa78ce4/shape/profiles/internal/toolname"
)

// Set is a checked and compiled configuration. It is immutable, and safe for
// concurrent use.
type Set struct {
	generation  uint64
	dialects    []string
	global      section // of the file; the built-in one lies below it
	profiles    map[string]*profile
	tools       []*tool // in the order of their application
	byTool      toolname.Index
	clients     []client // in the order of their application, after the known ones
	privacy     privacy
	archive     archive
	paths       int // in all lists but those of privacy
	tier, force said[string]
	trusted     bool // the file is the user's or the machine's own
	warnings    []Problem
	closed      error // the error of every call; nil is none
	preset      said[func(server string) *Preset]
	lists       toollist.Lists
}

// tool is a compiled [Tool].
type tool struct {
	section
	name string
}

// compiler turns written settings into compiled ones.
type compiler struct {
	problems
	builtIn  bool     // the source has no faults
	dialects []string // known names; none: not checked
	metadata []string // known names; none: not checked
	counters []string // known names; none: not checked
	paths    int      // parsed so far, without those of trusted sections
	trusted  int      // paths of trusted sections
	patterns pattern.Compiler
}

// New lays a configuration over the built-ins, checks it and compiles it. The error is an
// [*Error] with every problem of spec, in file order if positions are known. If all are
// warnings, there is no error, and [Set.Warnings] lists them. New keeps nothing of spec but
// its functions.
func New(spec Spec) (*Set, error) {
	c, at := &compiler{dialects: slices.Clone(spec.Dialects), metadata: spec.Metadata, counters: spec.Counters}, inFile(spec.Position)
	isEmpty := reflect.ValueOf(spec.Global).IsZero() && spec.Force == "" &&
		len(spec.Profiles)+len(spec.Tools)+len(spec.Clients)+len(spec.Privacy)+len(spec.Gates) == 0
	var s *Set
	if isEmpty { // the built-ins have no faults
		s = (&Set{tier: outsider(spec.Tier, "CODE_SCALPEL_TIER"), trusted: spec.Trusted}).over(builtins())
	} else {
		s = c.set(spec, at)
	}
	if len(c.all) > 0 {
		if c.failed() {
			return nil, &Error{c.sorted()}
		}
		s.warnings = c.sorted()
	}
	s.dialects = c.dialects
	if spec.Preset != nil {
		s.preset = said[func(string) *Preset]{spec.Preset, at.key("presets").origin(), true}
	}
	return s, nil
}

const tooManyPaths = "%d paths in all lists; at most %d are allowed"

// set compiles and checks a configuration, as far as it gets without a fault
// that makes the rest idle.
func (c *compiler) set(spec Spec, at place) *Set {
	if c.checkSizes(spec, at); c.failed() {
		return nil
	}
	written := c.compile(spec, at)
	if c.paths > maxPaths {
		c.fail(at.origin(), tooManyPaths, c.paths, maxPaths)
		return nil
	}
	s := written.over(builtins())
	c.check(s, written)
	return s
}

// compile compiles a configuration without its base.
func (c *compiler) compile(spec Spec, at place) *Set {
	g := spec.Global
	s := &Set{
		global:   c.section(Tool{Settings: g.Settings, Delivery: g.Delivery, Budget: g.Budget, Profile: g.Profile}, at.key("global")),
		profiles: make(map[string]*profile, len(spec.Profiles)),
		tier:     outsider(spec.Tier, "CODE_SCALPEL_TIER"),
		force:    outsider(spec.Force, cmp.Or(spec.ForcedBy, "forced")),
		trusted:  spec.Trusted,
	}
	for _, name := range slices.Sorted(maps.Keys(spec.Profiles)) {
		if name == "" {
			c.fail(at.key("profiles", name).origin(), "a profile needs a name")
			continue
		}
		if name == Off && !c.builtIn {
			c.report(Problem{Origin: at.key("profiles", name).origin(), Message: "the profile off is built in, and cannot be changed", Hint: "choose another name"})
			continue
		}
		s.profiles[name] = c.profile(spec.Profiles[name], at.key("profiles", name))
	}
	for _, t := range spec.Tools {
		s.tools = append(s.tools, &tool{name: t.Name, section: c.section(t, at.key("tool_overrides", t.Name))})
	}
	if c.builtIn { // in order, and without more
		return s
	}
	s.paths = c.paths
	s.privacy = c.privacy(spec.Privacy)
	s.clients = c.clients(spec.Clients, at.key("clients"))
	if spec.Global.Archive != nil {
		s.archive = c.archive(spec.Global.Archive, at.key("global", "archive"))
	}
	c.lists(&s.lists, spec, false)
	slices.SortStableFunc(s.tools, func(a, b *tool) int { return toolname.Compare(a.name, b.name) })
	return s
}

// outsider is a value that no file holds; an empty one says nothing.
func outsider(value, source string) said[string] {
	return said[string]{value: value, origin: Origin{Pointer: source}, ok: value != ""}
}

// over returns the set of a file laid over the built-in one. A profile in both keeps the
// settings that the file leaves out. Every tool entry of the file applies after every built-in
// one.
func (s *Set) over(base *Set) *Set {
	joined := *s
	joined.profiles = maps.Clone(base.profiles)
	for name, p := range s.profiles {
		if b, ok := base.profiles[name]; ok {
			p = &profile{section: join(&b.section, &p.section), extends: p.extends.or(b.extends)}
		}
		joined.profiles[name] = p
	}
	joined.tier = s.tier.or(base.tier)
	joined.tools = slices.Concat(base.tools, s.tools)
	names := make([]string, len(joined.tools))
	for i, t := range joined.tools {
		names[i] = t.name
	}
	joined.byTool = toolname.NewIndex(names, len(base.tools))
	return &joined
}

// lineage lists a profile and its bases, base first. Debug, and each profile that extends it,
// spells everything out (RULES D3). The list ends at an unknown profile, and in a cycle after
// as many steps as there are profiles.
func (s *Set) lineage(name string) (sections []*section, expand bool) {
	for len(sections) < len(s.profiles) {
		p, ok := s.profiles[name]
		if !ok {
			break
		}
		expand = expand || name == debug
		sections = append(sections, &p.section)
		name = p.extends.value
	}
	slices.Reverse(sections)
	return sections, expand
}

// Warnings are the problems that left the configuration usable: values without
// effect, in file order where positions are known.
func (s *Set) Warnings() []Problem { return s.warnings }

// Generation is the number that [Set.WithGeneration] gave the set, else 0.
func (s *Set) Generation() uint64 { return s.generation }

// WithGeneration returns the same set under another number. A cache of outcomes tells sets
// apart by it.
func (s *Set) WithGeneration(n uint64) *Set {
	c := *s
	c.generation = n
	return &c
}

// WithPrivacy returns the same set with other privacy sections in the place of its
// own, the most trusted last. The error is an [*Error]. It takes no longer where
// the rest of the configuration is large.
func (s *Set) WithPrivacy(sections []Privacy) (*Set, error) {
	compiler := &compiler{paths: s.paths}
	c := *s
	c.privacy = compiler.privacy(sections)
	if compiler.paths > maxPaths {
		compiler.fail(Origin{}, tooManyPaths, compiler.paths, maxPaths)
	}
	if compiler.failed() {
		return nil, &Error{compiler.sorted()}
	}
	return &c, nil
}

// Closed returns the same set without any answer: every call returns err, and nothing shows.
// It stands in for a configuration whose hiding rules are unknown.
func (s *Set) Closed(err error) *Set {
	c := *s
	c.closed = err
	return &c
}

// ClosedBy returns the error that [Set.Closed] was given, or nil if the set answers.
func (s *Set) ClosedBy() error { return s.closed }

// Profiles returns the set itself: a set that never changes is a source of sets.
func (s *Set) Profiles() *Set { return s }

// AnyTool is the name of an unknown tool. The hiding rules of every entry apply to its
// results, and no other rule of an entry.
const AnyTool = toolname.Any

// AppendEntries appends a key of the tool entries that apply to a tool of a server. Calls with
// the same key get the same answers, but for the name of the tool in errors.
func (s *Set) AppendEntries(b []byte, server, tool string) []byte {
	c := toolname.Spell(server, tool)
	if b = append(b, 0); c.Vague {
		b[len(b)-1] = 1
	}
	b = append(append(b, toolname.Envelope(server, tool)...), 0)
	if s.preset.ok {
		if p, applying := s.presetOf(c); p != nil {
			b = append(append(b, p.name...), byte(len(applying)))
			for _, i := range applying {
				b = binary.AppendUvarint(b, uint64(i))
			}
		}
	}
	b = append(b, 0)
	for _, i := range s.byTool.Applying(c) {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return b
}

// SharingTools returns the names of tool_overrides that share a tool with one of others, in
// any spelling: github.* and mcp__github__list_issues share list_issues. If the names are too
// many to compare, it returns more of them.
func SharingTools(names, others []string) []string { return toolname.Sharing(names, others) }

// ProfileNames returns the names of all profiles, sorted.
func (s *Set) ProfileNames() []string { return slices.Sorted(maps.Keys(s.profiles)) }

// ToolNames returns the names of the tools that have entries of their own, built-in
// ones among them, sorted and as they are spelt there. Patterns are no names.
func (s *Set) ToolNames() []string { return s.byTool.Names() }

// Modes returns the names of the response modes that a tool has, sorted.
func (s *Set) Modes(server, tool string) []string {
	a, err := s.answer(toolname.Spell(server, tool), &section{})
	if err != nil {
		return nil
	}
	return modeNames(a.all.modes)
}

// HasTools reports whether tool_overrides has entries beside the built-in ones.
func (s *Set) HasTools() bool { return len(s.tools) > s.byTool.Own }

// Nearest is the entry of tool_overrides that was probably meant for a tool that meets none.
// It is "" if nothing resembles the tool, and if an entry applies.
func (s *Set) Nearest(server, tool string) string { return s.byTool.Nearest(server, tool) }

// Unfit is an entry of tool_overrides that applies to no tool of a server.
type Unfit = toolname.Unfit

// Unfit returns the entries of tool_overrides that apply to no tool of a server, in the order
// of their names. One configuration may serve several servers. If any entry applies to a tool
// of this server, entries that name another server are left out, unless a tool has a near
// name.
func (s *Set) Unfit(server string, tools []string) []Unfit { return s.byTool.Unfit(server, tools) }

// ToolList is the key tools, of Allow, Deny, Defer, Description and Drop. ToolDescription
// bounds descriptions. Definition is the treatment of a tool in the list.
type (
	ToolList        = toollist.List
	ToolDescription = toollist.Description
	Definition      = toollist.Definition
)

// Lists returns the rules for lists of tools.
func (s *Set) Lists() *toollist.Lists { return &s.lists }

// lists compiles the keys tools of a configuration behind those of its gates.
func (c *compiler) lists(all *toollist.Lists, spec Spec, isGate bool) {
	for _, gate := range spec.Gates {
		c.lists(all, gate, true)
	}
	from := toollist.Source{Fail: c.fail, IsGate: isGate, At: func(path ...string) Origin { return inFile(spec.Position).key(path...).origin() }}
	all.Add("", spec.Global.ToolList, from)
	tools := slices.Clone(spec.Tools)
	sort.SliceStable(tools, func(i, j int) bool { return toolname.Compare(tools[i].Name, tools[j].Name) < 0 })
	for _, t := range tools {
		all.Add(t.Name, t.ToolList, from)
	}
}
