package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Names matches hiding rules by names alone. A text that is not JSON has names but no paths.
// A rule matches at the last name of its path, if the earlier names occur before it in the
// same text (GUARANTEES, withholding).
type Names struct {
	Rules []NamedRule
	// Withholds and Counts list the rules without a name by their numbers in [Hiding.All].
	// Withholds has the privacy and tier rules, Counts the others.
	Withholds, Counts []int
	// Endings holds the last names of the paths.
	Endings Endings
	// Spots holds the last names of the private paths, or is nil.
	Spots *Spots

	near     *near // nil if names may end with any byte, or none is private
	table    fieldmask.NameTable
	mentions []Mention // indexed by the numbers of the table
}

// NamedRule is a rule with a name in its path.
type NamedRule struct {
	Names   int // in its path
	Private bool
	Number  int // of the rule in [Hiding.All]
}

// Mention is the position of a name in the path of a rule.
type Mention struct {
	Rule, Step int
}

// newNames compiles rules in the order of [Hiding.All].
func newNames(rules []fieldmask.Rule) *Names {
	n, lifted := &Names{}, map[string]bool{} // the paths whose excludes are lifted
	for _, r := range rules {
		if r.Kind == fieldmask.Expose {
			lifted[r.Path.String()] = true
		}
	}
	var private []fieldmask.Path
	for i, r := range rules {
		if r.Kind == fieldmask.Expose {
			continue
		}
		if n.Endings.add(r.Path); r.Kind != fieldmask.Exclude {
			private = append(private, r.Path)
		}
		if r.Kind == fieldmask.Exclude && len(lifted) > 0 && lifted[r.Path.String()] {
			continue
		}
		names := r.Path.Names()
		rule := NamedRule{Names: len(names), Private: r.Kind != fieldmask.Exclude, Number: i}
		switch {
		case rule.Names > 0:
			for step, name := range names {
				n.table.Add(name, len(n.mentions))
				n.mentions = append(n.mentions, Mention{Rule: len(n.Rules), Step: step})
			}
			n.Rules = append(n.Rules, rule)
		case rule.Private:
			n.Withholds = append(n.Withholds, i)
		default:
			n.Counts = append(n.Counts, i)
		}
	}
	if len(private) > 0 {
		n.Spots = newSpots(private)
		n.near = newNear(&n.Endings, n.Spots)
	}
	return n
}

// Append appends the positions of a name in the paths of the rules, in any spelling that the
// rules allow.
func (n *Names) Append(at []Mention, name []byte) []Mention {
	var memory [8]int
	for _, number := range n.table.Append(memory[:0], name) {
		at = append(at, n.mentions[number])
	}
	return at
}

// Endings tells cheaply that no rule can find its name before an offset of a string, with or
// without escapes.
type Endings struct {
	// Any means that nothing can be excluded: the last name of a rule is a pattern, or it
	// has several spellings.
	Any bool

	last          [256]bool // the last bytes of the names
	exact, folded tails     // folded names are in lower case; separators may follow them
}

// IsWord reports whether a byte belongs to names with one spelling, numeric escapes aside.
func IsWord(c byte) bool { return isWord[c] }

var isWord = func() (is [256]bool) {
	for c := range is {
		lower := byte(c) | 0x20
		is[c] = lower >= 'a' && lower <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '$'
	}
	return is
}()

func (e *Endings) add(path fieldmask.Path) {
	last, ok := path.Last()
	tail := last.Tail()
	if !ok || tail == "" || slices.ContainsFunc([]byte(tail), func(c byte) bool { return !isWord[c] }) {
		e.Any = true
		return
	}
	c := tail[len(tail)-1]
	if e.last[c] = true; last.IsFolded() {
		e.last[upper(c)] = true
		e.folded.add([]byte(tail))
	} else {
		e.exact.add([]byte(tail))
	}
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c &^= 0x20
	}
	return c
}

// Ends reports whether a name may end with the byte.
func (e *Endings) Ends(c byte) bool { return e.last[c] || !e.folded.isEmpty() && separates(c) }

// Fit reports whether a name may end at the end of a text, which must not be empty.
func (e *Endings) Fit(text []byte) bool {
	if !e.folded.isEmpty() {
		for len(text) > 0 && separates(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
		if len(text) == 0 {
			return false
		}
	}
	return e.last[text[len(text)-1]] && (e.fitsExact(text) || e.fitsFolded(text))
}

// fitsExact reports whether a text ends with an exact name.
func (e *Endings) fitsExact(text []byte) bool {
	if e.exact.isEmpty() {
		return false
	}
	at := int32(0)
	for i := len(text) - 1; i >= 0; i-- {
		if at = e.exact.step(at, text[i]); at == 0 {
			return false
		} else if e.exact.nodes[at].ends {
			return true
		}
	}
	return false
}

// fitsFolded reports whether a text ends with a folded name. A letter beyond ASCII may stand
// for any letter, and an escape such as \n for a space.
func (e *Endings) fitsFolded(text []byte) bool {
	if e.folded.isEmpty() {
		return false
	}
	at := int32(0)
	for i := len(text) - 1; i >= 0; i-- {
		c := text[i]
		if c >= utf8.RuneSelf || c == '\\' {
			return true
		}
		if next := e.folded.step(at, lowered(c)); next != 0 {
			at = next
		} else if !separates(c) {
			return i > 0 && text[i-1] == '\\' && strings.IndexByte("nrtfv", c) >= 0
		}
		if e.folded.nodes[at].ends {
			return true
		}
	}
	return false
}

// separates reports whether folded names ignore the byte.
func separates(c byte) bool { return c == '_' || c == '-' || c == '.' || c == ' ' || c == '\t' }

// tails is a set of texts stored as a trie from their last byte. A look-up reads each byte of
// a text once, for any number of texts. The zero value is empty.
type tails struct {
	nodes []tail // the root is the first one
}

// tail is a node. The bytes from it up to the root form the end of a text.
type tail struct {
	c              byte
	ends           bool // a text begins here
	child, sibling int32
}

// add adds a text.
func (t *tails) add(text []byte) {
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, tail{})
	}
	at := int32(0)
	for i := len(text) - 1; i >= 0; i-- {
		next := t.step(at, text[i])
		if next == 0 {
			next = int32(len(t.nodes))
			t.nodes = append(t.nodes, tail{c: text[i], sibling: t.nodes[at].child})
			t.nodes[at].child = next
		}
		at = next
	}
	t.nodes[at].ends = true
}

// step returns the child of a node for a byte; 0 is none.
func (t *tails) step(at int32, c byte) int32 {
	if t.isEmpty() {
		return 0
	}
	for n := t.nodes[at].child; n != 0; n = t.nodes[n].sibling {
		if t.nodes[n].c == c {
			return n
		}
	}
	return 0
}

// isEmpty reports whether there are no texts.
func (t *tails) isEmpty() bool { return len(t.nodes) == 0 }

// last appends the endings of the texts, each of at most the given length.
func (t *tails) last(all [][]byte, most int) [][]byte {
	if t.isEmpty() {
		return all
	}
	var read func(at int32, behind []byte)
	read = func(at int32, behind []byte) {
		if t.nodes[at].ends || len(behind) == most {
			all = append(all, behind)
			return
		}
		for n := t.nodes[at].child; n != 0; n = t.nodes[n].sibling {
			read(n, append([]byte{t.nodes[n].c}, behind...))
		}
	}
	read(0, nil)
	return all
}
