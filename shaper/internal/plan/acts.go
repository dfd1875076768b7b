package plan

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

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
	PairHeaders                   // it may name columns, unless another member does
	PairRow                       // a row: headers and columns may stand beside it
	PairName                      // a string that names its sibling: only in [PairRoles]
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
