package jsonschema

import (
	"errors"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// node is one schema: an object of keywords, or true or false.
type node struct {
	at      value
	home    *resource
	refused *keyword // by the schema false

	// The rules, in the order of the checks. After a wrong type, no rule follows.
	references []rule
	types      typeRule
	values     []rule
	strings    []rule
	numbers    []rule
	elements   []rule
	members    []rule
	combined   []rule // schemas for the same value
	otherItems *unevaluatedRule
	otherNames *unevaluatedRule
}

// typed are the rules for values of a type.
func (n *node) typed(k kinds) *[]rule {
	switch k {
	case text:
		return &n.strings
	case number:
		return &n.numbers
	case array:
		return &n.elements
	case object:
		return &n.members
	}
	return new([]rule)
}

// others returns the rule for members or elements that no other rule checks.
func (n *node) others(k kinds) *unevaluatedRule {
	switch k {
	case array:
		return n.otherItems
	case object:
		return n.otherNames
	}
	return nil
}

// rule is a keyword, or a group that has to be looked at together.
type rule interface {
	// check reports whether the value v satisfies the rule. If not, it records a fault in
	// the run. It marks the evaluated members or elements in seen, unless that is nil.
	check(r *run, v value, seen *evaluated) bool
}

// keyword is the place of a rule in the schema.
type keyword struct {
	schema *Schema
	name   string
	at     value
}

// resource is a schema with a URI of its own, and all below it that have none.
type resource struct {
	base    string
	root    value
	legacy  bool // draft 7 or older: keywords beside $ref are ignored
	anchors map[string]value

	// Anchors for references from outside: their places, and their nodes once built. "" is
	// $recursiveAnchor.
	dynamics map[string]value
	dynamic  map[string]*node
}

// ErrCost is the error of a document that takes too many steps. An example is a schema
// that tries two schemas for each level, each with two more for the next level.
var ErrCost = errors.New("checking the document takes too many steps")

const (
	stepsPerByte = 300
	maxNested    = 20_000 // schemas within schemas
)

// run is the check of one document.
type run struct {
	doc        document
	limit      int // faults to keep
	violations []violation
	advised    int // of them, advice that refuses nothing
	quiet      int // running tries, during which no fault is recorded
	most       int // steps that it may take
	nested     int
	scope      []*resource // that led here, outermost first
	present    []bool      // names that the objects under way have
	text       []byte      // scratch: a string unescaped
	form       []byte      // scratch: a canonical form
	names      scan.Names
}

// violation is a rule that a value breaks.
type violation struct {
	by      *keyword
	value   value
	count   int
	missing []string
	advice  bool // refuses nothing
}

var runs = sync.Pool{New: func() any { return new(run) }}

// Validate checks a document and returns its faults, or none if it fits. At the largest
// kept number of faults, there may be more. It fails with a *scan.Error if doc is no JSON,
// and with ErrCost.
func (s *Schema) Validate(doc []byte) ([]Fault, error) {
	r := runs.Get().(*run)
	defer r.release()
	if err := r.doc.read(doc); err != nil {
		return nil, err
	}
	if r.limit = s.in.options.Faults; r.limit == 0 {
		r.limit = 100
	}
	r.most = stepsPerByte * (len(doc) + 1000)
	r.check(s.node, r.doc.root(), nil)
	if r.doc.steps > r.most {
		return nil, ErrCost
	}
	return r.faults(), nil
}

// release prepares a run for another document. It frees large memory.
func (r *run) release() {
	const large = 1 << 19
	if cap(r.doc.containers) > large || cap(r.form) > large || cap(r.text) > large {
		*r = run{}
	}
	clear(r.violations)
	r.names.Reset()
	r.violations, r.scope, r.present = r.violations[:0], r.scope[:0], r.present[:0]
	r.quiet, r.nested, r.advised, r.doc.src = 0, 0, 0, nil
	runs.Put(r)
}

// spend takes steps. Once there are too many, every check fails at once.
func (r *run) spend(steps int) bool {
	r.doc.steps += steps
	return r.doc.steps <= r.most
}

// check applies a schema to a value. It marks in seen the parts that the schema evaluated.
// After a failure, the marks have no meaning.
func (r *run) check(n *node, v value, seen *evaluated) bool {
	if n.refused != nil {
		return r.fail(n.refused, v)
	}
	if r.nested++; !r.spend(1) || r.nested > maxNested {
		r.doc.steps = max(r.doc.steps, r.most+1)
		r.nested--
		return false
	}
	outer := len(r.scope)
	if outer == 0 || r.scope[outer-1] != n.home {
		r.scope = append(r.scope, n.home)
	}
	ok := r.rules(n, v, seen)
	r.scope = r.scope[:outer]
	r.nested--
	return ok
}

// rules applies the rules of a node.
func (r *run) rules(n *node, v value, seen *evaluated) bool {
	others := n.others(r.doc.kind(v))
	if others == nil {
		return r.ownRules(n, v, seen)
	}
	own := &evaluated{}
	if !r.ownRules(n, v, own) || !others.check(r, v, own) {
		return false
	}
	if seen != nil {
		seen.merge(own)
	}
	return true
}

// ownRules applies all rules but those for unevaluated parts.
func (r *run) ownRules(n *node, v value, seen *evaluated) bool {
	ok := r.all(n.references, v, seen)
	if !ok && r.quiet > 0 {
		return false
	}
	kind := r.doc.kind(v)
	if !n.types.admits(kind) && !(kind == number && n.types.of&integer != 0 && decimalOf(r.doc.raw(v)).isInteger()) {
		return r.fail(&n.types.keyword, v)
	}
	for _, rules := range [...][]rule{n.values, *n.typed(kind), n.combined} {
		if !r.all(rules, v, seen) {
			if ok = false; r.quiet > 0 {
				return false
			}
		}
	}
	return ok
}

func (r *run) all(rules []rule, v value, seen *evaluated) bool {
	ok := true
	for _, rule := range rules {
		if !rule.check(r, v, seen) {
			if ok = false; r.quiet > 0 {
				return false
			}
		}
	}
	return ok
}

// try applies a schema without a record of faults.
func (r *run) try(n *node, v value, seen *evaluated) bool {
	r.quiet++
	defer func() { r.quiet-- }()
	if seen == nil {
		return r.check(n, v, nil)
	}
	own := &evaluated{}
	ok := r.check(n, v, own)
	if ok {
		seen.merge(own)
	}
	return ok
}
