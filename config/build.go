package config

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Load finds, reads and checks the configuration. An invalid file, or a named one that is
// missing, is an error of type [Diagnostics]. Load never falls back to another file or to the
// built-ins. It checks a refused file again after a moment, since a save in progress looks
// like a fault.
func Load(o Options) (*Snapshot, error) {
	places, err := o.places()
	if err != nil {
		return nil, err
	}
	snapshot, _, err := first(context.Background(), o, func() ([]file, error) { return o.readAll(places), nil })
	return snapshot, err
}

// first makes the first snapshot of the files that read returns. It looks again at files that
// are refused, for longer if they change: a save in progress looks like a fault.
func first(ctx context.Context, o Options, read func() ([]file, error)) (snapshot *Snapshot, found []file, err error) {
	var began, changed time.Time
	var fault error // of the last build
	for refused := ""; ; {
		if found, err = read(); err != nil {
			return nil, found, err
		}
		hash := hashFiles(found)
		if hash != refused {
			if snapshot, err = build(o, found); err == nil {
				return snapshot, found, nil
			}
			if changed = time.Now(); refused == "" {
				began = changed
			}
			refused, fault = hash, err
		} else if time.Since(changed) >= o.settling() {
			return nil, found, fault
		}
		if time.Since(began) >= usual.MaxWait {
			return nil, found, fault
		}
		select {
		case <-time.After(o.settling() / 10):
		case <-ctx.Done():
			return nil, found, ctx.Err()
		}
	}
}

// settling is the time that a fault may be a save in progress.
func (o Options) settling() time.Duration {
	if o.Debounce > 0 {
		return min(o.Debounce, usual.Debounce)
	}
	return usual.Debounce
}

// LoadText loads as [Load] does, with a text in the place of the content of the file in force.
// Without such a file the text counts as that of the file that o.Path names, or of the home. The
// trust is that in the file as it is: a text that is not saved gains and loses none. A file that
// cannot be read stays an error.
func LoadText(o Options, text []byte) (*Snapshot, error) {
	places, err := o.places()
	if err != nil {
		return nil, err
	}
	found := o.readAll(places)
	at := inForce(found)
	if at < 0 {
		at = slices.IndexFunc(found, func(f file) bool { return f.Candidate && f.Role == RoleHome })
	}
	if at < 0 {
		return nil, errors.New("there is no file in force, and no home for one")
	}
	f := &found[at]
	if f.Missing {
		f.Missing, f.Standing = false, o.standing(f.Place, text, nil)
	}
	f.Data = text
	return build(o, found)
}

// Parse checks the content of one file, as if it were the only one and no
// environment were set. The error is a [Diagnostics].
func Parse(name string, data []byte) (*Snapshot, error) {
	o := Options{Getenv: func(string) (string, bool) { return "", false }}
	place := Place{Path: name, Role: RoleFlag, Candidate: true}
	return build(o, []file{{Place: place, Data: data, Standing: o.standing(place, data, nil)}})
}

// source is a file that takes part.
type source struct {
	file
	inForce bool
	doc     *document.Document // nil when it could not be parsed
}

// sources are the file in force and those whose privacy sections hold.
func sources(files []file) []*source {
	force := inForce(files)
	var all []*source
	for i, f := range files {
		if i == force || f.Privacy && !f.Missing {
			all = append(all, &source{file: f, inForce: i == force})
		}
	}
	return all
}

// build makes a snapshot of the files, the environment and the flags. The error is a
// [Diagnostics] of all problems at once.
func build(o Options, files []file) (*Snapshot, error) {
	b := builder{o: o, sources: sources(files)}
	for _, s := range b.sources {
		b.problems = append(b.problems, s.load(o.Strict)...)
		b.unparsed = b.unparsed || s.doc == nil
		if s.inForce {
			b.inForce = s.doc
		}
	}
	if len(b.sources) > 1 {
		b.setAsideOff()
	}
	if len(o.Flags) > 0 {
		b.flags = flags(o)
	}
	if !o.NoConfig {
		b.env = environment(o)
	}
	b.problems = append(b.problems, slices.Concat(b.env.problems, b.flags.problems)...)
	var set *profiles.Set
	if !b.unparsed {
		set = b.compile()
	}
	if len(b.problems) > 0 {
		b.problems = b.problems.sorted().cut()
		if b.problems.failed() {
			return nil, b.problems
		}
	}
	s := &Snapshot{
		set: set, hash: hashFiles(files), warnings: b.problems, origin: b.origin, spec: b.spec,
		timing: b.timing, own: b.own, paced: b.paced, record: usualRecord,
	}
	for _, source := range b.sources {
		s.files = append(s.files, source.Place)
		if source.inForce {
			s.path, s.name, s.trust = source.Path, source.shown(), source.Trust
		}
	}
	if len(b.sources) > 0 && !o.NoConfig {
		s.record = b.recorded()
	}
	return s, nil
}

// load parses and checks the file. A file that is not in force must have the structure of any
// other, since a privacy rule may stand in the faulty part. Of its warnings only those about
// privacy count.
func (s *source) load(strict bool) Diagnostics {
	if fault := s.unreadable(); fault != nil {
		return fault
	}
	var problems Diagnostics
	if s.Mode&0o002 != 0 {
		problems = append(problems, Diagnostic{File: s.shown(), Message: "anyone can write to this file", Warning: true})
	}
	doc, found := document.Parse(s.shown(), s.Data)
	problems = append(problems, diagnostics(found)...)
	if doc != nil && doc.Values != nil {
		s.doc = doc
		problems = append(problems, diagnostics(doc.Validate(strict && s.inForce))...)
		problems = append(problems, s.notRecording(strict && s.inForce)...)
		problems = append(problems, s.untrusted(strict)...)
		bounds := narrow
		if s.Privacy {
			bounds = wide
		}
		problems = append(problems, s.bounded(bounds)...)
		problems = append(problems, s.archived()...)
	}
	if !s.inForce {
		problems = slices.DeleteFunc(problems, func(d Diagnostic) bool { return d.Warning && !d.concernsPrivacy() })
	}
	return problems
}

// unreadable returns the reason why the file is not used, or nil.
func (s *source) unreadable() Diagnostics {
	d := Diagnostic{File: s.shown()}
	var cause *fs.PathError
	switch {
	case s.Missing:
		d.Message = "no such file"
		d.Hint = map[Role]string{RoleEnv: "named by CODE_SCALPEL_RESPONSE_CONFIG"}[s.Role]
	case errors.As(s.Err, &cause):
		d.Message = cause.Err.Error()
	case s.Err != nil:
		d.Message = s.Err.Error()
	case s.Fault != "":
		d.Message, d.Hint = s.Fault, s.Hint
	default:
		return nil
	}
	return Diagnostics{d}
}

// concernsPrivacy reports whether a problem may hide a privacy rule. Such a problem is about
// the whole file, the section privacy, or a key that resembles it at any place.
func (d Diagnostic) concernsPrivacy() bool {
	return d.Pointer == "" || strings.Contains(d.Hint, "privacy") || slices.ContainsFunc(words.Path(d.Pointer), func(key string) bool {
		return words.Nearest(key, []string{"privacy"}) != ""
	})
}

// builder collects the parts of a snapshot.
type builder struct {
	o          Options
	sources    []*source
	inForce    *document.Document // nil: the built-ins
	unparsed   bool               // a file's content is unknown
	env, flags layer
	spec       profiles.Spec
	timing     timing // of all files
	own        timing // of the file in force
	unsaid     string // the pointer to a built-in value that no layer sets
	problems   Diagnostics
}

// compile merges the layers and compiles them; nil when the profiles refuse.
func (b *builder) compile() *profiles.Set {
	var file string
	var values map[string]any
	if b.inForce != nil {
		file, values = b.inForce.Name, b.inForce.Values
	}
	isSaid := len(values)+len(b.env.values)+len(b.flags.values) > 0
	var merged settings
	if isSaid {
		merged = b.merge(file, values, b.env.values, b.flags.values)
	}
	b.pace()
	if merged.Global.Archive != nil {
		merged.Global.Archive = b.shelve(merged.Global.Archive)
	}
	b.spec = profiles.Spec{
		Global:   merged.Global.Global,
		Profiles: merged.Profiles,
		Position: b.origin,
		Counters: b.o.Counters,
		Preset:   presetsBy[merged.Presets],
		Trusted:  slices.ContainsFunc(b.sources, func(s *source) bool { return s.inForce && s.Place.Privacy }),
	}
	if len(b.sources) > 0 {
		b.spec.Privacy, b.spec.Gates = b.privacy(), b.gates()
	}
	if b.inForce != nil {
		b.spec.Tools = toolsInOrder(b.inForce, merged)
		b.spec.Clients = inOrder(b.inForce, "clients", merged.Clients, func(c *profiles.ClientFacts, name string) { c.Name = name })
	}
	if isSaid { // else no name is to be known
		b.spec.Dialects, b.spec.Metadata = grammar.Load().Dialects, grammar.Load().Metadata
	}
	b.spec.Tier, _ = b.o.env("CODE_SCALPEL_TIER")
	b.spec.Force, b.spec.ForcedBy = forced(b.o)
	set, err := profiles.New(b.spec)
	if refused, ok := errors.AsType[*profiles.Error](err); ok {
		b.report(refused.Problems)
		return nil
	}
	if warnings := set.Warnings(); len(warnings) > 0 {
		b.report(warnings)
	}
	return set
}

// report adds the problems that the profiles find. A problem about a value with a faulty part
// is left out.
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
			b.problems = append(b.problems, diagnostic(p))
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

// privacy collects the privacy sections of all files that take part.
func (b *builder) privacy() (sections []profiles.Privacy) {
	for _, s := range b.sources {
		if values, ok := s.doc.Values["privacy"]; ok {
			section := b.merge(s.shown(), map[string]any{"privacy": values}).Privacy
			section.Spellings = spellings(values)
			section.Position, section.Trusted = s.doc.Origin, s.Place.Privacy
			sections = append(sections, section)
		}
	}
	return sections
}

// gates collects the keys tools of the trusted files that are not in force. A project file
// cannot lift them.
func (b *builder) gates() (all []profiles.Spec) {
	for _, s := range b.sources {
		if !s.Privacy || s.inForce || s.doc.Values["global"] == nil && s.doc.Values["tool_overrides"] == nil {
			continue
		}
		merged := b.merge(s.shown(), s.doc.Values)
		all = append(all, profiles.Spec{Global: merged.Global.Global, Tools: toolsInOrder(s.doc, merged), Position: s.doc.Origin})
	}
	return all
}

// toolsInOrder returns the entries of tool_overrides in the order of the file.
func toolsInOrder(doc *document.Document, merged settings) []profiles.Tool {
	return inOrder(doc, "tool_overrides", merged.Tools, func(t *profiles.Tool, name string) { t.Name = name })
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
	return b.inForce.Origin(ptr)
}

// timing holds the durations of a section global.watch. Zero is not said, and a negative
// Poll is off.
type timing struct{ Debounce, MaxWait, Poll time.Duration }

// or returns t, and for its zero values those of u.
func (t timing) or(u timing) timing {
	return timing{cmp.Or(t.Debounce, u.Debounce), cmp.Or(t.MaxWait, u.MaxWait), cmp.Or(t.Poll, u.Poll)}
}

// usual holds where nothing is said. The poll then depends on the notifications of the
// system.
var usual = timing{Debounce: 100 * time.Millisecond, MaxWait: time.Second}

const (
	usualPoll = 5 * time.Second
	pollAlone = time.Second
)

// eager returns the earlier one of each duration, so that none of two trusted files holds
// up the other. Off is the longest.
func eager(t, u timing) timing {
	earlier := func(a, b time.Duration) time.Duration {
		if (a > 0) == (b > 0) {
			return min(a, b)
		}
		return max(a, b)
	}
	return timing{earlier(t.Debounce, u.Debounce), earlier(t.MaxWait, u.MaxWait), earlier(t.Poll, u.Poll)}
}

// bound is the range of a key of global.watch.
type bound struct {
	key         string
	least, most time.Duration
}

// A file that is not trusted governs how it is followed itself, within narrow bounds.
// The others may take their time, up to a day.
var (
	narrow = []bound{
		{"debounce", time.Millisecond, 5 * time.Second},
		{"max_wait", time.Millisecond, 10 * time.Second},
		{"poll", 100 * time.Millisecond, time.Minute},
	}
	wide = []bound{{"debounce", 0, day}, {"max_wait", 0, day}, {"poll", 0, day}}
)

const day = 24 * time.Hour

// bounded reports and removes durations of global.watch that are out of bounds. The schema
// reports values that are no durations.
func (s *source) bounded(bounds []bound) (problems Diagnostics) {
	section := inGlobal(s.doc.Values, "watch")
	for _, b := range bounds {
		said, ok := duration(section[b.key])
		if !ok || b.least <= said && said <= b.most {
			continue
		}
		message := fmt.Sprintf("must be at most %v", b.most)
		if said < b.least {
			message = fmt.Sprintf("must be at least %v", b.least)
		}
		hint := ""
		if b.most < day {
			hint = "outside the home and the /etc file"
		}
		at := s.doc.Origin(words.Pointer("global", "watch", b.key))
		problems = append(problems, diagnostic(profiles.Problem{Origin: at, Message: message, Hint: hint}))
		delete(section, b.key)
	}
	return problems
}

// duration reads a duration in either of its forms: a text, or a number of
// milliseconds.
func duration(value any) (said time.Duration, ok bool) {
	switch value := value.(type) {
	case string:
		said, err := time.ParseDuration(value)
		return said, err == nil
	case int64:
		return time.Duration(min(value, 1<<32)) * time.Millisecond, true
	case float64:
		return time.Duration(min(value, 1<<32) * float64(time.Millisecond)), true
	}
	return 0, false
}

// timingOf reads global.watch after the schema and the bounds. A poll of zero means no poll.
func timingOf(values map[string]any) (t timing) {
	section := inGlobal(values, "watch")
	t.Debounce, _ = duration(section["debounce"])
	t.MaxWait, _ = duration(section["max_wait"])
	poll, said := duration(section["poll"])
	if t.Poll = poll; said && poll == 0 {
		t.Poll = -1
	}
	return t
}

// inGlobal returns a section of the section "global"; nil for none.
func inGlobal(values map[string]any, name string) map[string]any {
	global, _ := values["global"].(map[string]any)
	section, _ := global[name].(map[string]any)
	return section
}

// pace sets the timing of the watch. The trusted files set it for all; an untrusted file in
// force sets it for itself. The program's timing goes before both.
func (b *builder) pace() {
	program := timing{b.o.Debounce, b.o.MaxWait, b.o.Poll}
	if len(b.flags.values) > 0 {
		program = program.or(timingOf(b.flags.values))
	}
	var trusted timing
	for _, s := range b.sources {
		if said := timingOf(s.doc.Values); s.Privacy {
			trusted = eager(trusted, said)
		} else {
			b.own = said
		}
	}
	b.timing = program.or(trusted).or(usual)
	b.own = program.or(b.own).or(b.timing)
}

// paced is where a key of global.watch was said that holds for the file in force.
func (b *builder) paced(key string) profiles.Origin {
	pointer := words.Pointer("global", "watch", key)
	if at := b.origin(pointer); at.File != "" || at.Pointer != pointer {
		return at
	}
	holds := map[string]time.Duration{"debounce": b.own.Debounce, "max_wait": b.own.MaxWait, "poll": b.own.Poll}
	for _, s := range b.sources {
		said, ok := duration(inGlobal(s.doc.Values, "watch")[key])
		if s.Privacy && ok && said == max(holds[key], 0) {
			return s.doc.Origin(pointer)
		}
	}
	return profiles.Origin{Pointer: "built-in " + pointer}
}
