package archive

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const (
	maxRanked  = 1 << 18 // rows; the others are counted
	maxShown   = 2000    // rows of all pages
	maxLeaves  = 256     // candidates of a row
	maxRecord  = 8000    // bytes of an object that a query finds with the rows inside
	maxFilters = 60      // names in Where
	seenPart   = 0.1     // of the weight of a leaf or row counts if the model has seen it
	linkPart   = 0.3     // of the weight of a leaf counts if it is a URL
	nearRows   = 4       // innermost rows that a path of Where or Fields may begin at
	maxNamed   = 64      // bytes of the end of a path that a query is looked for in
)

// search selects the rows of a document that an ask is about.
type search struct {
	ask    Ask
	query  *query          // nil without Query
	where  []string        // the names in Where
	seen   map[string]bool // the names, values and words of Ask.Shown
	walker walker
	found  int    // rows
	ranked []rank // of them, best first

	shared int            // bytes that the places of all shown rows begin with
	same   map[string]int // the index of the first row, by names of leaves with one value in all rows
	first  []byte         // the first lines of a page, about all rows
}

// rank is a found row.
type rank struct {
	index   int
	next    int // the index behind its rows
	weight  float64
	matches matches
	isWhole bool // its rows are a part of it
}

// shownRow is a row of the answer.
type shownRow struct {
	*row
	place  string
	around []*row // the rows that it is in, outermost first
	leaves []weighed
	left   int // leaves that are not in leaves
}

// weighed is a leaf with its weight for the answer.
type weighed struct {
	leaf
	order   int
	weight  float64
	isFresh bool  // the model has not seen it
	ends    []int // in raw, of all values but the last, if the leaf is a list
}

// rows returns the selected rows of the parts of a document as a page.
func (a Ask) rows(document []byte, parts []part) (Page, error) {
	s := search{ask: a}
	if a.Query != "" {
		var err error
		if s.query, err = compile(a.Query, len(document)); err != nil {
			return Page{}, err
		}
	}
	for name := range a.Where {
		s.where = append(s.where, name)
	}
	if len(s.where) > maxFilters {
		return Page{}, &AskError{fmt.Sprintf("where: more than %d names", maxFilters)}
	}
	s.seen = a.seenValues()
	s.rank(parts)
	if s.found == 0 {
		return Page{}, errNothing
	}
	return s.page(s.read(parts))
}

// rank finds the rows and sorts them, best first. A short row includes the rows inside.
func (s *search) rank(parts []part) {
	isSelected := func(r *row, m *matches) bool {
		all := uint64(1)<<len(s.where) - 1
		return r.has&all == all && (s.query == nil || m.words != wordSet{}) &&
			(s.query != nil || len(s.where) > 0 || r.has&isListed != 0)
	}
	w, leaves := &s.walker, 0
	w.begin = func(r *row) { r.found, r.ranked = s.found, len(s.ranked) }
	w.visit = func(r *row, l leaf) {
		if leaves++; s.query != nil {
			r.own.size += len(l.text)
			s.count(l.text, &r.own.words, &r.own.whole)
			if s.isFresh(w.path, l.text) {
				r.own.isFresh = true
				s.count(w.path[max(0, len(w.path)-maxNamed):], &r.own.words, new(wordSet))
			}
		}
	}
	if s.query == nil || len(s.where) > 0 {
		w.enter = s.enter
	}
	w.end = func(r *row) {
		r.all.add(&r.own)
		if len(w.open) > 0 {
			w.open[len(w.open)-1].all.add(&r.all)
		}
		found := rank{index: r.index, next: w.count, matches: r.own}
		if s.query != nil && !r.isRoot && r.line == 0 && r.end-r.start <= maxRecord && isSelected(r, &r.all) {
			found.matches, found.isWhole = r.all, true
			s.found, s.ranked = r.found, s.ranked[:r.ranked]
		}
		if !isSelected(r, &found.matches) {
			return
		}
		if s.found++; len(s.ranked) < maxRanked {
			s.ranked = append(s.ranked, found)
		}
	}
	w.walk(parts)
	if s.query != nil {
		s.weigh(leaves)
	}
	all := s.ranked
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[j].weight, all[i].weight), cmp.Compare(all[i].index, all[j].index)) < 0
	})
}

func (m *matches) add(o *matches) {
	m.words.addAll(&o.words)
	m.whole.addAll(&o.whole)
	m.size += o.size
	m.isFresh = m.isFresh || o.isFresh
}

// isListed is a condition that is met if a row has one of Fields.
const isListed = 1 << maxFilters

// enter matches the name of the value at src[i], and the conditions on it.
func (s *search) enter(src []byte, i int) {
	s.near(func(r *row, path []byte) {
		for n, name := range s.where {
			isScalar := string(path) == name && !scan.IsOpener(src[i])
			if isScalar && strings.EqualFold(string(textAt(src[i:s.walker.skip.End(src, i)])), s.ask.Where[name]) {
				r.has |= 1 << n
			}
		}
		if s.fieldAt(path) >= 0 {
			r.has |= isListed
		}
	})
}

// weigh sets the weights of the words by the rows and leaves that have them, and those of the
// rows.
func (s *search) weigh(leaves int) {
	for i := range s.ranked {
		for word := range s.ranked[i].matches.words.all {
			s.query.terms[word].rows++
		}
	}
	s.query.weigh(len(s.ranked), leaves)
	for i := range s.ranked {
		s.ranked[i].weight = s.weight(&s.ranked[i].matches)
	}
}

// count adds the words in a text to two sets, and counts the text for each of them.
func (s *search) count(text []byte, words, whole *wordSet) {
	var found wordSet
	s.query.each(text, func(word, _, _ int, isWhole bool) {
		if isWhole {
			whole.add(word)
		}
		if !found.has(word) {
			found.add(word)
			s.query.terms[word].leaves++
		}
	})
	words.addAll(&found)
}

// weight returns the weight of a row by its words. A part of a word counts less than a whole
// one, and a long row less than a short one.
func (s *search) weight(m *matches) float64 {
	weight := s.query.sum(&m.words, &m.whole, func(t *term) float64 { return t.inRow })
	if !m.isFresh {
		weight *= seenPart
	}
	return weight / math.Pow(float64(m.size+300), 0.3)
}

// near visits the rows at which a path of Where or Fields to the present value may begin.
func (s *search) near(visit func(r *row, path []byte)) {
	open := s.walker.open
	for _, r := range open[max(0, len(open)-nearRows):] {
		if r.src[r.start] == '{' {
			visit(r, s.walker.pathIn(r))
		}
	}
}

// fieldAt returns the position of a path in Fields, or -1.
func (s *search) fieldAt(path []byte) int {
	return slices.IndexFunc(s.ask.Fields, func(field string) bool { return field == string(path) })
}

// read reads the best rows once more, with their leaves.
func (s *search) read(parts []part) []*shownRow {
	best := s.ranked[:min(len(s.ranked), maxShown)]
	at := make(map[int]int, len(best))
	for i, r := range best {
		at[r.index] = i
	}
	all := make([]*shownRow, len(best))
	w := &s.walker
	w.begin = func(r *row) {
		i, isBest := at[r.index]
		if !isBest {
			return
		}
		w.isWhole = best[i].isWhole
		for _, outer := range w.open { // r is the last one
			outer.isKept = true
		}
		around := slices.Clone(w.open[:len(w.open)-1])
		all[i] = &shownRow{row: r, place: strings.TrimSuffix(string(w.pointer), " "), around: around}
		r.shown = all[i]
	}
	w.visit = func(r *row, l leaf) {
		path := w.pathIn(r)
		isName := len(l.raw) <= maxLeaf && bytes.IndexByte(path, '.') < 0 && rankOfName(string(path)) > 0
		if r.line > 0 || !isName && r.shown == nil {
			return
		}
		l.path = strings.ReplaceAll(strings.TrimPrefix(string(w.pointer[r.pointer:]), "/"), "/", ".")
		l.name = string(path)
		if isName {
			r.names = append(r.names, l)
		}
		if r.shown != nil && len(s.ask.Fields) == 0 {
			r.shown.add(s.weighed(l))
		}
	}
	w.enter, w.end = nil, func(r *row) {
		if r.shown != nil && w.isWhole {
			w.isWhole, w.count = false, best[at[r.index]].next
		}
	}
	if len(s.ask.Fields) > 0 {
		w.enter = func(src []byte, i int) {
			if w.isElement { // the list is shown
				return
			}
			s.near(func(r *row, path []byte) {
				if n := s.fieldAt(path); n >= 0 && r.shown != nil {
					if scan.IsOpener(src[i]) { // of a long one the beginning is shown
						src = src[:min(len(src), i+PageBytes)]
					}
					raw := src[i:w.skip.End(src, i)]
					r.shown.add(weighed{leaf: leaf{string(path), string(path), raw, textAt(raw)}, weight: float64(len(s.ask.Fields) - n), isFresh: true})
				}
			})
		}
	}
	w.walk(parts)
	for _, r := range all {
		r.group()
	}
	return all
}

// group makes one leaf of those with the same name: the list of their values, each once, the
// heaviest first.
func (r *shownRow) group() {
	r.sort()
	at, known, all := map[string]int{}, map[string]bool{}, r.leaves[:0:0]
	for _, l := range r.leaves {
		key := l.name + "\x00" + string(l.raw)
		if i, isThere := at[l.name]; !isThere {
			at[l.name], all = len(all), append(all, l)
		} else if g := &all[i]; !known[key] {
			g.ends = append(g.ends, len(g.raw))
			g.raw = append(append(slices.Clip(g.raw), ','), l.raw...)
		}
		known[key] = true
	}
	r.leaves = all
}

// weighed weighs a leaf of a row. Leaves with words of the query come first, then those that
// identify the row, then those that are not nested. A leaf that the model has seen is lighter.
func (s *search) weighed(l leaf) weighed {
	weight := rankOfName(l.name) + 1/float64(1+strings.Count(l.name, "."))
	isFresh := s.isFresh([]byte(l.name), l.text)
	if s.query == nil {
		return weighed{leaf: l, weight: weight, isFresh: isFresh}
	}
	var whole, words wordSet
	s.query.each(l.text, func(word, _, _ int, isWhole bool) {
		words.add(word)
		if isWhole {
			whole.add(word)
		}
	})
	s.query.each([]byte(l.name), func(word, _, _ int, isWhole bool) {
		if isWhole {
			words.add(word)
		}
	})
	weight += 2 * s.query.sum(&words, &whole, func(t *term) float64 { return t.inLeaf })
	if bytes.HasPrefix(l.text, []byte("http")) {
		weight *= linkPart
	}
	if !isFresh || len(l.raw) == len("{}") || string(l.raw) == "null" {
		weight *= seenPart
	}
	return weighed{leaf: l, weight: weight, isFresh: isFresh}
}

// seenValues returns the names, the values and their words in Shown, nil without it.
func (a Ask) seenValues() map[string]bool {
	if len(a.Shown) == 0 {
		return nil
	}
	all, w := map[string]bool{}, walker{}
	w.visit = func(_ *row, l leaf) {
		for _, text := range append(strings.FieldsFunc(string(l.text), isBetween), string(l.text)) {
			all[text] = true
		}
	}
	w.enter = func([]byte, int) { all[string(after(w.path, '.'))] = true }
	w.walk(a.half(a.Shown))
	return all
}

// isFresh reports whether the model lacks a value or the last name of its path. It has a URL if
// it has the last part of it.
func (s *search) isFresh(path, text []byte) bool {
	end := after(text, '/')
	isURL := bytes.HasPrefix(text, []byte("http")) && len(end) >= minDistinct
	return !s.seen[string(text)] && !(isURL && s.seen[string(end)]) || !s.seen[string(after(path, '.'))]
}

// after returns the part of a text after the last separator.
func after(text []byte, separator byte) []byte {
	return text[bytes.LastIndexByte(text, separator)+1:]
}

// identifying holds the names of leaves that identify a row, the best first. The first three
// also end other names, as in user_id and userId.
var identifying = []string{"id", "name", "title", "number", "key", "sha"}

// rankOfName returns a weight of a path by its last name, above 0 if it identifies a row.
func rankOfName(path string) float64 {
	depth := strings.Count(path, ".")
	last := path[strings.LastIndexByte(path, '.')+1:]
	for i, name := range identifying {
		if strings.EqualFold(last, name) {
			if depth > 0 {
				return 1
			}
			return float64(2*len(identifying) - i)
		}
		at := len(last) - len(name)
		isEnd := i < 3 && depth == 0 && at > 0 && strings.EqualFold(last[at:], name)
		if isEnd && (last[at-1] == '_' || last[at] < 'a') {
			return float64(len(identifying)-i) / 2
		}
	}
	return 0
}

// add adds a leaf, and keeps those of the largest weights.
func (r *shownRow) add(l weighed) {
	l.order = len(r.leaves) + r.left
	r.leaves = append(r.leaves, l)
	if len(r.leaves) > 2*maxLeaves {
		r.sort()
		r.left += len(r.leaves) - maxLeaves
		r.leaves = r.leaves[:maxLeaves]
	}
}

func (r *shownRow) sort() {
	all := r.leaves
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[j].weight, all[i].weight), cmp.Compare(all[i].order, all[j].order)) < 0
	})
}
