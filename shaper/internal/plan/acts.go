package plan

import (
	"cmp"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

// Acts are what the pass does at a value beside keeping or dropping it.
type Acts struct {
	Roles   Roles
	Shows   Shows            // which values of a piece of metadata show
	Steps   int              // to the metadata from the root, which is an object as all on the way
	Lists   *fieldmask.State // of a payload that is an array, and so its own list of items
	Kinds   *Kinds           // of an object whose parts depend on its kind
	Redact  *Redaction       // nil leaves the value
	Default []byte           // elided when it has this value
	Limit   Limit
	Text    Text
	Derive  []Derived
	Rank    string // the member of the elements of an array by which a budget chooses; "" is none
}

// Roles are what a value is to its document.
type Roles uint32

// The roles that a value can have, more than one of them at once.
const (
	Payload     Roles = 1 << iota // the payload begins here
	Stays                         // an empty form stays, whatever becomes of the value
	Items                         // the list of the items: it stays where no item is selected
	Free                          // privacy patterns apply here and below
	Known                         // a part of the envelope, which a path redaction leaves alone
	Protocol                      // a scalar here is not masked at all
	Spoken                        // but it is, and opened, for people read it
	Slot                          // a string here may hold a document
	Sealed                        // a string here is opaque to all but who wrote it: it is never opened
	Document                      // a container here is shaped as a document of its own
	Apart                         // and nobody knows which call it answers
	Essential                     // elision leaves it alone
	Note                          // what tells of cuts may stand here
	Media                         // a string here is no text
	Low                           // it goes where a response is over its budget
	PairValue                     // a name may stand beside it
	PairCells                     // the columns of a table may stand beside it
	PairFlat                      // a list of names and values in turn
	PairHeaders                   // it may name columns as well, if nothing else does
	PairRow                       // and so may they beside a row here
	PairName                      // a string that names the value beside it: of no value, see [PairRoles]
	PairColumns                   // the columns of a table: likewise
	PairRows                      // rows, so that headers beside them name columns: likewise
)

// Are reports whether the value has one of the roles.
func (a *Acts) Are(r Roles) bool { return a.Roles&r != 0 }

// Kinds are what a member tells an object to be.
type Kinds struct {
	By     string
	number map[string]int
	other  int
}

// Of is the state of a value that is at s, and of which its member says kind.
func (k *Kinds) Of(s *fieldmask.State, kind []byte) *fieldmask.State {
	if n, ok := k.number[string(kind)]; ok {
		return s.Of(n)
	}
	return s.Of(k.other)
}

// Shows says which values of a piece of metadata a profile shows.
type Shows uint8

// A piece of metadata shows
const (
	Always     Shows = iota
	WhereSet         // where it is not null, [] or {}
	WhereThere       // where it is not null
	Never
)

// Redaction is what stands in place of a value.
type Redaction struct {
	With []byte // a JSON string
	By   string // where it was asked for
}

// Limit is the most elements that an array keeps; a Max of -1 is no limit.
type Limit struct {
	Max   int
	Path  string // from the payload: results[].entities
	InRow string // as the configuration has it, from the item: entities
	By    string // where it was asked for
	Rule  string // that kind of rule: [ByMode] or [ByShorten]
}

// The kinds of rules that cut, as reasons spell them (see envelope.Cut).
const (
	ByMode      = "response_mode_limit"
	ByShorten   = "shorten"
	ByMaxItems  = "max_items"
	ByMaxString = "max_string"
)

// Text is how much is left of a string; the zero Text says nothing.
type Text struct {
	excerpt.Most
	By string // where it was asked for
}

// Derived is a field made of the beginning of another one (GUARANTEES, comfort).
type Derived struct {
	Name, From string
	Chars      int // code points
}

// and is what holds where two say something: of each number the smaller one.
func (t Text) and(u Text) Text {
	if t == (Text{}) {
		return u
	}
	t.Chars, t.Lines = Least(t.Chars, u.Chars), Least(t.Lines, u.Lines)
	return t
}

// Least is the smaller one of two numbers, of which 0 says nothing.
func Least(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// NoActs ask for nothing.
var NoActs = &Acts{Limit: Limit{Max: -1}}

// add joins what another mark asks for at the same value. Of two limits the smaller
// one holds, of two redactions or defaults the later one.
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
	a.Text = a.Text.and(b.Text)
	a.Rank = cmp.Or(b.Rank, a.Rank)
	a.Derive = append(a.Derive[:len(a.Derive):len(a.Derive)], b.Derive...)
}
