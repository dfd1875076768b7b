// Package plan compiles the rules of a call and the layout of a dialect into one plan for the
// pass. Plans are immutable and shared by calls with equal settings.
package plan

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

// Plan holds the compiled rules for one kind of response, laid over one dialect. Its decisions
// are immutable; its hints change.
type Plan struct {
	decided

	// Next hints at the plans that the last responses needed. The indexes are the nesting
	// depth of a document and the kind of its beginning. An outline has none.
	Next *[MaxNesting + 1][Beginnings]atomic.Pointer[Plan]

	used  atomic.Bool // see [clock]
	joint atomic.Pointer[[]jointActs]
}

// decided is the immutable part of a plan. A copy of a plan copies it as a whole.
type decided struct {
	Resolved *profiles.Resolved
	Dialect  envelope.Dialect
	Mask     *fieldmask.Mask // set by compiled, as Hiding, Paired and acts
	Hiding   *Hiding         // for strings; nil if nothing is hidden
	Elides   bool            // some members of the payload are dropped by their values
	IsError  bool            // the response reports a failure
	Budgeted bool            // the response has a budget
	Paired   bool            // values may be hidden by names beside them

	// Notes holds the places for notes in the envelope. It is nil if the dialect has none or
	// the plan cuts nothing.
	Notes *envelope.Notes

	answer   Answer           // the facts that select the plan
	acts     []*Acts          // by mark
	words    func() *wordings // see [Plan.IsNote]
	compiled func() error     // compiles the rules on the first call
}

// Cuts reports whether a response may be cut, by a budget, a length or a limit.
func (p *Plan) Cuts() bool {
	r := p.Resolved
	return p.Budgeted || r.MaxString+r.MaxItems+len(r.Shorten)+len(r.Limits) > 0
}

// Omits reports whether comfort rules may leave out values of a payload, or parts of texts.
func (p *Plan) Omits() bool {
	return len(p.Resolved.Include)+len(p.Resolved.Omit)+len(p.Resolved.TextAs) > 0 || p.Elides
}

// MayHide reports whether a rule hides something in any response to the call, whatever its
// tier and outcome. If such a response is unreadable, it must not pass (GUARANTEES, failure).
func (p *Plan) MayHide() bool {
	return p.Resolved.Hides() || p.Resolved.Tiered || p.Resolved.OnError
}

// MaxNesting is the largest nesting depth of documents that the engine follows, in strings or
// as containers.
const MaxNesting = 4

// Beginnings is the number of kinds of documents that the hints of a plan distinguish.
const Beginnings = 1 << 6

// Acts returns the actions of the plan at a state, beside keeping or dropping it.
func (p *Plan) Acts(s *fieldmask.State) *Acts {
	switch marks := s.Marks(); len(marks) {
	case 0:
		return NoActs
	case 1:
		return p.acts[marks[0]]
	default:
		return p.mergedActs(marks)
	}
}

// jointActs holds the merged acts of several marks at one state.
type jointActs struct {
	marks []int
	acts  *Acts
}

// mostJoint bounds the remembered sets of marks. Plans need few; others are merged again on
// each use.
const mostJoint = 1 << 5

// mergedActs merges the acts of several marks.
func (p *Plan) mergedActs(marks []int) *Acts {
	var known []jointActs
	before := p.joint.Load()
	if before != nil {
		known = *before
	}
	for i := range known {
		if slices.Equal(known[i].marks, marks) {
			return known[i].acts
		}
	}
	all := *NoActs
	for _, m := range marks {
		all.add(p.acts[m])
	}
	if all.Are(Spoken) {
		all.Roles &^= Protocol | Sealed
	}
	if len(known) < mostJoint {
		more := append(slices.Clip(known), jointActs{slices.Clone(marks), &all})
		p.joint.CompareAndSwap(before, &more) // losing a race costs one more merge
	}
	return &all
}

// Asked returns the origins of rules that the call or an entry of tool_overrides states.
func (p *Plan) Asked() map[string]bool {
	asked := map[string]bool{}
	note := func(rules []profiles.Rule) {
		for _, r := range rules {
			if r.IsAsked() {
				asked[r.Origin.String()] = true
			}
		}
	}
	note(p.Resolved.Exclude)
	note(p.Resolved.Omit)
	for _, layer := range p.Resolved.Include {
		note(layer.Rules)
	}
	for _, s := range p.Resolved.Shorten {
		note([]profiles.Rule{{Origin: s.Origin}})
	}
	return asked
}

// Selects reports whether an include list of the operator, or omit_fields, acts under the plan.
func (p *Plan) Selects() bool {
	return len(p.Resolved.Omit) > 0 || slices.ContainsFunc(p.Resolved.Include, profiles.Layer.IsOperators)
}

// AlwaysKeeps reports whether always_keep put a path into an include list. Such a path may
// match nothing.
func (p *Plan) AlwaysKeeps(path fieldmask.Path) bool {
	is := func(keep fieldmask.Path) bool { return keep.String() == path.String() }
	return slices.ContainsFunc(p.Resolved.AlwaysKeep, is)
}

// IsAuto reports whether the engine must recognise the dialect.
func IsAuto(dialect string) bool { return dialect == "auto" || dialect == "" }

func elides(e profiles.Elide) bool {
	return e.Null || e.EmptyArray || e.EmptyObject || len(e.Defaults) > 0
}

// Acts holds the actions of the pass at a value, beside keeping or dropping it.
type Acts struct {
	Roles   Roles
	Shows   Shows            // the values of a metadata member that are kept
	Steps   int              // depth of the metadata member; all its ancestors are objects
	Lists   *fieldmask.State // the state to use if the payload is an array, its own list of items
	Kinds   *Kinds           // of an object whose parts depend on its kind
	Redact  *Redaction       // nil leaves the value
	Default []byte           // a value equal to it is elided
	Limit   Limit
	Text    Text
	Derive  []Derived
	Rank    string // the member by which a budget ranks the elements of an array, or ""
}

// Roles are the functions of a value in its document.
type Roles uint32

// The roles of a value. A value can have several.
const (
	Payload     Roles = 1 << iota // the payload begins here
	Stays                         // an empty form of the value stays, whatever the rules do
	Items                         // the list of the items: it stays even if no item is selected
	Free                          // privacy patterns apply here and below
	Known                         // a part of the envelope: redactions of a path leave it alone
	Protocol                      // a scalar here is not masked
	Spoken                        // text for people: it overrides Protocol and Sealed
	Slot                          // a string here may hold a document
	Sealed                        // an opaque string: the engine never opens it
	Document                      // a container here is shaped as a document of its own
	Apart                         // a document that answers an unknown call
	Essential                     // elision leaves it alone
	Note                          // notes on cuts may stand here
	Media                         // a string here is not text
	Low                           // dropped if a response is over its budget
	PairValue                     // a sibling may name this value
	PairCells                     // a sibling may hold the columns of this table
	PairFlat                      // a list that alternates names and values
	PairOptions                   // a list of the arguments of a command
	PairHeaders                   // it may name columns, unless another member does
	PairLists                     // with PairCells: only a list of lists is a table
	PairRow                       // a row: headers and columns may stand beside it
	PairApart                     // the object around may hold the columns in another member
	PairName                      // a string that names its sibling: only in [PairRoles]
	PairEnd                       // longer names that end with this one count too: only in the table of pairs
	PairColumns                   // the columns of a table: only in [PairRoles]
	PairRows                      // rows whose columns headers name: only in [PairRoles]
)

// Are reports whether the value has at least one of the roles.
func (a *Acts) Are(r Roles) bool { return a.Roles&r != 0 }

// Kinds maps the value of a member to a kind of object.
type Kinds struct {
	By     string
	number map[string]int
	other  int
}

// Of returns the state of an object at s whose member By has the value kind.
func (k *Kinds) Of(s *fieldmask.State, kind []byte) *fieldmask.State {
	if n, ok := k.number[string(kind)]; ok {
		return s.Of(n)
	}
	return s.Of(k.other)
}

// Shows selects the values of a metadata member that a profile keeps.
type Shows uint8

// The conditions under which a metadata member is kept.
const (
	Always     Shows = iota
	WhereSet         // unless it is null, [] or {}
	WhereThere       // unless it is null
	Never
)

// Redaction is the replacement of a hidden value.
type Redaction struct {
	With []byte // a JSON string
	By   string // the origin of the rule
}

// Limit is the largest number of elements that an array keeps. A Max of -1 is no limit.
type Limit struct {
	Max   int
	Path  string // from the payload, such as results[].entities
	InRow string // from the item, as configured, such as entities
	By    string // the origin of the rule
	Rule  string // [ByMode] or [ByShorten]
}

// The kinds of rules that cut, as the reasons of cuts spell them (see envelope.Cut).
const (
	ByMode      = "response_mode_limit"
	ByShorten   = "shorten"
	ByMaxItems  = "max_items"
	ByMaxString = "max_string"
)

// Text is the largest length of a string. The zero Text is no limit.
type Text struct {
	excerpt.Most
	By string // the origin of the rule
}

// Derived is a member made of the beginning of another member (GUARANTEES, comfort).
type Derived struct {
	Name, From string
	Chars      int // code points
}

// Least returns the smaller of two limits; 0 is no limit.
func Least(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// NoActs holds no actions.
var NoActs = &Acts{Limit: Limit{Max: -1}}

// add merges the acts of another mark at the same value. The smaller limit and the later
// redaction or default win.
func (a *Acts) add(b *Acts) {
	a.Roles |= b.Roles
	if b.Shows != Always {
		a.Shows, a.Steps = b.Shows, b.Steps
	}
	if b.Lists != nil {
		a.Lists = b.Lists
	}
	if b.Kinds != nil {
		a.Kinds = b.Kinds
	}
	if b.Redact != nil {
		a.Redact = b.Redact
	}
	if b.Default != nil {
		a.Default = b.Default
	}
	if b.Limit.Max >= 0 && (a.Limit.Max < 0 || b.Limit.Max < a.Limit.Max) {
		a.Limit = b.Limit
	}
	if a.Text == (Text{}) {
		a.Text = b.Text
	} else {
		a.Text.Chars, a.Text.Lines = Least(a.Text.Chars, b.Text.Chars), Least(a.Text.Lines, b.Text.Lines)
	}
	a.Rank = cmp.Or(b.Rank, a.Rank)
	a.Derive = append(a.Derive[:len(a.Derive):len(a.Derive)], b.Derive...)
}
