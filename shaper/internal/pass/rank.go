package pass

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// rank finds out which elements of the array f stay, that a budget cuts: those of which
// the member that it is ranked by is the largest number, and of equal ones the first. By
// what is hidden nothing is ranked, since that would tell of it.
func (p *Pass) rank(f *frame) {
	most, by := p.most(f), []byte(f.acts.Rank)
	if p.limited.tight.Items == 0 || most < 0 {
		return
	}
	if s := f.state.Element(0, 1).Member(by); s.Excluded() || p.plan.Acts(s).Redact != nil {
		return
	}
	var ranks []float64
	p.ahead.skip.EachElement(p.src, int(f.start), func(value int) bool {
		ranks = append(ranks, p.rankOf(value))
		return true
	})
	if len(ranks) <= most || p.inDigest() {
		return
	}
	order := make([]int, len(ranks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[b], ranks[a]) })
	best := make([]bool, len(ranks))
	for _, i := range order[:most] {
		best[i] = true
	}
	p.widen(f).best = best
}

// rankOf is the number by which an element of the innermost container is ranked; the
// lowest where there is none.
func (p *Pass) rankOf(element int) float64 {
	at := p.ahead.member(element, p.top().acts.Rank, p.superseded)
	if at < 0 || at >= len(p.src) {
		return math.Inf(-1)
	}
	end, kind := scan.Number(p.src, at)
	if kind != scan.KindNone {
		return math.Inf(-1)
	}
	n, _ := strconv.ParseFloat(string(p.src[at:end]), 64) // of one that is too large, infinity
	return n
}

// leaves reports whether the element of f that was read last is one too many.
func (p *Pass) leaves(f *frame) bool {
	if best := p.extra(f).best; f.read <= len(best) {
		return !best[f.read-1]
	}
	return p.isFull(f)
}
