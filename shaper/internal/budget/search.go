package budget

import "github.com/seed-7aa78ce4/shape/shaper/internal/pass"

// A search chooses among candidates: responses shaped under fixed sets of bounds. The
// candidates depend on the response alone, never on the budget. A candidate's size includes
// its notes. A candidate thus loses if its note costs more than its cut saves.
//
// A family is a list of bounds, each tighter than the one before. The search takes the first
// family whose loosest fitting candidate uses half of the room or more. Else it takes the
// largest candidate that fits.
//
// A larger budget therefore never yields a smaller response. Proof: let the smaller budget B
// choose x, and let the larger budget B' choose y < x. Then y fits B, and uses over half of
// it. So the family of y, or an earlier one, ends the search under B. An earlier one would
// also end it under B'.

const (
	longString  = 200 // code points that each string keeps while lists are whole
	shortString = 16  // code points that each string keeps at least

	// The notes of a looser candidate may be shorter by these bytes. The first is for a count
	// or a number in both halves, the second for each path that they no longer name.
	countBytes = 128
	pathBytes  = 512
)

// Bounds are the bounds that a budget adds to the rules. The zero Bounds add nothing.
type Bounds struct {
	pass.Tight
	Outline    bool // an outline replaces the payload
	References int  // if not 0, this many references replace the outline
	IsNear     bool // an envelope warns that the limit of tokens is near
}

// Took counts the losses to a budget beyond the rules: shortened strings, values dropped for
// their low priority, and payloads replaced by an outline.
type Took struct{ Strings, Low, Outlined int }

// Candidate is a response under some bounds.
type Candidate struct {
	Bounds
	Size  Size
	Took  Took
	Items bool // a list lost elements to the budget
	Paths int  // of lists that lost elements
	OK    bool // it could be shaped, and no rule stepped back for a schema
}

// Try shapes the response under bounds. It returns the response as it would go out, and a
// candidate without Bounds and Size.
type Try func(Bounds) (out []byte, c Candidate)

// Search is one search for bounds.
type Search struct {
	Scale
	Try        Try
	Whole      Size // of the response under its rules
	MayBeLow   bool // some values have a low priority
	MayRefer   bool // the response is in an archive, so that references lead to it
	MayWarn    bool // each candidate may warn that the limit of tokens is near
	candidates map[Bounds]Candidate
	near       bool
	tried      int // candidates that lost something

	best  Candidate // of those that fit
	found bool
	least Candidate // the smallest of all
}

// Run returns bounds under which the response fits. If it fits under none, found is false and
// chosen holds the bounds of the smallest candidate. chosen is zero if no candidate is smaller
// than the response under its rules. With MayWarn each candidate warns of the limit, unless
// only candidates without the warning fit.
func (s *Search) Run() (chosen Bounds, found bool) {
	if s.near = s.MayWarn; s.near {
		if s.run(); s.found {
			return s.best.Bounds, true
		}
		s.near = false
	}
	s.run()
	switch {
	case s.found:
		return s.best.Bounds, true
	case s.tried > 0 && s.Compared(s.least.Size) < s.Compared(s.Whole):
		return s.least.Bounds, false
	}
	return Bounds{}, false // the notes cost more than the cuts save
}

// run tries every family that may be needed: cuts, with and without values of low
// priority, then outlines, then references.
func (s *Search) run() {
	s.candidates, s.tried, s.found, s.best, s.least = map[Bounds]Candidate{}, 0, false, Candidate{}, Candidate{}
	lows := []bool{false}
	if low := (Bounds{Tight: pass.Tight{Low: true}}); s.MayBeLow && s.at(low).Took.Low > 0 {
		lows = []bool{true, false}
		s.halve([]Bounds{low})
	}
	var families [][]Bounds
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
		if s.found {
			return
		}
		var outlines []Bounds
		for _, n := range steps(s.Whole.Bytes, shortString) {
			outlines = append(outlines, Bounds{Tight: pass.Tight{Low: low, Chars: n}, Outline: true})
		}
		s.halve(outlines)
	}
	for _, low := range lows {
		if s.found || !s.MayRefer {
			return
		}
		var references []Bounds
		for _, n := range []int{32, 8, 1} {
			references = append(references, Bounds{Tight: pass.Tight{Low: low, Chars: shortString}, Outline: true, References: n})
		}
		s.halve(references)
	}
}

// families returns the families that cut strings and lists, in their order of preference:
// long strings, then also lists, short strings, both, lists alone. A kind of cut that
// takes nothing has no family.
func (s *Search) families(low bool) (all [][]Bounds) {
	at := func(chars, items int) Bounds {
		return Bounds{Tight: pass.Tight{Low: low, Chars: chars, Items: items}}
	}
	hasTexts := s.at(at(shortString, 0)).Took.Strings > 0
	hasLists := s.at(at(0, 1)).Items
	isLong := hasTexts && s.at(at(longString, 0)).Took.Strings > 0
	hasBoth := hasTexts && (hasLists || s.shortensLists(at(shortString, 0), at(shortString, 1)))
	add := func(is bool, numbers []int, boundsOf func(n int) Bounds) {
		var family []Bounds
		for _, n := range numbers {
			family = append(family, boundsOf(n))
		}
		if is {
			all = append(all, family)
		}
	}
	first := 0
	if isLong {
		first = longString
	}
	long, short, items := steps(s.Whole.Bytes, longString), steps(longString, shortString), steps(s.Whole.Bytes/2, 1)
	add(isLong, long, func(n int) Bounds { return at(n, 0) })
	add(hasLists, items, func(n int) Bounds { return at(first, n) })
	add(hasTexts, short, func(n int) Bounds { return at(n, 0) })
	add(hasBoth, short, func(n int) Bounds { return at(n, 1) })
	add(hasBoth, items, func(n int) Bounds { return at(shortString, n) })
	add(hasLists && isLong, items, func(n int) Bounds { return at(0, n) })
	return all
}

// shortensLists reports whether a bound of lists also shortens strings. A string that holds
// JSON has lists too, and a cut of it obeys both bounds.
func (s *Search) shortensLists(strings, both Bounds) bool {
	alone, together := s.at(strings), s.at(both)
	return together.OK && s.Compared(together.Size) < s.Compared(alone.Size)
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

// halve takes the loosest fitting candidate of a family, by binary search. It tries the
// tightest one first: a family without a fitting candidate costs one response.
func (s *Search) halve(family []Bounds) {
	last := len(family) - 1
	found := s.at(family[last])
	if !s.fits(found) {
		return
	}
	for first := 0; first < last; {
		middle := (first + last) / 2
		if c := s.at(family[middle]); s.fits(c) {
			found, last = c, middle
		} else {
			first = middle + 1
		}
	}
	s.take(found)
}

// walk tries the candidates of a family from the tightest one on. It serves families whose
// tightest candidate does not fit: a looser one may fit, since it needs fewer notes.
func (s *Search) walk(family []Bounds) {
	for i := len(family) - 1; i >= 0; i-- {
		c := s.at(family[i])
		isVain := c.Chars > 0 && c.Took.Strings == 0 || c.Bounds.Items > 0 && !c.Items
		notes := countBytes + pathBytes*max(c.Paths-1, 0)
		if !c.OK || isVain || !s.Fits(Size{c.Size.Bytes - notes, c.Size.Tokens - notes}) {
			return
		}
		if s.fits(c) {
			s.take(c)
		}
	}
}

// take makes a candidate that fits the best one, if it is larger.
func (s *Search) take(c Candidate) {
	if !s.found || s.Compared(c.Size) > s.Compared(s.best.Size) {
		s.best, s.found = c, true
	}
}

// isEnough reports whether the best candidate uses half of the room or more. Under two
// limits there is no one room, and every family is tried.
func (s *Search) isEnough() bool {
	most := s.Limit.MaxTokens + s.Limit.MaxBytes
	both := s.Limit.MaxTokens > 0 && s.Limit.MaxBytes > 0
	return s.found && !both && 2*s.Compared(s.best.Size) >= most
}

func (s *Search) fits(c Candidate) bool { return c.OK && s.Fits(c.Size) }

// at returns the candidate under some bounds. It shapes each candidate once.
func (s *Search) at(b Bounds) Candidate {
	b.IsNear = s.near
	c, isKnown := s.candidates[b]
	if isKnown {
		return c
	}
	out, c := s.Try(b)
	c.Bounds = b
	isCut := c.Took.Outlined > 0 || !b.Outline && (c.Items || c.Took != Took{})
	if c.OK = c.OK && isCut; c.OK {
		c.Size = s.Measure(out)
		if s.tried++; s.tried == 1 || s.Compared(c.Size) < s.Compared(s.least.Size) {
			s.least = c
		}
	} else {
		c = Candidate{Bounds: b, Paths: c.Paths}
	}
	s.candidates[b] = c
	return c
}
