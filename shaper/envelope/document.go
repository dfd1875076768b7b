package envelope

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Doc is a JSON text with an index of its root object, so a dialect can inspect it at low
// cost. The text is valid.
type Doc struct {
	Raw     []byte
	Members []Member // of the root object, in order; nil for other values
	Result  []Member // of the object that is its first result, if it was indexed; else nil
	Twice   int      // offset of the first duplicate name in the root; 0 for none
	Looks   Looks    // the possible dialects; zero if unknown
}

// Looks is a set of dialects that the names in a root allow ([Dialect.Names]). Bit i stands
// for place i in the table of package dialects.
type Looks uint16

// Member is a member of a root object: its unescaped Name, and its value Raw[Start:End].
type Member = scan.Member

// Limits bound a document. A zero field means its default.
type Limits struct {
	Depth         int // containers open at once; 1000
	DocumentBytes int // 1 GiB, 4 GiB at most
	StringBytes   int // of one string, raw; 64 MiB
	Members       int // of one object; 1,048,576
}

// Open indexes a JSON text. It fails with a [*SyntaxError] if raw is not JSON, if its root
// object holds a name twice, or if a limit is exceeded.
func Open(raw []byte, limits Limits) (*Doc, error) {
	members, err := scan.Members(raw, scan.Limits(limits), nil)
	return &Doc{Raw: raw, Members: members}, syntaxError(err)
}

// OpenPart is [Open] for a root with very many members. It indexes the members that keep
// selects by their index and name. A duplicate name is no error; [Doc.Twice] reports it.
//
// If the member called result is an object without a duplicate name, OpenPart indexes it in
// the same way, as [Doc.Result]. Nil limits state that the text is valid: OpenPart then does
// not read the values of the members.
func OpenPart(raw []byte, limits *Limits, keep func(i int, name []byte) bool, result string) (*Doc, error) {
	bounds := scan.Unlimited
	if limits != nil {
		bounds = scan.Limits(*limits)
	}
	members, twice, in, err := scan.IndexBoth(raw, bounds, keep, result)
	d := &Doc{Raw: raw, Members: members, Twice: twice}
	if err != nil && limits != nil {
		return d, syntaxError(err)
	}
	if in != nil && twice == 0 {
		d.Result = in.Members
		for i := range d.Result {
			m := &d.Result[i]
			m.Key, m.Start, m.End = m.Key+in.At, m.Start+in.At, m.End+in.At
		}
	}
	return d, nil
}

// Check fails with a [*SyntaxError] if a text is not JSON or exceeds a limit.
func Check(raw []byte) error {
	return syntaxError(scan.Check(raw, scan.Limits{}, false))
}

// CheckUnique is [Check] that also fails if an object at any depth holds a name twice.
func CheckUnique(raw []byte) error {
	return syntaxError(scan.Check(raw, scan.Limits{}, true))
}

// Value returns the raw value of a root member, nil if there is none.
func (d *Doc) Value(name string) []byte { return valueOf(d.Raw, d.Members, name) }

// ResultValue returns the raw value of a member of [Doc.Result], nil if there is none.
func (d *Doc) ResultValue(name string) []byte { return valueOf(d.Raw, d.Result, name) }

func valueOf(raw []byte, members []Member, name string) []byte {
	for i := range members {
		if m := &members[i]; m.Name == name {
			return raw[m.Start:m.End]
		}
	}
	return nil
}

// Has reports whether the root object has each of the names.
func (d *Doc) Has(names ...string) bool {
	for _, n := range names {
		if d.Value(n) == nil {
			return false
		}
	}
	return true
}

// Lacks returns a message that the root holds none of the names, "" if it holds one. Each name
// is a sign of its dialect.
func (d *Doc) Lacks(names ...string) string {
	if d.Members == nil {
		return "the document is no object"
	}
	if slices.ContainsFunc(names, func(n string) bool { return d.Value(n) != nil }) {
		return ""
	}
	return "it has none of " + strings.Join(names, ", ")
}

// Index indexes an object inside a valid text. Any other value, and an object with a duplicate
// name, gives an empty Doc.
func Index(raw []byte) *Doc {
	if i := scan.Space(raw, 0); i == len(raw) || raw[i] != '{' { // an absent part, mostly: at no cost
		return new(Doc)
	}
	d, err := Open(raw, Limits{})
	if err != nil {
		return new(Doc)
	}
	return d
}

// SyntaxError reports a text that cannot be read, with the place of its fault. It carries no
// content except the names of members, in Pointer.
type SyntaxError struct {
	// Reason is invalid_json, duplicate_name, or too_large if a limit is exceeded.
	Reason  string
	Offset  int    // of the first byte that cannot be right
	Line    int    // from 1
	Column  int    // from 1, in bytes
	Pointer string // RFC 6901, of the value that was being read; "" is the whole

	fault *scan.Error
}

// syntaxError returns the public form of a scanner error.
func syntaxError(err error) error {
	fault, ok := errors.AsType[*scan.Error](err)
	if !ok {
		return err
	}
	return &SyntaxError{fault.Kind.Reason(), fault.Offset, fault.Line, fault.Column, fault.Place(), fault}
}

// Error names the place first, as compilers do.
func (e *SyntaxError) Error() string {
	if e.fault == nil {
		return e.Reason
	}
	return e.fault.Error()
}

// Unwrap returns the scanner error. The engine adds offsets to it.
func (e *SyntaxError) Unwrap() error { return e.fault }

// FieldError names an argument of a builder that cannot be used, and the reason. It carries no
// value.
type FieldError struct {
	Field   string // dotted path, as the envelope spells it; "" is all of it
	Problem string
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return e.Problem
	}
	return e.Field + ": " + e.Problem
}

// EditionError names an edition that a dialect does not have.
type EditionError struct{ Dialect, Edition string }

func (e *EditionError) Error() string {
	return fmt.Sprintf("dialect %s has no edition %q", e.Dialect, e.Edition)
}
