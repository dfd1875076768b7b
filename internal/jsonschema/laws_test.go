package jsonschema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// FuzzLawsSchema compares the verdict with an independent implementation, over random
// schemas of all keywords. It also compares the lists of faults, unless a schema is tried
// in vain.
func FuzzLawsSchema(f *testing.F) {
	for seed := range testkit.Seeds(3000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := newRandom(seed)
		flat := seed%3 == 0
		text := r.schema(flat)
		s, err := Compile([]byte(text), Options{Faults: 1000})
		if fault, ok := errors.AsType[*Error](err); ok && strings.HasSuffix(fault.Message, "without end") {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		peer := santhoshSchema(t, text)
		for range 10 {
			compareVerdicts(t, s, peer, text, r.document(3), flat)
		}
	})
}

func compareVerdicts(t *testing.T, s *Schema, peer *santhosh.Schema, schema, document string, flat bool) {
	t.Helper()
	faults, err := s.Validate([]byte(document))
	if err != nil {
		t.Fatalf("%v in %s", err, document)
	}
	v, err := santhosh.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	verdict := peer.Validate(v)
	if (verdict == nil) != (faults == nil) {
		t.Fatalf("schema %s\ndocument %s\nthe peer says %v, we say %v", schema, document, verdict, faults)
	}
	if !flat || verdict == nil {
		return
	}
	var ours []string
	for _, f := range faults {
		ours = append(ours, fmt.Sprint(f.Path, f.Keyword, f.Missing))
	}
	failed, _ := errors.AsType[*santhosh.ValidationError](verdict)
	theirs := leaves(failed)
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		t.Fatalf("schema %s\ndocument %s\nthe peer finds %q\nwe find %q", schema, document, theirs, ours)
	}
}

// leaves are the faults in the tree of the other validator, spelt as ours are.
func leaves(e *santhosh.ValidationError) (all []string) {
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	if e.Causes != nil {
		return all
	}
	var missing []string
	keyword := "false"
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		keyword, missing = "required", k.Missing
	case *kind.DependentRequired:
		keyword, missing = "dependentRequired", k.Missing
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			all = append(all, fmt.Sprint(append(slices.Clone(e.InstanceLocation), name), "additionalProperties", missing))
		}
		return all
	case *kind.FalseSchema:
	default:
		keyword = e.ErrorKind.KeywordPath()[0]
	}
	return []string{fmt.Sprint(e.InstanceLocation, keyword, missing)}
}
