package nodes

import "github.com/seed-7aa78ce4/shape/internal/scan"

// maxNesting is in how many strings around it a mark is looked for.
const maxNesting = 4

// Marks are what stands for something else in a text, and how it is undone.
type Marks struct {
	// In reports whether a text may hold one, or a string in it may.
	In func(text []byte) bool
	// Undo writes a valid text without them. It gives up where that takes more than its
	// limit. inner undoes those in a string, which is given with its quotes.
	Undo func(t *Tree, lim scan.Limits, inner func(quoted []byte) (text []byte, found bool)) (out []byte, found bool)
}

// Expand returns a document without marks, in strings that are documents of their own as
// well, and without white space. A document without marks is returned as it is. The error
// is a [*scan.Error] where the document is no JSON, or takes more than its limit then.
func (m Marks) Expand(doc []byte, lim scan.Limits) ([]byte, error) {
	if !m.In(doc) {
		return doc, nil
	}
	lim = lim.OrDefault()
	out, found, err := m.document(doc, lim, maxNesting)
	if err == nil && len(out) > lim.DocumentBytes {
		err = scan.NewError(doc, 0, scan.KindSize)
	}
	if err != nil || !found {
		return doc, err
	}
	return out, nil
}

// document undoes the marks in a document, in which so many strings may be entered.
func (m Marks) document(doc []byte, lim scan.Limits, nesting int) (out []byte, found bool, err error) {
	if err := scan.Check(doc, lim, false); err != nil {
		return nil, false, err
	}
	inner := func(quoted []byte) ([]byte, bool) {
		if nesting == 0 || !m.In(quoted) {
			return nil, false
		}
		text, found, err := m.document(scan.AppendUnquote(nil, quoted[1:len(quoted)-1]), lim, nesting-1)
		return text, found && err == nil
	}
	out, found = m.Undo(Grow(scan.AppendCompact(nil, doc)), lim, inner)
	return out, found, nil
}
