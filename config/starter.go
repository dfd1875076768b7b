package config

import (
	"bytes"
	_ "embed"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
)

// Schema returns the JSON Schema (draft 2020-12) of the configuration file:
// files are checked by it, and editors complete from it.
func Schema() []byte { return bytes.Clone(grammar.Schema) }

//go:embed starter.jsonc
var starterText []byte

// Starter returns a commented configuration file to begin with. Unchanged, it has the effect
// of the built-ins.
func Starter() []byte { return bytes.Clone(starterText) }

// Migration is one change that [Migrate] makes. Its fields are Line, from 1 in the text
// before the edits, Pointer and Message.
type Migration = document.Migration

// Migrate returns the text of a file with its removed keys rewritten, and the changes.
// Comments and layout stay. A switch that is on becomes its replacement, unless that stands
// beside it; any other one goes. The error is [Diagnostics] if the file does not parse.
func Migrate(path string) ([]byte, []Migration, error) {
	text, _, err := files.Read(path)
	if err != nil {
		return nil, nil, err
	}
	return migrate(path, text)
}

func migrate(name string, text []byte) ([]byte, []Migration, error) {
	d, found := document.Parse(name, text)
	if problems := diagnostics(found); d == nil || problems.failed() {
		return text, nil, problems.sorted().cut()
	}
	out, changes := d.Migrate(text)
	return out, changes, nil
}

// Member is a member that [AddMembers] writes. Its fields are Path, Value and Lines.
type Member = document.Member

// AddMembers returns the text of a configuration with the members of another one that it
// lacks, and these members. Members of the text stay and win. kept are those that are left out,
// since the text sets their key for their tools. Each member of more has lines of its own.
// Lines of [Starter] in the text stay, and none of them is a reason for kept. The result is
// checked; the error is [Diagnostics].
func AddMembers(name string, text, more []byte) (out []byte, added, kept []Member, err error) {
	of, found := document.Parse("more", more)
	if of == nil {
		return nil, nil, nil, diagnostics(found)
	}
	out, added, kept, found = document.Add(name, text, of, more, starterText)
	if problems := diagnostics(found); problems.failed() {
		return nil, nil, nil, problems.sorted().cut()
	}
	_, err = Parse(name, out)
	return out, added, kept, err
}

// RemoveMembers returns a text without members that [AddMembers] added, and without their
// comments. A member with another value stays, and so does an object that is not empty.
func RemoveMembers(name string, text []byte, added []Member) []byte {
	return document.Remove(name, text, added)
}
