package config

import (
	"errors"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// builder collects what a snapshot is made of.
type builder struct {
	o          Options
	sources    []*source
	inForce    *document // nil: the built-ins
	unparsed   bool      // what a file says is unknown
	env, flags layer
	spec       profiles.Spec
	timing     timing // of all files
	own        timing // of the file in force
	unsaid     string // the pointer to what no layer says, and is built in
	problems   Diagnostics
}

// layer adds what stands in no file.
func (b *builder) layer() {
	b.flags = flags(b.o)
	if !b.o.NoConfig {
		b.env = environment(b.o)
	}
	b.problems = append(b.problems, slices.Concat(b.env.problems, b.flags.problems)...)
}

// compile merges the layers and compiles them; nil when the profiles refuse.
func (b *builder) compile() *profiles.Set {
	var file string
	var values map[string]any
	if b.inForce != nil {
		file, values = b.inForce.name, b.inForce.values
	}
	merged := b.merge(file, values, b.env.values, b.flags.values)
	b.pace()
	merged.Global.Archive = b.shelve(merged.Global.Archive)
	b.spec = profiles.Spec{
		Global:   merged.Global.Global,
		Profiles: merged.Profiles,
		Tools:    merged.toolsIn(b.inForce),
		Clients:  merged.clientsIn(b.inForce),
		Privacy:  b.privacy(),
		Position: b.origin,
		Counters: b.o.Counters,
		Trusted:  b.isTrusted(),
	}
	if len(values)+len(b.env.values)+len(b.flags.values) > 0 { // else no name is to be known
		b.spec.Dialects, b.spec.Metadata = loadGrammar().dialects, loadGrammar().metadata
	}
	b.spec.Tier, _ = b.o.env("CODE_SCALPEL_TIER")
	b.spec.Force, b.spec.ForcedBy = forced(b.o)
	set, err := profiles.New(b.spec)
	if refused, ok := errors.AsType[*profiles.Error](err); ok {
		b.report(refused.Problems)
		return nil
	}
	b.report(set.Warnings())
	return set
}

// isTrusted reports whether the file in force is the home or the /etc file.
func (b *builder) isTrusted() bool {
	return slices.ContainsFunc(b.sources, func(s *source) bool { return s.inForce && s.Place.Privacy })
}

// report adds what the profiles have against the values. Where a part of a
// value is wrong already, what that makes of the value is not told.
func (b *builder) report(found []profiles.Problem) {
	type place struct{ file, pointer string }
	blamed := map[place]bool{}
	for _, d := range b.problems {
		for ptr := d.Pointer; ptr != "" && !d.Warning; ptr = ptr[:max(strings.LastIndexByte(ptr, '/'), 0)] {
			blamed[place{d.File, ptr}] = true
		}
	}
	for _, p := range found {
		if at := p.Origin; !blamed[place{at.File, at.Pointer}] {
			b.problems = append(b.problems, Diagnostic{
				File: at.File, Line: at.Line, Column: at.Column, Pointer: at.Pointer,
				Message: p.Message, Hint: p.Hint, Warning: p.Warning,
			})
		}
	}
}

// merge lays layers over each other. The schema has let them pass, so that an
// error is one of this package.
func (b *builder) merge(file string, layers ...map[string]any) settings {
	merged, err := merge(layers...)
	if err != nil {
		b.problems = append(b.problems, Diagnostic{File: file, Message: "cannot be decoded"})
	}
	return merged
}

// privacy collects the privacy sections of all files that have a say.
func (b *builder) privacy() (sections []profiles.Privacy) {
	for _, s := range b.sources {
		if values, ok := s.doc.values["privacy"]; ok {
			section := b.merge(s.shown(), map[string]any{"privacy": values}).Privacy
			section.Spellings = spellings(values)
			section.Position, section.Trusted = s.doc.origin, s.Place.Privacy
			sections = append(sections, section)
		}
	}
	return sections
}

// forced is the profile that the environment forces (RULES R9, D3), and
// the variable that does.
func forced(o Options) (profile, variable string) {
	variable = "SCALPEL_MCP_INFO"
	level, ok := o.env(variable)
	if !ok {
		variable = "SCALPEL_MCP_OUTPUT"
		level, _ = o.env(variable)
	}
	switch strings.ToUpper(strings.TrimSpace(level)) {
	case "DEBUG", "TRACE":
		return "debug", variable
	}
	return "", ""
}

// entries are the names of the entries of a section in the order of the file; none
// where there is no file.
func (d *document) entries(name string) (names []string) {
	if d == nil {
		return nil
	}
	section := d.find([]string{name})
	entries, ok := section.value.Value.(*hujson.Object)
	if !ok || !section.whole {
		return nil
	}
	for _, member := range entries.Members {
		names = append(names, member.Name.Value.(hujson.Literal).String())
	}
	return names
}

// origin says where the value at a pointer was written, in whichever layer had
// the last word.
func (b *builder) origin(ptr string) profiles.Origin {
	for _, l := range []layer{b.flags, b.env} {
		if speaker := l.speaker(ptr); speaker != "" {
			return profiles.Origin{Pointer: speaker}
		}
	}
	if ptr != "" && ptr == b.unsaid {
		return profiles.Origin{Pointer: "built-in " + ptr}
	}
	if b.inForce == nil {
		return profiles.Origin{Pointer: ptr}
	}
	return b.inForce.origin(ptr)
}

func (b *builder) snapshot(set *profiles.Set, hash string) *Snapshot {
	s := &Snapshot{set: set, hash: hash, warnings: b.problems, origin: b.origin, spec: b.spec, timing: b.timing, own: b.own, paced: b.paced}
	for _, source := range b.sources {
		s.files = append(s.files, source.Place)
		if source.inForce {
			s.path, s.name, s.trust = source.Path, source.shown(), source.Trust
		}
	}
	return s
}
