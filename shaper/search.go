package shaper

import "github.com/seed-7aa78ce4/shape/shaper/internal/pass"

// A search chooses among candidates: responses shaped under fixed sets of bounds. The
// candidates depend on the response alone, never on the budget. Their sizes are those of
// the bytes that go out, notes included, so a note that costs more than its cut saves
// makes its candidate lose.
//
// A family is a list of rungs, each tighter than the one before. The search takes the
// first family whose loosest fitting candidate uses half of the room or more, and else
// the largest candidate that fits. A larger budget therefore never yields a smaller
// response: let the smaller budget B choose x and the larger one B' choose y < x. Then y
// fits B, and uses over half of it, so its family or an earlier one ends the search under
// B; an earlier one would end it under B' as well.

const (
	longString  = 200 // code points that each string keeps while lists are whole
	shortString = 16  // code points that each string keeps at least

	// Bytes by which the notes of a looser candidate may be shorter: of a count or a
	// number that both halves say, and of each path that they no longer name.
	countBytes = 128
	pathBytes  = 512
)

// search is one search.
type search struct {
	*ladder
	whole    Size // of the response under its rules
	mayBeLow bool // some values have a low priority
	near     bool // each candidate warns that the limit of tokens is near
	known    map[rung]candidate
	tried    int // candidates that lost something

	best  candidate // of those that fit
	found bool
	least candidate // the smallest of all
}

// candidate is a response under the bounds of a rung.
type candidate struct {
	rung
	size  Size
	took  took
	items bool // a list lost elements to the budget
	paths int  // of lists that lost elements
	isOK  bool // it lost something to the budget that the caller's schema does not require
}

func newSearch(l *ladder, whole Size) *search {
	by := l.memory.within.by // nil in an explanation
	mayBeLow := by == nil || len(by.Resolved.LowPriority) > 0
	return &search{ladder: l, whole: whole, mayBeLow: mayBeLow, known: map[rung]candidate{}}
}

// run tries every family that may be needed: cuts, with and without values of low
// priority, then outlines, then references.
func (s *search) run() {
	lows := []bool{false}
	if low := (rung{Tight: pass.Tight{Low: true}}); s.mayBeLow && s.at(low).took.low > 0 {
		lows = []bool{true, false}
		s.halve([]rung{low})
	}
	var families [][]rung
	for _, low := range lows {
		if s.isEnough() {
			return
		}
		some := s.families(low)
		for i := 0; i < len(some) && !s.isEnough(); i++ {
			s.halve(some[i])
		}
		families = append(families, some...)
	}
	for i := 0; i < len(families) && !s.found; i++ {
		s.walk(families[i])
	}
	for _, low := range lows {
		if !s.found {
			s.halve(s.outlines(low))
		}
	}
	for _, low := range lows {
		if !s.found && s.ladder.at != nil {
			s.halve(s.references(low))
		}
	}
}

// families returns the families that cut strings and lists, in their order of preference:
// long strings, then also lists, short strings, both, lists alone. A kind of cut that
// takes nothing has no family.
func (s *search) families(low bool) (all [][]rung) {
	at := func(chars, items int) rung { return rung{Tight: pass.Tight{Low: low, Chars: chars, Items: items}} }
	hasTexts := s.at(at(shortString, 0)).took.strings > 0
	hasLists := s.at(at(0, 1)).items
	isLong := hasTexts && s.at(at(longString, 0)).took.strings > 0
	hasBoth := hasTexts && (hasLists || s.shortensLists(low))
	add := func(is bool, numbers []int, rungOf func(n int) rung) {
		var family []rung
		for _, n := range numbers {
			family = append(family, rungOf(n))
		}
		if is {
			all = append(all, family)
		}
	}
	first := 0
	if isLong {
		first = longString
	}
	long, short, items := steps(s.whole.Bytes, longString), steps(longString, shortString), steps(s.whole.Bytes/2, 1)
	add(isLong, long, func(n int) rung { return at(n, 0) })
	add(hasLists, items, func(n int) rung { return at(first, n) })
	add(hasTexts, short, func(n int) rung { return at(n, 0) })
	add(hasBoth, short, func(n int) rung { return at(n, 1) })
	add(hasBoth, items, func(n int) rung { return at(shortString, n) })
	add(hasLists && isLong, items, func(n int) rung { return at(0, n) })
	return all
}

// shortensLists reports whether a bound of lists makes strings shorter: a string that holds
// JSON has lists too, and a cut of it obeys both bounds.
func (s *search) shortensLists(low bool) bool {
	at := func(items int) candidate {
		return s.at(rung{Tight: pass.Tight{Low: low, Chars: shortString, Items: items}})
	}
	alone, both := at(0), at(1)
	return both.isOK && s.measure(both.size) < s.measure(alone.size)
}

// outlines returns the family of outlines, whose strings get shorter.
func (s *search) outlines(low bool) (family []rung) {
	for _, n := range steps(s.whole.Bytes, shortString) {
		family = append(family, rung{Tight: pass.Tight{Low: low, Chars: n}, outline: true})
	}
	return family
}

// references returns the family of references: fewer each time.
func (s *search) references(low bool) (family []rung) {
	for _, n := range []int{32, 8, 1} {
		family = append(family, rung{Tight: pass.Tight{Low: low, Chars: shortString}, outline: true, refers: n})
	}
	return family
}

// steps returns numbers from most down to least, each four fifths of the one before. It
// leaves out most itself.
func steps(most, least int) (all []int) {
	for n := max(most, least+1); n > least; {
		n = max(n*4/5, least)
		all = append(all, n)
	}
	return all
}

// halve takes the loosest candidate of a family that fits, which it finds by halving. It
// tries the tightest one first: a family in which that does not fit costs one response.
func (s *search) halve(family []rung) {
	last := len(family) - 1
	found := s.at(family[last])
	if !s.fit(found) {
		return
	}
	for first := 0; first < last; {
		middle := (first + last) / 2
		if c := s.at(family[middle]); s.fit(c) {
			found, last = c, middle
		} else {
			first = middle + 1
		}
	}
	s.take(found)
}

// walk tries the candidates of a family from the tightest one on. It is for families in
// which the tightest one does not fit, but a looser one may, since it needs fewer notes.
func (s *search) walk(family []rung) {
	for i := len(family) - 1; i >= 0; i-- {
		c := s.at(family[i])
		isVain := c.Chars > 0 && c.took.strings == 0 || c.Items > 0 && !c.items
		if !c.isOK || isVain || !s.fits(c.size.less(countBytes+pathBytes*max(c.paths-1, 0))) {
			return
		}
		if s.fit(c) {
			s.take(c)
		}
	}
}

// take makes a candidate that fits the best one, if it is larger.
func (s *search) take(c candidate) {
	if !s.found || s.measure(c.size) > s.measure(s.best.size) {
		s.best, s.found = c, true
	}
}

// isEnough reports whether the best candidate uses half of the room or more. Under two
// limits there is no one room, and every family is tried.
func (s *search) isEnough() bool {
	most := s.limit.MaxTokens + s.limit.MaxBytes
	both := s.limit.MaxTokens > 0 && s.limit.MaxBytes > 0
	return s.found && !both && 2*s.measure(s.best.size) >= most
}

func (s *search) fit(c candidate) bool { return c.isOK && s.fits(c.size) }

// at returns the candidate of a rung, which it shapes once.
func (s *search) at(r rung) candidate {
	r.near = s.near
	c, isKnown := s.known[r]
	if isKnown {
		return c
	}
	var report Report
	out, err := s.try(r, &report)
	c = candidate{rung: r, took: s.memory.within.took, items: report.cutsItems(), paths: len(report.Cut)}
	takes := c.took.outlined > 0 || !r.outline && (c.items || c.took != took{})
	if c.isOK = takes && err == nil && !report.SteppedBack; c.isOK {
		c.size = s.measured(out[len(s.dst):])
		if s.tried++; s.tried == 1 || s.measure(c.size) < s.measure(s.least.size) {
			s.least = c
		}
	} else {
		c.took, c.items = took{}, false
	}
	s.known[r] = c
	return c
}
