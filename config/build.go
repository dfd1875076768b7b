package config

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Load finds, reads and checks the configuration. The error of a file that is
// found and invalid, or named and missing, is a [Diagnostics]: nothing falls
// back to another file or to the built-ins. What is refused is looked at again after
// a moment, since half a save looks like a fault.
func Load(o Options) (*Snapshot, error) {
	places, err := o.places()
	if err != nil {
		return nil, err
	}
	return first(context.Background(), o, o.newProber(places))
}

// Parse checks the content of one file, as if it were the only one and no
// environment were set. The error is a [Diagnostics].
func Parse(name string, data []byte) (*Snapshot, error) {
	o := Options{Getenv: func(string) (string, bool) { return "", false }}
	place := Place{Path: name, Role: RoleFlag, Candidate: true}
	return build(o, []file{{Place: place, Data: data, standing: o.standing(place, data, nil)}})
}

// source is a file that has a say.
type source struct {
	file
	inForce bool
	doc     *document // nil when it could not be parsed
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

// build makes a snapshot of what the files say, the environment and the flags.
// The error is a [Diagnostics] of all problems at once.
func build(o Options, files []file) (*Snapshot, error) {
	b := builder{o: o, sources: sources(files)}
	for _, s := range b.sources {
		b.problems = append(b.problems, s.load(o.Strict)...)
		b.unparsed = b.unparsed || s.doc == nil
		if s.inForce {
			b.inForce = s.doc
		}
	}
	b.setAsideOff()
	b.layer()
	var set *profiles.Set
	if !b.unparsed {
		set = b.compile()
	}
	b.problems = b.problems.sorted().cut()
	if b.problems.failed() {
		return nil, b.problems
	}
	return b.snapshot(set, hashFiles(files)), nil
}

// load parses and checks the file. One that is not in force is held to its
// structure like any other, since a privacy rule may stand anywhere in what is
// wrong; of what it is warned about only that counts which concerns privacy.
func (s *source) load(strict bool) Diagnostics {
	if fault := s.unreadable(); fault != nil {
		return fault
	}
	if fault := s.refused(); fault != nil {
		return fault
	}
	var problems Diagnostics
	if s.Mode&0o002 != 0 {
		problems = append(problems, Diagnostic{File: s.shown(), Message: "anyone can write to this file", Warning: true})
	}
	doc, found := parseDocument(s.shown(), s.Data)
	problems = append(problems, found...)
	if doc != nil && doc.values != nil {
		s.doc = doc
		problems = append(problems, doc.validate(strict && s.inForce)...)
		problems = append(problems, s.untrusted(strict)...)
		bounds := narrow
		if s.Privacy {
			bounds = wide
		}
		problems = append(problems, doc.bounded(bounds)...)
		problems = append(problems, s.archived()...)
	}
	if !s.inForce {
		problems = slices.DeleteFunc(problems, func(d Diagnostic) bool { return d.Warning && !d.concernsPrivacy() })
	}
	return problems
}

func (s *source) unreadable() Diagnostics {
	d := Diagnostic{File: s.shown()}
	var cause *fs.PathError
	switch {
	case s.Missing:
		d.Message = "no such file"
		d.Hint = map[Role]string{RoleFlag: "named by --config", RoleEnv: "named by CODE_SCALPEL_RESPONSE_CONFIG"}[s.Role]
	case errors.As(s.Err, &cause):
		d.Message = cause.Err.Error()
	case s.Err != nil:
		d.Message = s.Err.Error()
	default:
		return nil
	}
	return Diagnostics{d}
}

// concernsPrivacy reports whether a problem may keep a privacy rule from being
// known: it is about the file as a whole, in that section, or about a key that
// may have been meant, wherever it stands.
func (d Diagnostic) concernsPrivacy() bool {
	return d.Pointer == "" || strings.Contains(d.Hint, "privacy") || slices.ContainsFunc(words.Path(d.Pointer), func(key string) bool {
		return words.Nearest(key, []string{"privacy"}) != ""
	})
}
