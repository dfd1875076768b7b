package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// perScene is the number of cases that share an engine, as the answers of a server do. So
// a case can meet the memory of earlier ones.
const perScene = 64

// scene is a configuration with a generator of documents that its rules match.
type scene struct {
	*rand.Rand
	names   []string // of members
	form    *form    // that rows have, most of the time
	spec    profiles.Spec
	options []shaper.Option
	calls   []shaper.Request // without bodies
}

func newScene(seed uint64) *scene {
	s := &scene{Rand: rand.New(rand.NewPCG(seed, 41))}
	s.pool()
	s.form = s.newContainer(3)
	s.spec = profiles.Spec{Tools: []profiles.Tool{s.tool()}, Privacy: s.privacy(), Profiles: map[string]profiles.Profile{"own": s.profile()}}
	if s.often(2) {
		s.options = append(s.options, shaper.FailClosed())
	}
	if s.often(1) {
		s.options = append(s.options, shaper.WithLimits(shaper.Limits{Depth: 3 + s.IntN(9), StringBytes: 1 + s.IntN(200), Members: 1 + s.IntN(12)}))
	}
	for range 1 + s.IntN(3) {
		s.calls = append(s.calls, s.call())
	}
	return s
}

// often is true in n of 10 cases.
func (s *scene) often(n int) bool { return s.IntN(10) < n }

func (s *scene) of(some ...string) string { return some[s.IntN(len(some))] }

// pool makes the names of the scene: few, so that they meet, of all lengths.
func (s *scene) pool() {
	known := []string{
		"id", "a", "b", "name", "data", "error", "tier", "content", "text", "type", "success", "results", "structuredContent", "isError",
		"description", "created_at", "é", "a.b", "", "x y", "node_id", "a/b", "kind", "secret", "items", "meta", "payload", "result",
	}
	for range 3 + s.IntN(9) {
		name := known[s.IntN(len(known))]
		if s.often(3) {
			name = ""
			for range 1 + s.IntN(40) {
				name += string(rune('a' + s.IntN(26)))
			}
		}
		s.names = append(s.names, name)
	}
}

func (s *scene) name() string { return s.names[s.IntN(len(s.names))] }

// path is a mask.
func (s *scene) path() string {
	if s.often(1) {
		return "/" + pointer.Replace(s.name())
	}
	path := s.of("", "", "", "", ".", "**.")
	for i := range 1 + s.IntN(3) {
		if i > 0 {
			path += "."
		}
		switch s.IntN(12) {
		case 0:
			path += "*"
		case 1:
			path += "x*"
		default:
			path += quoted(s.name())
		}
		path += s.of("", "", "", "", "", "", "", "[]", "[0]", "[-1]", "[1:3]")
	}
	return path
}

// pointer writes names as JSON Pointer does.
var pointer = strings.NewReplacer("~", "~0", "/", "~1")

// ofKind is the name of a member that mostly is, or any other one.
func (s *scene) ofKind(kind string) string {
	var names []string
	var look func(f *form)
	look = func(f *form) {
		for i, part := range f.parts {
			if part.kind == kind && i < len(f.names) {
				names = append(names, f.names[i])
			}
			look(part)
		}
	}
	look(s.form)
	if len(names) == 0 || s.often(2) {
		return s.name()
	}
	return s.of(names...)
}

// quoted is a name as a mask writes it.
func quoted(name string) string {
	text, _ := json.Marshal(name)
	return string(text)
}

// paths are up to most masks, and in most cases none.
func (s *scene) paths(most int) (list []string) {
	if s.often(6) {
		return nil
	}
	for range 1 + s.IntN(most) {
		list = append(list, s.path())
	}
	return list
}

// flag is a switch that is mostly not set.
func (s *scene) flag() *bool {
	switch s.IntN(4) {
	case 0:
		return new(true)
	case 1:
		return new(false)
	}
	return nil
}

// word is one of some words, or nothing.
func (s *scene) word(words ...string) *string {
	if s.often(7) {
		return nil
	}
	return new(s.of(words...))
}

func (s *scene) settings() (set profiles.Settings) {
	set.ExcludeNullValues, set.ExcludeEmptyArrays, set.ExcludeEmptyObjects = s.flag(), s.flag(), s.flag()
	set.Unmatched, set.Emptied = s.word("prune", "keep"), s.word("keep", "drop")
	set.Duplicates, set.DuplicatesScope = s.word("reject", "first", "last"), s.word("masked", "everywhere")
	if s.often(2) {
		set.AlwaysKeep = &[]string{quoted(s.name())}
	}
	return set
}

func (s *scene) profile() profiles.Profile {
	return profiles.Profile{Settings: s.settings(), CommonExclusions: s.paths(3), IncludeOnly: s.paths(3)}
}

// tool is the entry of the one tool that the scene has rules for.
func (s *scene) tool() profiles.Tool {
	t := profiles.Tool{Settings: s.settings(), Name: "t", IncludeOnly: s.paths(4), ExcludeFields: s.paths(4), IncludeOnError: s.paths(2)}
	if s.often(2) {
		t.Defaults = map[string]json.RawMessage{quoted(s.name()): json.RawMessage(s.of(`0`, `""`, `"x"`, `[]`, `{}`, `1.5`, `"a b"`))}
		t.ExcludeDefaultValues = new(true)
	}
	if s.often(2) {
		t.Items = new(quoted(s.ofKind("list")))
	}
	if s.often(2) {
		t.Derive = map[string]profiles.Derive{"snippet": {From: quoted(s.ofKind("text")), Chars: 1 + s.IntN(20)}}
	}
	if s.often(3) {
		list := quoted(s.ofKind("list"))
		m := profiles.Mode{Fields: append(s.paths(3), list)}
		if s.often(7) {
			m.Limits = map[string]int{list: s.IntN(4), s.of("**.", "*.") + quoted(s.ofKind("list")): s.IntN(3)}
		}
		t.ResponseModes, t.ResponseMode = map[string]profiles.Mode{"m": m}, new("m")
	}
	if s.often(1) {
		t.ExcludeWhenTier = map[string][]string{"community": {s.path()}}
	}
	return t
}

func (s *scene) privacy() []profiles.Privacy {
	if s.often(7) {
		return nil
	}
	p := profiles.Privacy{Drop: s.paths(2)}
	if s.often(3) {
		p.Mask = append(p.Mask, profiles.PrivacyMask{Path: quoted(s.name())})
	}
	if s.often(4) {
		p.Mask = append(p.Mask, profiles.PrivacyMask{Pattern: s.of(`AKIA[0-9A-Z]{2,}`, `[a-z.]+@[a-z]+\.[a-z]+`, `\d{4}`, `zzzz`, `(?i)key\s*[:=]\s*\w+`)})
	}
	if s.often(2) {
		p.OnUnreadable = new("refuse")
	}
	return []profiles.Privacy{p}
}

// call returns a call of the tool, or of an unknown one.
func (s *scene) call() shaper.Request {
	r := shaper.Request{Tool: s.of("t", "t", "t", "u", ""), Profile: s.of("", "", "minimal", "standard", "debug", "own")}
	r.Dialect = s.of("", "", "", "plain", "plain", "scalpel", "mcp")
	r.Include, r.Exclude = s.paths(3), s.paths(3)
	if s.often(1) {
		r.Fields = []string{quoted(s.name()), quoted(s.name())}
	}
	r.Tier = s.of("", "", "", "community", "pro")
	r.IsError, r.Strict, r.Unmatched = s.often(1), s.often(1), s.often(1)
	if s.often(3) {
		r.Settings = s.settings()
	}
	return r
}

// request is one of the calls, with a document.
func (s *scene) request() shaper.Request {
	r := s.calls[s.IntN(len(s.calls))]
	r.Body = s.document()
	return r
}
