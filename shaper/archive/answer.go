package archive

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const (
	answerBytes = 2000    // of a page of rows that a query found
	maxRanked   = 1 << 18 // rows; the others are counted
	maxShown    = 2000    // rows of all pages
	maxLeaves   = 64      // candidates of a row
	maxFilters  = 60      // names in Where
	aroundLines = 2       // lines before and behind the matching ones
	nearRows    = 4       // innermost rows that a path of Where or Fields may begin at
)

// search selects the rows of a document that an ask is about.
type search struct {
	ask    Ask
	query  *query   // nil without Query
	where  []string // the names in Where
	walker walker
	found  int    // rows
	ranked []rank // of them, best first
}

// rank is the weight of a found row.
type rank struct {
	index  int
	weight float64
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
	order  int
	weight float64
}

// rows returns the selected rows of the parts of a document as a page.
func (a Ask) rows(document []byte, parts []part) (Page, error) {
	s := search{ask: a}
	if a.Query != "" {
		var err error
		if s.query, err = compile(a.Query, len(document)); err != nil {
			return Page{}, err
		}
		if len(s.query.weights) > 1 {
			s.weigh(parts)
		}
	}
	for name := range a.Where {
		s.where = append(s.where, name)
	}
	if len(s.where) > maxFilters {
		return Page{}, &AskError{fmt.Sprintf("where: more than %d names", maxFilters)}
	}
	s.rank(parts)
	if s.found == 0 {
		return Page{}, errNothing
	}
	return s.page(s.read(parts))
}

// weigh sets the weights of the words of the query by the leaves that have them.
func (s *search) weigh(parts []part) {
	leaves := 0
	s.walker.visit = func(_ *row, l leaf) {
		var found wordSet
		leaves++
		s.query.each(l.text, func(word, _, _ int, _ bool) {
			if !found.has(word) {
				found.add(word)
				s.query.leaves[word]++
			}
		})
	}
	s.walker.walk(parts)
	s.query.weigh(leaves)
}

// rank finds the rows and sorts them, best first.
func (s *search) rank(parts []part) {
	const isListed = 1 << maxFilters // the row has one of Fields
	isSelected := func(r *row) bool {
		all := uint64(1)<<len(s.where) - 1
		return r.has&all == all && (s.query == nil || !r.words.isEmpty()) &&
			(s.query != nil || len(s.where) > 0 || r.has&isListed != 0)
	}
	w := &s.walker
	w.visit = s.match
	w.enter = func(src []byte, i int) {
		if s.query != nil {
			s.matchNames(w.open[len(w.open)-1])
		}
		if len(s.where) == 0 && s.query != nil {
			return
		}
		s.near(func(r *row, path []byte) {
			for n, name := range s.where {
				if string(path) == name && s.isEqual(src, i, name) {
					r.has |= 1 << n
				}
			}
			if s.fieldAt(path) >= 0 {
				r.has |= isListed
			}
		})
	}
	w.end = func(r *row) {
		if !isSelected(r) {
			return
		}
		if s.found++; len(s.ranked) < maxRanked {
			s.ranked = append(s.ranked, rank{r.index, s.weight(r)})
		}
	}
	w.walk(parts)
	slices.SortFunc(s.ranked, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.index, b.index))
	})
}

// match adds the words of a leaf to its row.
func (s *search) match(r *row, l leaf) {
	if s.query == nil {
		return
	}
	r.size += len(l.text)
	s.query.each(l.text, func(word, _, _ int, isWhole bool) {
		r.words.add(word)
		if isWhole {
			r.whole.add(word)
		}
	})
}

// matchNames adds the words of the name of the present value to its row. In a list the name is
// that of the list.
func (s *search) matchNames(r *row) {
	path := s.walker.pathIn(r)
	s.query.each(path[bytes.LastIndexByte(path, '.')+1:], func(word, _, _ int, _ bool) { r.words.add(word) })
}

// weight returns the weight of a row by its words. A part of a word counts less than a whole
// one, and a long row less than a short one.
func (s *search) weight(r *row) float64 {
	if s.query == nil {
		return 0
	}
	return (0.3*s.query.sum(&r.words) + 0.7*s.query.sum(&r.whole)) / math.Pow(float64(r.size+300), 0.3)
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

// isEqual reports whether the value at src[i] is a scalar with the text that Where wants, in any
// case.
func (s *search) isEqual(src []byte, i int, name string) bool {
	return !scan.IsOpener(src[i]) && strings.EqualFold(string(textAt(src[i:s.walker.skip.End(src, i)])), s.ask.Where[name])
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
		if isName {
			r.names = append(r.names, l)
		}
		if r.shown != nil && len(s.ask.Fields) == 0 {
			r.shown.add(l, s.leafWeight(l))
		}
	}
	w.enter, w.end = nil, nil
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
					r.shown.add(leaf{string(path), raw, textAt(raw)}, float64(len(s.ask.Fields)-n))
				}
			})
		}
	}
	w.walk(parts)
	return all
}

// leafWeight orders the leaves of a row: those with words of the query, then those that identify
// the row.
func (s *search) leafWeight(l leaf) float64 {
	weight := rankOfName(l.path)
	if s.query == nil {
		return weight
	}
	var whole, parts wordSet
	s.query.each(l.text, func(word, _, _ int, isWhole bool) {
		if isWhole {
			whole.add(word)
		} else {
			parts.add(word)
		}
	})
	s.query.each([]byte(l.path), func(word, _, _ int, _ bool) { parts.add(word) })
	return weight + 2*s.query.sum(&whole) + s.query.sum(&parts)
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
			return float64(2*len(identifying)-i) / float64(1+depth)
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
func (r *shownRow) add(l leaf, weight float64) {
	r.leaves = append(r.leaves, weighed{l, len(r.leaves) + r.left, weight})
	if len(r.leaves) > 2*maxLeaves {
		r.sort()
		r.left += len(r.leaves) - maxLeaves
		r.leaves = r.leaves[:maxLeaves]
	}
}

func (r *shownRow) sort() {
	slices.SortFunc(r.leaves, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.order, b.order))
	})
}

// page renders the page that was asked for. The best rows have the most room.
func (s *search) page(rows []*shownRow) (Page, error) {
	most := cmp.Or(s.ask.PageBytes, PageBytes)
	if s.query != nil {
		most = min(most, answerBytes)
	}
	most = max(most, len("…")+utf8.UTFMax)
	p := Page{Number: cmp.Or(s.ask.Page, 1)}
	first, last, used := 0, 0, most
	for i, r := range rows {
		text := s.render(r, max(most/min(len(rows), 4+i), most/12))
		if len(text) > most {
			text = append(text[:pageEnd(text, most-len("…"))], "…"...)
		}
		if used+len("\n")+len(text) > most {
			p.Pages, used = p.Pages+1, -len("\n")
		}
		used += len("\n") + len(text)
		if p.Pages != p.Number {
			continue
		}
		if first == 0 {
			first = i + 1
		} else {
			p.Text = append(p.Text, '\n')
		}
		p.Text, last = append(p.Text, text...), i+1
	}
	if p.Number < 1 || p.Number > p.Pages {
		return Page{}, errPage(p)
	}
	p.Head = fmt.Sprintf("page %d of %d, rows %d–%d of %d", p.Number, p.Pages, first, last, s.found)
	if s.query != nil {
		p.Head += ", best first"
	}
	if s.found > len(rows) {
		p.Head += fmt.Sprintf("; a narrower search shows more than %d", len(rows))
	}
	return p, nil
}

// render returns a row behind its place, in about so many bytes.
func (s *search) render(r *shownRow, room int) []byte {
	out := []byte(r.place)
	if r.line > 0 {
		start, end := s.window(r.row, room)
		text := bytes.TrimSuffix(r.src[start:end], []byte("\n"))
		first := r.line + bytes.Count(r.src[r.start:max(r.start, start)], []byte("\n")) - bytes.Count(r.src[min(r.start, start):r.start], []byte("\n"))
		out = fmt.Appendf(out, " lines %d-%d", first, first+bytes.Count(text, []byte("\n")))
		return append(append(appendNames(out, r.around), '\n'), text...)
	}
	out = append(appendNames(out, r.around), ' ')
	if raw := r.src[r.start:r.end]; len(s.ask.Fields) == 0 && len(raw) <= room {
		return append(out, raw...)
	}
	r.sort()
	var shown []weighed
	used := 0
	for _, l := range r.leaves {
		size := len(`"":,`) + len(l.path) + min(len(l.raw), room/2)
		if len(shown) == 0 || used+size <= room {
			shown, used = append(shown, l), used+size
		}
	}
	if len(s.ask.Fields) == 0 {
		slices.SortFunc(shown, func(a, b weighed) int { return cmp.Compare(a.order, b.order) })
	}
	out = append(out, '{')
	for i, l := range shown {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(scan.AppendQuote(out, []byte(l.path)), ':')
		out = s.appendValue(out, l.leaf, room/2)
	}
	out = append(out, '}')
	if left := len(r.leaves) + r.left - len(shown); left > 0 {
		out = fmt.Appendf(out, " +%d fields", left)
	}
	return out
}

// appendNames appends the leaves that identify the rows around a row, innermost first.
func appendNames(out []byte, around []*row) []byte {
	const most = 3 // rows, and names of a row
	for _, r := range slices.Backward(around[max(0, len(around)-most):]) {
		if r.isRoot || len(r.names) == 0 {
			continue
		}
		slices.SortStableFunc(r.names, func(a, b leaf) int { return cmp.Compare(rankOfName(b.path), rankOfName(a.path)) })
		before := " in {"
		for _, l := range r.names[:min(len(r.names), most)] {
			out = append(scan.AppendQuote(append(out, before...), []byte(l.path)), ':')
			out = append(out, l.raw...)
			before = ","
		}
		out = append(out, '}')
	}
	return out
}

// appendValue appends a value, or in a string the part of a long one around the heaviest word.
func (s *search) appendValue(out []byte, l leaf, most int) []byte {
	if len(l.raw) <= most {
		return append(out, l.raw...)
	}
	start, end := s.clip(l.text, 0, len(l.text), most)
	return scan.AppendQuote(out, slices.Concat([]byte("…"), l.text[start:end], []byte("…")))
}

// window returns the part of a block's text that is shown: the lines that match and two around.
func (s *search) window(r *row, most int) (start, end int) {
	start, end = r.start, r.end
	if s.query != nil {
		first, last := r.end, r.start
		s.query.each(r.src[r.start:r.end], func(_, from, to int, _ bool) {
			first, last = min(first, r.start+from), max(last, r.start+to)
		})
		start = max(start, 1+bytes.LastIndexByte(r.src[:first], '\n'))
		end = min(end, lineEnd(r.src, max(start, last-1)))
	}
	if end-start > most {
		return s.clip(r.src, start, end, most)
	}
	for range aroundLines {
		if before := 1 + bytes.LastIndexByte(r.src[:max(0, start-1)], '\n'); end-before <= most {
			start = before
		}
		if behind := lineEnd(r.src, end); behind-start <= most {
			end = behind
		}
	}
	return start, end
}

// clip returns a part of text[start:end] of at most so many bytes, around the heaviest word of
// the query, between characters.
func (s *search) clip(text []byte, start, end, most int) (from, to int) {
	middle, heaviest := start, -1.0
	if s.query != nil {
		s.query.each(text[start:end], func(word, at, _ int, _ bool) {
			if weight := s.query.weights[word]; weight > heaviest {
				middle, heaviest = start+at, weight
			}
		})
	}
	from = max(start, min(middle-most/2, end-most))
	to = min(end, from+most)
	for from < to && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > from && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return from, to
}
