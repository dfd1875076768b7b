package shaper

import (
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// plan is all that the pass needs to know for one kind of response: what the
// configuration says, laid over one dialect. It is immutable but for its usual
// successor, which is a hint.
type plan struct {
	resolved *profiles.Resolved
	dialect  envelope.Dialect
	mask     *fieldmask.Mask
	marks    []*acts // by mark value

	patterns         []profiles.Pattern
	elide            profiles.Elide
	elides           bool
	keepUnmatched    bool
	dropEmptied      bool
	rejectDuplicates bool
	keepLast         bool
	everywhere       bool // duplicate names matter in values that are copied too
	errorMatters     bool // it makes a difference whether the response is an error
	isError          bool // the response is one

	// usual is the plan that the envelope of the last such call asked for, by how
	// many documents it was inside.
	usual [maxNesting + 1]atomic.Pointer[plan]
}

// acts is what the pass does at a value beside keeping or dropping it.
type acts struct {
	payload   bool // the payload begins here
	root      bool // an empty form stays, whatever becomes of the value
	items     bool // the list of the items: it stays where no item is selected
	free      bool // privacy patterns apply here and below
	known     bool // a part of the envelope, which a path redaction leaves alone
	protocol  bool // a scalar here is not masked at all
	text      bool // a string here may hold a document
	foreign   bool // so it may, were the dialect another
	document  bool // a container here is shaped as a document of its own
	essential bool // elision leaves it alone
	redact    []byte
	redactBy  string // where that was asked for
	def       []byte // elided when it has this value
	limit     int    // most elements; -1 is no limit
	limitPath string
	limitBy   string // where that was asked for
	derive    []derived
}

var noActs = &acts{limit: -1}

// acts returns what a plan asks for at a state.
func (p *plan) acts(s *fieldmask.State) *acts {
	switch marks := s.Marks(); len(marks) {
	case 0:
		return noActs
	case 1:
		return p.marks[marks[0]]
	default:
		all := *noActs
		for _, m := range marks {
			all.add(p.marks[m])
		}
		return &all
	}
}

// add joins what another mark asks for at the same value. Of two limits the smaller
// one holds, of two redactions or defaults the later one.
func (a *acts) add(b *acts) {
	a.payload = a.payload || b.payload
	a.root = a.root || b.root
	a.items = a.items || b.items
	a.free = a.free || b.free
	a.known = a.known || b.known
	a.protocol = a.protocol || b.protocol
	a.text = a.text || b.text
	a.foreign = a.foreign || b.foreign
	a.document = a.document || b.document
	a.essential = a.essential || b.essential
	if b.redact != nil {
		a.redact, a.redactBy = b.redact, b.redactBy
	}
	if b.def != nil {
		a.def = b.def
	}
	if b.limit >= 0 && (a.limit < 0 || b.limit < a.limit) {
		a.limit, a.limitPath, a.limitBy = b.limit, b.limitPath, b.limitBy
	}
	a.derive = append(a.derive[:len(a.derive):len(a.derive)], b.derive...)
}

// maskText applies the privacy patterns to a text, and returns the last one that
// fitted, or nil.
func (p *plan) maskText(text []byte) (masked []byte, by *profiles.Pattern) {
	for i := range p.patterns {
		pattern := &p.patterns[i]
		if pattern.Regexp.Match(text) {
			text, by = pattern.Regexp.ReplaceAllLiteral(text, []byte(pattern.With)), pattern
		}
	}
	return text, by
}
