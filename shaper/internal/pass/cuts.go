package pass

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Cuts are what limits took from a document, one entry for each path.
type Cuts []envelope.Cut

// at is which entry is that of a path.
func (all *Cuts) at(path string) int {
	i := slices.IndexFunc(*all, func(c envelope.Cut) bool { return c.Path == path })
	if i < 0 {
		i = len(*all)
		*all = append(*all, envelope.Cut{Path: path})
	}
	return i
}

// join adds what limits took elsewhere.
func (all *Cuts) join(more Cuts) {
	for _, c := range more {
		i := all.at(c.Path)
		(*all)[i] = (*all)[i].Plus(c)
	}
}

// mirror joins what limits took from the other half of a result, which says the
// same once more: a list counts once. Where the halves differ, the one that lost
// more counts.
func (all *Cuts) mirror(half Cuts) {
	for _, c := range half {
		i := all.at(c.Path)
		if known := (*all)[i]; c.Total-c.Kept > known.Total-known.Kept {
			(*all)[i] = c
		}
	}
}

// limited is what a pass remembers of the limits of its plan.
type limited struct {
	bounds
	tight    Tight
	anywhere int   // the entry of arrays that the bound cut, as in entry
	entry    []int // by limit: its entry among the cuts, from 1; 0 is none so far
	itself   bool  // the payload is an array, and so its own list of items
	sites    Sites
	half     Cuts // of documents that are values, and say what texts say as well
	digests  digests
}

// cut notes that its limit took something out of an array that is about to close.
// A million rows that are each cut come to one entry, which is looked for once.
func (p *Pass) cut(f *frame) {
	entry, path := p.entryOf(f)
	if *entry == 0 {
		*entry = 1 + p.told.Cuts.at(path)
	}
	c := &p.told.Cuts[*entry-1]
	*c = c.Plus(envelope.Cut{Total: f.read, Kept: f.kept, Lists: 1, Over: p.isTighter(f)})
}

// entryOf is the entry of what cut an array, and the path that it stands for.
func (p *Pass) entryOf(f *frame) (entry *int, path string) {
	limit := &f.acts.Limit
	if limit.Max < 0 {
		return &p.limited.anywhere, plan.Anywhere
	}
	for limit.Nth >= len(p.limited.entry) {
		p.limited.entry = append(p.limited.entry, 0)
	}
	if path = limit.Path; p.limited.itself {
		path = limit.InRow
	}
	return &p.limited.entry[limit.Nth], path
}
