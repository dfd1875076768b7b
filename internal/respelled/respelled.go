// Package respelled finds the names that a privacy rule matches in recordings only because
// it matches every spelling (fieldmask/LAWS.md, 13). It reads names, and keeps no values.
package respelled

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Rule is a privacy rule and the names that it newly hides.
type Rule struct {
	Mask   string          `json:"mask"`
	Origin profiles.Origin `json:"-"`
	Names  []Name          `json:"names"` // the most frequent one first, at most MostNames
	Others int             `json:"others,omitempty"`
}

// Name is a member name and its count in the recordings.
type Name struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Limits of the work.
const (
	MostNames  = 16      // listed of a rule
	mostKept   = 1 << 12 // names counted of a rule
	mostNested = 4       // documents in strings of documents
)

// Find returns the privacy rules that hide members of the recordings, but would not with
// exact names. They are in the order of the configuration. Find reads the members of JSON,
// in strings too, and names before a sign in other texts. It does not read names beside
// values, such as {"name": "token", "value": "x"}.
func Find(resolved *profiles.Resolved, calls []recordings.Call) ([]Rule, error) {
	f := finder{}
	for _, r := range resolved.Exclude {
		if r.Kind == fieldmask.Forbid {
			f.add(r.Path, r.Origin)
		}
	}
	for _, r := range resolved.Redact {
		f.add(r.Path, r.Origin)
	}
	folded, err := fieldmask.Compile(f.folded...)
	if err != nil {
		return nil, err
	}
	exact, err := fieldmask.Compile(f.exact...)
	if err != nil {
		return nil, err
	}
	f.root = at{folded.Root(), exact.Root()}
	for _, call := range calls {
		f.text(call.Body, f.root, 0)
	}
	return f.found(), nil
}

// finder counts names.
type finder struct {
	rules         []Rule
	folded, exact []fieldmask.Rule
	root          at
	counts        []map[string]int // by rule
}

// at is a place under the rules, with their names folded and exact.
type at struct{ folded, exact *fieldmask.State }

func (f *finder) add(path fieldmask.Path, origin profiles.Origin) {
	exact := path.Exactly()
	rule := fieldmask.Rule{Kind: fieldmask.Mark, Path: path.Everywhere(), Value: len(f.rules)}
	f.folded = append(f.folded, rule)
	rule.Path = exact.Everywhere()
	f.exact = append(f.exact, rule)
	f.rules = append(f.rules, Rule{Mask: path.String(), Origin: origin})
	f.counts = append(f.counts, map[string]int{})
}

// text reads the documents in a text, and the names in text that is no JSON.
func (f *finder) text(text []byte, where at, nested int) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for nested <= mostNested && len(text) > 0 {
		var v any
		read := decoder.InputOffset()
		if err := decoder.Decode(&v); err == io.EOF {
			return
		} else if err != nil {
			text = text[read:]
			break
		}
		f.value(v, where, nested)
	}
	f.names(text, where)
}

// names looks at the names before a sign in a text.
func (f *finder) names(text []byte, where at) {
	var a jsonish.Assignments
	a.Read(text, 0, len(text))
	for of, ok := a.Next(); ok; of, ok = a.Next() {
		if of.URL {
			continue // the name is a user
		}
		name := text[of.Name.Start:of.Name.End]
		f.count(string(name), at{where.folded.Member(name), where.exact.Member(name)})
	}
}

// value looks at a value. Its recursion is bounded by the decoder's depth.
func (f *finder) value(v any, where at, nested int) {
	switch v := v.(type) {
	case map[string]any:
		for name, below := range v {
			next := at{where.folded.Member([]byte(name)), where.exact.Member([]byte(name))}
			f.count(name, next)
			if name == "structuredContent" || name == "data" || name == "result" { // a payload begins
				next = at{next.folded.Found(), next.exact.Found()}
			}
			f.value(below, next, nested)
		}
	case []any:
		for i, below := range v {
			f.value(below, at{where.folded.Element(i, len(v)), where.exact.Element(i, len(v))}, nested)
		}
	case string:
		f.text([]byte(v), at{where.folded.Found(), where.exact.Found()}, nested+1)
	}
}

// count counts a name for each rule that ends at it in one of the masks alone.
func (f *finder) count(name string, there at) {
	known := there.exact.Marks()
	for _, rule := range there.folded.Marks() {
		counts := f.counts[rule]
		if _, counted := counts[name]; !slices.Contains(known, rule) && (counted || len(counts) < mostKept) {
			counts[name]++
		}
	}
}

// found lists the rules with names.
func (f *finder) found() (all []Rule) {
	for i, rule := range f.rules {
		n := f.counts[i]
		for _, name := range slices.SortedFunc(maps.Keys(n), func(a, b string) int { return cmp.Or(cmp.Compare(n[b], n[a]), strings.Compare(a, b)) }) {
			rule.Names = append(rule.Names, Name{name, n[name]})
		}
		if len(rule.Names) > MostNames {
			rule.Others, rule.Names = len(rule.Names)-MostNames, rule.Names[:MostNames]
		}
		if len(rule.Names) > 0 {
			all = append(all, rule)
		}
	}
	return all
}
