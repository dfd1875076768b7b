package profiles

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestData runs testdata/*.txtar. Each file holds a "config", and the "problems" that New must
// report (none without the section). Any number of pairs "key NAME" and "want NAME" follow: a
// Key and the answer of Resolve, without the decisions of the built-ins. The section "clients"
// lists one client a line with its facts.
func TestData(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(data)
			fill(t, archive.Files)
			if got := txtar.Format(archive); *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(got, data) {
				t.Errorf("got\n%s\nwant\n%s", got, data)
			}
		})
	}
}

// fill replaces every expectation by the actual result.
func fill(t *testing.T, sections []txtar.File) {
	var set *Set
	var problems string
	var key Key
	for i := range sections {
		f := &sections[i]
		switch kind, _, _ := strings.Cut(f.Name, " "); kind {
		case "config":
			var err error
			set, err = New(parseSpec(t, f.Data))
			problems = renderProblems(problemsOf(t, set, err))
		case "problems":
			f.Data, problems = []byte(problems), ""
		case "key":
			key = Key{}
			unmarshal(t, f.Data, &key)
		case "want":
			f.Data = []byte(renderAnswer(set, key))
		case "archive":
			f.Data = []byte(renderArchive(set))
		case "clients":
			f.Data = []byte(renderClients(set, string(f.Data)))
		}
	}
	if problems != "" {
		t.Errorf("problems that the file does not list:\n%s", problems)
	}
}

func unmarshal(t testing.TB, data []byte, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
}

// parseSpec reads a configuration file. Its key "program" holds the settings of a program.
func parseSpec(t testing.TB, data []byte) Spec {
	t.Helper()
	var file struct {
		Spec
		ToolOverrides ordered[Tool]        `json:"tool_overrides"`
		Clients       ordered[ClientFacts] `json:"clients"`
		Privacy       *Privacy             `json:"privacy"`
		Program       struct {
			Tier, Force, ForcedBy string
			Dialects, Metadata    []string
			Trusted               bool
		} `json:"program"`
	}
	unmarshal(t, data, &file)
	spec := file.Spec
	for _, e := range file.ToolOverrides {
		e.value.Name = e.name
		spec.Tools = append(spec.Tools, e.value)
	}
	for _, e := range file.Clients {
		e.value.Name = e.name
		spec.Clients = append(spec.Clients, e.value)
	}
	spec.Tier, spec.Force, spec.ForcedBy = file.Program.Tier, file.Program.Force, file.Program.ForcedBy
	spec.Trusted = file.Program.Trusted
	spec.Dialects, spec.Metadata = file.Program.Dialects, file.Program.Metadata
	if file.Privacy != nil {
		spec.Privacy = []Privacy{*file.Privacy}
	}
	return spec
}

// ordered decodes an object of entries in the order of the file.
type ordered[T any] []entry[T]

type entry[T any] struct {
	name  string
	value T
}

func (o *ordered[T]) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		e := entry[T]{name: name.(string)}
		if err := d.Decode(&e.value); err != nil {
			return err
		}
		*o = append(*o, e)
	}
	return nil
}

// problemsOf are the problems that New found: of a set, or in its error.
func problemsOf(t testing.TB, s *Set, err error) []Problem {
	t.Helper()
	if err == nil {
		return s.Warnings()
	}
	refused, ok := errors.AsType[*Error](err)
	if !ok || s != nil {
		t.Fatalf("New returned %v and %T: %v", s, err, err)
	}
	return refused.Problems
}

func renderProblems(problems []Problem) string {
	var b strings.Builder
	for _, p := range problems {
		level := "error"
		if p.Warning {
			level, p.Warning = "warning", false
		}
		fmt.Fprintf(&b, "%s %s\n", level, p)
	}
	return b.String()
}

func renderAnswer(s *Set, k Key) string {
	if s == nil {
		return "no set\n"
	}
	r, err := s.Resolve(k)
	if err != nil {
		return fmt.Sprintf("%T %v\n", err, err)
	}
	return render(r)
}

// renderArchive prints the archive of a set and the origins of its settings.
func renderArchive(s *Set) string {
	lines := fmt.Sprintf("%+v\n", s.Archive())
	for _, d := range s.ArchiveDecisions() {
		lines += fmt.Sprintf("%s = %s  %s\n", d.Setting, d.Value, d.Origin)
	}
	return lines
}

// renderClients prints the facts of clients: each line holds a name, and a version behind a
// slash.
func renderClients(s *Set, lines string) string {
	if s == nil {
		return "no set\n"
	}
	var b strings.Builder
	for line := range strings.Lines(lines) {
		who, _, _ := strings.Cut(strings.TrimSpace(line), ": ")
		name, version, _ := strings.Cut(who, "/")
		k := s.Client(name, version)
		fmt.Fprintf(&b, "%s: entry %q, reads %s, validates %t, text %q, seen %q\n", who, k.Name, k.Reads, k.Validates, k.Text, k.Seen)
	}
	return b.String()
}

var kinds = map[fieldmask.Kind]string{
	fieldmask.Include: "include", fieldmask.Exclude: "exclude", fieldmask.Forbid: "forbid", fieldmask.Expose: "expose", fieldmask.Omit: "omit",
}

// render spells out an answer, one fact to a line.
func render(r *Resolved) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, d := range r.Decisions() {
		if !strings.HasPrefix(d.Origin.Pointer, "built-in") {
			line("set %s = %s [%s]", d.Setting, d.Value, d.Origin)
		}
	}
	line("profile %s, metadata %q, expand %t, hides %t", r.Profile, r.Metadata, r.Expand, r.Hides())
	if r.Tiered || r.OnError {
		line("depends on the tier %t, on the outcome %t", r.Tiered, r.OnError)
	}
	if len(r.Tools) > 0 {
		line("tools %q", r.Tools)
	}
	for _, l := range r.Include {
		line("layer %s, at items %t", l.Name, l.AtItems)
		renderRules(line, l.Rules)
	}
	renderRules(line, r.Exclude)
	renderRules(line, r.Omit)
	for _, m := range r.Redact {
		line("redact %s with %q [%s]", m.Path, m.With, m.Origin)
	}
	for _, p := range r.Patterns {
		line("pattern %s with %q [%s]", p.Regexp, p.With, p.Origin)
	}
	line("elide null %t, [] %t, {} %t; always keep %v", r.Elide.Null, r.Elide.EmptyArray, r.Elide.EmptyObject, r.AlwaysKeep)
	for _, d := range r.Elide.Defaults {
		line("default %s = %s", d.Path, d.Value)
	}
	line("keep unmatched %t, drop emptied %t, duplicates %d everywhere %t, dialect %s",
		r.KeepUnmatched, r.DropEmptied, r.Duplicates, r.DuplicatesEverywhere, r.Dialect)
	line("mode %q, items %q", r.Mode, r.Items)
	if r.Schema != "narrow" || r.Text != "mirror" || r.Caller != nil {
		line("schema %s, text %s, caller %q", r.Schema, r.Text, r.Caller)
	}
	if !r.Compact || r.Off || r.Envelope != "" {
		line("compact %t, off %t, envelope %q", r.Compact, r.Off, r.Envelope)
	}
	for _, d := range r.Derive {
		line("derive %s from %s, %d chars [%s]", d.Name, d.From, d.Chars, d.Origin)
	}
	for _, l := range r.Limits {
		line("limit %s to %d [%s]", l.Mask(), l.Max, l.Origin)
	}
	return b.String()
}

func renderRules(line func(string, ...any), rules []Rule) {
	for _, r := range rules {
		line("  %s %s [%s]", kinds[r.Kind], r.Path, r.Origin)
	}
}
