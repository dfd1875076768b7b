package archive

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const (
	answerBytes = 1600 // of a page of rows that a query found
	maxRanked   = 1 << 18
	maxShown    = 500 // rows of all pages
	maxLeaves   = 64  // candidates of a row
	aroundLines = 2   // lines before and behind the matching ones
)

// search selects rows of a document.
type search struct {
	ask    Ask
	query  *query // nil for all rows
	all    uint64 // the conditions of Where
	where  []string
	walker walker
	found  int // rows
	ranked []rank
}

// rank is the weight of a found row.
type rank struct {
	index  int
	weight float64
}

// shownRow is a row of the answer.
type shownRow struct {
	row     *row
	pointer string
	around  []*row // the rows that it is in, outermost first
	leaves  []weighed
	left    int // leaves that are not in leaves
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
	}
	for name := range a.Where {
		s.where = append(s.where, name)
	}
	if len(s.where) > 60 {
		return Page{}, &AskError{"where: more than 60 names"}
	}
	s.all = 1<<len(s.where) - 1
	s.rank(parts)
	return s.page(s.shown(parts))
}

// rank finds the rows and sorts them, best first.
func (s *search) rank(parts []part) {
	w := &s.walker
	if s.where != nil || s.query == nil {
		w.enter = s.meet
	}
	w.visit = s.match
	if s.query != nil { // the weights of words come from a walk of their own
		w.end = func(r *row) {
			for word := range s.query.rows {
				if r.words.has(word) {
					s.query.rows[word]++
				}
			}
		}
		w.walk(parts)
		s.query.weigh(w.count)
	}
	w.end = func(r *row) {
		isFound := r.has&s.all == s.all && (s.query != nil && !r.words.isEmpty() || s.query == nil && r.has != 0)
		if !isFound {
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

// weight returns the weight of a row's words. A part of a word counts less than a whole one.
func (s *search) weight(r *row) float64 {
	if s.query == nil {
		return 0
	}
	return 0.3*s.query.sum(&r.words) + 0.7*s.query.sum(&r.whole)
}

// match adds the words of a leaf, and of the names that lead to it, to its row.
func (s *search) match(r *row, l *leaf) {
	if s.query == nil {
		return
	}
	s.query.each(l.text, func(word, _, _ int, isWhole bool) {
		r.words.add(word)
		if isWhole {
			r.whole.add(word)
		}
	})
	if r.line == 0 {
		s.query.each(s.walker.pointer[r.pointer:], func(word, _, _ int, _ bool) { r.words.add(word) })
	}
}

// near yields the rows in which a condition may name the present value.
func (s *search) near(visit func(*row, string)) {
	const levels = 4
	open := s.walker.open
	for _, r := range open[max(0, len(open)-levels):] {
		if r.line == 0 {
			visit(r, s.walker.path(r))
		}
	}
}

// meet notes the conditions that the present value meets.
func (s *search) meet(raw func() []byte) {
	s.near(func(r *row, path string) {
		for i, name := range s.where {
			if path == name && isText(raw(), s.ask.Where[name]) {
				r.has |= 1 << i
			}
		}
		if s.query == nil && s.where == nil && slices.Contains(s.ask.Fields, path) {
			r.has |= 1 << 63
		}
	})
}

// isText reports whether a value as written is a text, or a string with that text, in any case.
func isText(raw []byte, text string) bool {
	if raw[0] == '"' {
		raw, _, _ = scan.Unquote(nil, raw, 0, len(raw))
	}
	return strings.EqualFold(string(raw), text)
}

// shown reads the best rows once more, with their leaves.
func (s *search) shown(parts []part) []*shownRow {
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
		for _, outer := range w.open {
			outer.isKept = true
		}
		around := slices.Clone(w.open[:len(w.open)-1])
		r.shown = &shownRow{row: r, pointer: strings.TrimSpace(string(w.pointer)), around: around}
		all[i] = r.shown
	}
	w.visit = func(r *row, l *leaf) {
		if r.line > 0 {
			return
		}
		l.path = dotted(w.pointer[r.pointer:])
		if rankOfName(l.path) > 0 && len(l.raw) <= maxLeaf {
			r.names = append(r.names, *l)
		}
		if r.shown != nil && s.ask.Fields == nil {
			r.shown.add(*l, s.leafWeight(l))
		}
	}
	w.enter, w.end = nil, nil
	if s.ask.Fields != nil {
		w.enter = func(raw func() []byte) {
			s.near(func(r *row, path string) {
				if i := slices.Index(s.ask.Fields, path); i >= 0 && r.shown != nil {
					r.shown.add(leaf{path: path, raw: raw(), text: raw()}, float64(len(s.ask.Fields)-i))
				}
			})
		}
	}
	w.walk(parts)
	return all
}

// leafWeight orders the leaves of a row: those with words of the query, then those that identify
// the row.
func (s *search) leafWeight(l *leaf) (weight float64) {
	weight = rankOfName(l.path)
	if s.query == nil {
		return weight
	}
	var inValue, inName wordSet
	s.query.each(l.text, func(word, _, _ int, isWhole bool) {
		if isWhole {
			inValue.add(word)
		} else {
			inName.add(word)
		}
	})
	s.query.each([]byte(l.path), func(word, _, _ int, _ bool) { inName.add(word) })
	return weight + 2*s.query.sum(&inValue) + s.query.sum(&inName)
}

// identifying are the names of leaves that identify a row, the best first.
var identifying = []string{"id", "name", "title", "number", "key", "sha"}

// rankOfName returns a weight for a path that identifies a row: above 0 for one of the names,
// or a name that ends with one, such as user_id and UserId.
func rankOfName(path string) float64 {
	depth := strings.Count(path, ".")
	last := path[strings.LastIndexByte(path, '.')+1:]
	for i, name := range identifying {
		if strings.EqualFold(last, name) {
			return float64(len(identifying)+6-i) / float64(1+depth)
		}
		if before, ok := strings.CutSuffix(strings.ToLower(last), name); ok && depth == 0 && len(before) > 0 && i < 3 &&
			(before[len(before)-1] == '_' || last[len(before)] < 'a') {
			return float64(len(identifying)-i) / 2
		}
	}
	return 0
}

// dotted spells a pointer with dots, without a first one.
func dotted(pointer []byte) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(pointer), "/"), "/", ".")
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
	slices.SortStableFunc(r.leaves, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.order, b.order))
	})
}

// page renders the page that was asked for.
func (s *search) page(shown []*shownRow) (Page, error) {
	if len(shown) == 0 {
		return Page{}, errNothing
	}
	most := cmp.Or(s.ask.PageBytes, PageBytes)
	if s.query != nil {
		most = min(most, answerBytes)
	}
	room := most / min(len(shown), 4)
	p := Page{Number: cmp.Or(s.ask.Page, 1)}
	first, last, used := 0, 0, 0
	for i, r := range shown {
		text := s.render(r, room)
		if used+len(text)+1 > most || i == 0 {
			p.Pages++
			used = 0
			if p.Pages == p.Number {
				first = i + 1
			}
		}
		used += len(text) + 1
		if p.Pages == p.Number {
			p.Text = append(append(p.Text, text...), '\n')
			last = i + 1
		}
	}
	if p.Number < 1 || p.Number > p.Pages {
		return Page{}, errPage(p)
	}
	p.Text = p.Text[:len(p.Text)-1]
	p.Head = fmt.Sprintf("page %d of %d, rows %d–%d of %d", p.Number, p.Pages, first, last, s.found)
	if s.query != nil {
		p.Head += ", best first"
	}
	return p, nil
}

// render returns a row with its place, in about so many bytes.
func (s *search) render(r *shownRow, room int) []byte {
	out := []byte(r.pointer)
	if r.row.line > 0 {
		start, end := s.window(r.row, room)
		text := r.row.src[start:end]
		line := 1 + bytes.Count(r.row.src[:start], []byte("\n"))
		last := line + bytes.Count(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		out = fmt.Appendf(out, " lines %d–%d", line, last)
		out = append(appendNames(out, r.around), '\n')
		return append(out, bytes.TrimSuffix(text, []byte("\n"))...)
	}
	out = append(appendNames(out, r.around), ' ')
	raw := r.row.src[r.row.start:r.row.end]
	if s.ask.Fields == nil && len(raw) <= room {
		return append(out, raw...)
	}
	r.sort()
	n, used := 0, 0
	for ; n < len(r.leaves); n++ {
		if used += len(r.leaves[n].path) + min(len(r.leaves[n].raw), room/2) + 4; used > room && n > 0 {
			break
		}
	}
	kept := slices.Clone(r.leaves[:n])
	if s.ask.Fields == nil {
		slices.SortFunc(kept, func(a, b weighed) int { return cmp.Compare(a.order, b.order) })
	}
	out = append(out, '{')
	for i, l := range kept {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(scan.AppendQuote(out, []byte(l.path)), ':')
		out = s.appendValue(out, l.leaf, room/2)
	}
	out = append(out, '}')
	if left := len(r.leaves) + r.left - n; left > 0 {
		out = fmt.Appendf(out, " +%d fields", left)
	}
	return out
}

// appendNames appends the names of the rows around a row.
func appendNames(out []byte, around []*row) []byte {
	word := " in {"
	for i := len(around) - 1; i >= max(0, len(around)-3); i-- {
		names := around[i].names
		slices.SortStableFunc(names, func(a, b leaf) int { return cmp.Compare(rankOfName(b.path), rankOfName(a.path)) })
		for j, l := range names[:min(len(names), 3)] {
			if j == 0 {
				out = append(out, word...)
			} else {
				out = append(out, ',')
			}
			out = append(scan.AppendQuote(out, []byte(l.path)), ':')
			out = append(out, l.raw...)
			if j == min(len(names), 3)-1 {
				out = append(out, '}')
			}
		}
	}
	return out
}

// appendValue appends a value, or a part of a long one around the first word of the query.
func (s *search) appendValue(out []byte, l leaf, most int) []byte {
	if len(l.raw) <= most {
		return append(out, l.raw...)
	}
	start, end := s.clip(l.text, 0, len(l.text), most)
	text := slices.Concat([]byte("…"), l.text[start:end], []byte("…"))
	return scan.AppendQuote(out, text)
}

// window returns the span of a block that is shown: the lines that match and two around.
func (s *search) window(r *row, most int) (start, end int) {
	start, end = r.start, r.end
	if s.query != nil {
		first, last := len(r.src), 0
		s.query.each(r.src[r.start:r.end], func(_, from, to int, _ bool) { first, last = min(first, from), max(last, to) })
		if last > 0 {
			start = max(start, 1+bytes.LastIndexByte(r.src[:r.start+first], '\n'))
			end = min(end, lineEnd(r.src, r.start+last-1))
		}
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

// clip returns a span of at most so many bytes of text[start:end], around the heaviest word of
// the query, between characters.
func (s *search) clip(text []byte, start, end, most int) (from, to int) {
	from, heaviest := start, -1.0
	if s.query != nil {
		s.query.each(text[start:end], func(word, at, _ int, _ bool) {
			if weight := s.query.weights[word]; weight > heaviest {
				from, heaviest = start+at, weight
			}
		})
	}
	from = max(start, min(from-most/2, end-most))
	to = min(end, from+most)
	for from < to && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > from && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return from, to
}
