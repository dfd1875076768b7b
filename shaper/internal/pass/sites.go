package pass

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Sites are where in the output the envelope tells of cuts, so that nobody has to
// look for them in what may be large.
type Sites struct {
	At  [maxSites]scan.Span // of the values, by their number in the layout; empty where there is none
	End int                 // where the object ends that holds them, before its brace; 0 where there is none
	Any bool                // it holds something
}

const maxSites = 3

// noteSite notes a value of f at such a place that was written behind what the output
// was before.
func (p *Pass) noteSite(f *frame, v *value, before int) {
	if f.kept > 1 {
		before++ // a comma
	}
	if before += v.head.keyEnd - v.head.key + 1; p.out.size() > before {
		p.limited.sites.At[v.acts.Place-1] = scan.Span{Start: before, End: p.out.size()}
	}
}

// Outline puts an outline in the place of a part of the output in which there is no site,
// and notes what that takes from lists. Shortened strings are not told of besides: their
// names are gone, or the outline shows where they end.
func (done *Outcome) Outline(at scan.Span, text []byte, cut envelope.Cut) {
	done.Told.Outlined++
	done.Told.Texts = nil
	done.put(at, text)
	i := done.Told.Cuts.at(cut.Path)
	done.Told.Cuts[i] = done.Told.Cuts[i].Plus(cut)
}

// Fold puts what says the same in tables and references in the place of such a part.
func (done *Outcome) Fold(at scan.Span, text []byte, tables int) {
	done.Told.Folded += tables
	done.put(at, text)
}

func (done *Outcome) put(at scan.Span, text []byte) {
	more := len(text) - (at.End - at.Start)
	done.Out = slices.Replace(done.Out, at.Start, at.End, text...)
	for i := range done.Sites.At {
		if site := &done.Sites.At[i]; site.Start >= at.End {
			site.Start, site.End = site.Start+more, site.End+more
		}
	}
	if done.Sites.End >= at.End {
		done.Sites.End += more
	}
}

// mostNotes bounds the values that are compared with notes. Each may look through the
// whole document. Contracts write no more of them, their lists included.
const mostNotes = 4*envelope.MaxNotes + 8

// isNote reports whether a value is a note of an earlier look.
func (p *Pass) isNote(f *frame, v *value) bool {
	end := p.skipValue(v.start)
	if p.limited.notes++; p.fault.failed || p.limited.notes > mostNotes || !p.plan.IsNote(p.src[v.start:end], v.acts.Redact, p.src) {
		return false
	}
	p.decide(f, v, end, true, cause{reason: "kept"})
	return true
}

// holds notes where a container is, which is about to close and stays, as far as
// that matters to what tells of cuts.
func (p *Pass) holds(f *frame, x *extra) {
	if f.acts.Place > 0 {
		p.limited.sites.At[f.acts.Place-1] = scan.Span{Start: x.began, End: p.out.size()}
	}
	if f.acts.Are(plan.Holder) && f.isObject {
		p.limited.sites.End, p.limited.sites.Any = p.out.size()-1, f.kept > 0
	}
}

// noted reports whether this document, or one around it, tells of what is cut in
// it.
func (p *Pass) noted() bool { return p.doc.Noted || p.plan.Notes != nil }
