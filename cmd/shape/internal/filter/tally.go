package filter

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// tally sums up the documents.
type tally struct {
	documents int
	bytes     report.Account
	read      *report.Readings // nil if no flag needs it
	unmatched []string         // masks without a match in any document
	cuts      []shaper.Cut     // without a note in the document
	signals   signals
	fit       fits
	over      int // documents over their budget
	kept      archivedDocuments
}

// add adds a document and returns its tokens.
func (t *tally) add(in, out []byte, unmatched []string) (read report.Account) {
	t.unmatched = unmet(t.unmatched, unmatched, t.documents == 0)
	t.documents++
	t.bytes.Add(len(in), len(out))
	if t.read != nil {
		read = t.read.Add(in, out)
	}
	return read
}

// cut adds the cuts without a note in the document.
func (t *tally) cut(r shaper.Report) {
	for _, c := range r.Cut {
		if c.Noted {
			continue
		}
		i := slices.IndexFunc(t.cuts, func(known shaper.Cut) bool { return known.Path == c.Path })
		if i < 0 {
			t.cuts = append(t.cuts, c)
		} else {
			t.cuts[i] = t.cuts[i].Plus(c)
		}
	}
}
