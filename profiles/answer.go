package profiles

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// answer is everything that decides one call.
type answer struct {
	effective
	mode    mode
	fields  []Rule
	tier    said[string]
	isError bool
}

func (a answer) resolved(p privacy) *Resolved {
	r := &Resolved{
		Profile:              a.chosen.value,
		Tools:                a.applied,
		Expand:               a.expand,
		Metadata:             a.metadata.value,
		Include:              a.layers(),
		Rooted:               a.rooted(),
		Exclude:              a.excludes(p.forbid),
		Redact:               p.redact,
		Patterns:             p.patterns,
		Detection:            p.detect,
		Tiered:               len(a.tiers) > 0,
		OnError:              len(a.onError) > 0,
		RefuseUnreadable:     p.refuse,
		Elide:                a.elide(),
		KeepUnmatched:        a.unmatched.value == "keep",
		DropEmptied:          a.emptied.value == "drop",
		Duplicates:           duplicates[a.duplicates.value],
		DuplicatesEverywhere: a.scope.value == "everywhere",
		Dialect:              a.dialect.value,
		Schema:               a.schema.value,
		Text:                 a.text.value,
		Caller:               a.caller.value,
		Mode:                 a.mode.name,
		Items:                a.items.value,
		Derive:               a.derived(),
		Limits:               a.mode.limits(),
		MaxString:            a.maxString.value,
		MaxItems:             a.maxItems.value,
		Shorten:              a.shorten,
		Columns:              a.columns.value,
		Compact:              a.dense,
		Off:                  a.off,
		Envelope:             a.envelope,
		Budget:               a.budget.resolved(),
		LowPriority:          a.low,
		Ranks:                a.ranks,
		Decisions:            a.decisions(),
	}
	for _, keep := range a.alwaysKeep.value {
		r.AlwaysKeep = append(r.AlwaysKeep, keep.Path)
	}
	return r
}

var duplicates = map[string]Duplicates{"reject": Reject, "first": First, "last": Last}

// rooted is what joins each include list that starts at the payload root: what is
// always kept, and what shows on an error.
func (a answer) rooted() []Rule {
	if a.isError {
		return slices.Concat(a.alwaysKeep.value, a.onError)
	}
	return a.alwaysKeep.value
}

// layers are the include lists in force.
func (a answer) layers() []Layer {
	rooted := a.rooted()
	atItems := rooted
	if !a.items.value.IsRoot() {
		atItems = nil
	}
	var layers []Layer
	if a.include.ok {
		layers = append(layers, Layer{Name: "include_only", Origin: a.include.origin, Rules: slices.Concat(a.include.value, rooted)})
	}
	if a.mode.name != "" {
		layers = append(layers, Layer{Name: "response_mode", AtItems: true, Origin: a.mode.origin, Rules: slices.Concat(a.mode.fields(), atItems)})
	}
	if len(a.fields) > 0 {
		layers = append(layers, Layer{Name: "fields", AtItems: true, Origin: a.fields[0].Origin, Rules: slices.Concat(a.fields, atItems)})
	}
	return layers
}

// excludes joins every hiding rule, the strongest first.
func (a answer) excludes(forbid []Rule) []Rule {
	rules := slices.Clone(forbid)
	tier := CanonicalTier(a.tier.value)
	for _, t := range a.tiers {
		if t.tier == tier {
			rules = append(rules, t.Rule)
		}
	}
	rules = append(append(rules, a.common...), a.exclude...)
	for _, r := range a.onError {
		r.Kind = fieldmask.Exclude
		if a.isError {
			r.Kind = fieldmask.Expose
		}
		rules = append(rules, r)
	}
	return rules
}

func (a answer) elide() Elide {
	e := Elide{Null: a.nulls.value, EmptyArray: a.emptyArrays.value, EmptyObject: a.emptyObjects.value}
	if a.defaultValues.value {
		e.Defaults = a.defaults
	}
	return e
}

// derived are the derived fields that the mode and the caller's fields show.
// Without a mode, fields derived for modes do not come.
func (a answer) derived() []Derived {
	var shown []Derived
	for _, d := range a.derive {
		byMode := len(a.modes) == 0 || mayShow(a.mode.fields(), d.Name)
		if byMode && (a.fields == nil || mayShow(a.fields, d.Name)) {
			shown = append(shown, d)
		}
	}
	return shown
}
