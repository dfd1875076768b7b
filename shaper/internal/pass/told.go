package pass

import "slices"

// Told is what a pass has to say beside the document itself. The documents inside
// are in it.
type Told struct {
	Cuts     Cuts
	Withheld Places // values in texts that are no JSON, which their names give away
	Opaque   Places // names in such texts that met an exclude, and stayed
}

// add joins what a document inside has to say.
func (t *Told) add(inner Told) {
	t.Cuts.join(inner.Cuts)
	t.Withheld.add(inner.Withheld)
	t.Opaque.add(inner.Opaque)
}

// Places are places in a response. At most maxPlaces of them are spelled out, as
// patterns of pointers, so that the rules bound them and not the rows.
type Places struct {
	Count int
	At    []string
}

const maxPlaces = 16

func (p *Places) add(more Places) {
	p.Count += more.Count
	for _, at := range more.At {
		if len(p.At) < maxPlaces && !slices.Contains(p.At, at) {
			p.At = append(p.At, at)
		}
	}
}
