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
	maxRecord   = 8000    // bytes of an object that a query finds with the rows inside
	maxFilters  = 60      // names in Where
	aroundLines = 2       // lines before and behind the matching ones
	nearRows    = 4       // innermost rows that a path of Where or Fields may begin at

	maxScale    = 64  // times that a row can have its room
	fewShared   = 3   // rows, the fewest that share values
	leastShared = 2   // weight of a shared value that is told
	leastLeaf   = 0.2 // of the weight of a row's best leaf, to be shown without need
	minDistinct = 6   // bytes of a value that a row shows once
)

// search selects the rows of a document that an ask is about.
type search struct {
	ask    Ask
	query  *query   // nil without Query
	where  []string // the names in Where
	walker walker
	found  int    // rows
	ranked []rank // of them, best first

	shared   int    // bytes that the places of all shown rows begin with
	first    []byte // the first line of a page, about all rows
	isChosen bool   // a shown row lacks leaves
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
	order    int
	weight   float64
	isShared bool // with most other rows
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
	s.rank(parts)
	if s.found == 0 {
		return Page{}, errNothing
	}
	return s.page(s.read(parts))
}

// rank finds the rows and sorts them, best first. A short row includes the rows inside.
func (s *search) rank(parts []part) {
	const isListed = 1 << maxFilters // the row has one of Fields
	isSelected := func(r *row, m *matches) bool {
		all := uint64(1)<<len(s.where) - 1
		return r.has&all == all && (s.query == nil || !m.words.isEmpty()) &&
			(s.query != nil || len(s.where) > 0 || r.has&isListed != 0)
	}
	w, leaves := &s.walker, 0
	w.begin = func(r *row) { r.found, r.ranked = s.found, len(s.ranked) }
	w.visit = func(r *row, l leaf) {
		if leaves++; s.query != nil {
			s.match(&r.own, l)
		}
	}
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
	slices.SortFunc(s.ranked, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.index, b.index))
	})
}

func (m *matches) add(o *matches) {
	m.words.addAll(&o.words)
	m.whole.addAll(&o.whole)
	m.size += o.size
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

// match adds the words of a leaf to its row.
func (s *search) match(m *matches, l leaf) {
	m.size += len(l.text)
	s.count(l.text, &m.words, &m.whole)
}

// matchNames adds the words of the name of the present value to its row. In a list the name is
// that of the list.
func (s *search) matchNames(r *row) {
	path := s.walker.pathIn(r)
	var whole wordSet // counts in values alone
	s.count(path[bytes.LastIndexByte(path, '.')+1:], &r.own.words, &whole)
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
func (s *search) weight(m *matches) (weight float64) {
	for word := range m.words.all {
		weight += s.query.terms[word].part * s.query.terms[word].inRow
	}
	for word := range m.whole.all {
		weight += s.query.terms[word].inRow
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
		if isName {
			r.names = append(r.names, l)
		}
		if r.shown != nil && len(s.ask.Fields) == 0 {
			r.shown.add(l, s.leafWeight(l))
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
					r.shown.add(leaf{string(path), raw, textAt(raw)}, float64(len(s.ask.Fields)-n))
				}
			})
		}
	}
	w.walk(parts)
	return all
}

// leafWeight orders the leaves of a row: those with words of the query, those that identify the
// row, and those that are not nested.
func (s *search) leafWeight(l leaf) float64 {
	weight := rankOfName(l.path) + 1/float64(1+strings.Count(l.path, "."))
	if s.query == nil {
		return weight
	}
	var whole, words wordSet
	s.query.each(l.text, func(word, _, _ int, isWhole bool) {
		words.add(word)
		if isWhole {
			whole.add(word)
		}
	})
	s.query.each([]byte(l.path), func(word, _, _ int, isWhole bool) {
		if isWhole {
			words.add(word)
		}
	})
	for word := range words.all {
		weight += 2 * s.query.terms[word].part * s.query.terms[word].inLeaf
	}
	for word := range whole.all {
		weight += 2 * s.query.terms[word].inLeaf
	}
	return weight
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
func (r *shownRow) add(l leaf, weight float64) {
	r.leaves = append(r.leaves, weighed{leaf: l, order: len(r.leaves) + r.left, weight: weight})
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

// page renders the page that was asked for. The best rows have the most room. If all rows fit on
// one page, they have as much room as that page has.
func (s *search) page(rows []*shownRow) (Page, error) {
	most := cmp.Or(s.ask.PageBytes, PageBytes)
	if s.query != nil {
		most = min(most, answerBytes)
	}
	most = max(most, len("…")+utf8.UTFMax)
	s.share(rows, most)
	p, first, last := s.layOut(rows, maxScale, most)
	if p.Pages > 1 || s.isChosen {
		s.shareValues(rows, most)
		for scale := maxScale; scale > 0; scale /= 2 {
			if p, first, last = s.layOut(rows, scale, most); p.Pages == 1 {
				break
			}
		}
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

// layOut renders the rows on pages of at most so many bytes, each with so many times its room.
// It returns the page that was asked for, and the numbers of its rows.
func (s *search) layOut(rows []*shownRow, scale, most int) (p Page, first, last int) {
	p.Number = cmp.Or(s.ask.Page, 1)
	used, before := most, ""
	p.Text = append(p.Text, s.first...)
	for i, r := range rows {
		room := min(most, scale*max(most/min(len(rows), 6+i), most/16))
		text, names := s.render(r, room, before)
		if used+len("\n")+len(text) > most {
			p.Pages, used = p.Pages+1, len(s.first)-len("\n")
			if before != "" {
				text, names = s.render(r, room, "")
			}
		}
		before = names
		if room := most - len(s.first); len(text) > room {
			text = append(text[:pageEnd(text, room-len("…"))], "…"...)
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
	return p, first, last
}

// shareValues marks the leaves that are equal in nearly all rows. Those in all rows with words of
// the query are told once.
func (s *search) shareValues(rows []*shownRow, most int) {
	if len(rows) < fewShared || s.query == nil || len(s.ask.Fields) > 0 {
		return
	}
	key := func(l weighed) string { return l.path + "\x00" + string(l.raw[:min(len(l.raw), maxLeaf)]) }
	counts := map[string]int{}
	for _, r := range rows {
		for _, l := range r.leaves {
			counts[key(l)]++
		}
	}
	same := shownRow{leaves: slices.DeleteFunc(slices.Clone(rows[0].leaves), func(l weighed) bool {
		return counts[key(l)] < len(rows) || l.weight < leastShared
	})}
	line := s.appendLeaves([]byte("all with "), same.choose(most/8, false), most/8, false)
	if len(same.leaves) > 0 && len(line) < most/4 {
		s.first = append(append(s.first, line...), '\n')
	}
	for _, r := range rows {
		for i, l := range r.leaves {
			r.leaves[i].isShared = 3*counts[key(l)] > 2*len(rows)
		}
	}
}

// share finds the names that the places of several rows begin with.
func (s *search) share(rows []*shownRow, most int) {
	if len(rows) < 2 {
		return
	}
	all := rows[0].place
	for _, r := range rows {
		n := 0
		for n < min(len(all), len(r.place)) && r.place[n] == all[n] {
			n++
		}
		all = all[:n]
	}
	if end := strings.LastIndexByte(all, '/'); end > 0 && end < most/8 {
		s.shared, s.first = end, []byte("in "+all[:end]+"\n")
	}
}

// render returns a row behind its place, in about so many bytes. If the names of its leaves are
// those of the row before, it is a list of their values.
func (s *search) render(r *shownRow, room int, before string) (out []byte, names string) {
	out = []byte(r.place[s.shared:])
	if r.line > 0 {
		start, end := s.window(r.row, room)
		text := bytes.TrimSuffix(r.src[start:end], []byte("\n"))
		first := r.line + bytes.Count(r.src[r.start:max(r.start, start)], []byte("\n")) - bytes.Count(r.src[min(r.start, start):r.start], []byte("\n"))
		out = fmt.Appendf(out, " lines %d-%d", first, first+bytes.Count(text, []byte("\n")))
		return append(append(appendNames(out, r.around), '\n'), text...), ""
	}
	out = append(appendNames(out, r.around), ' ')
	isAll := len(s.ask.Fields) == 0 && r.left == 0
	all := slices.Clone(r.leaves)
	slices.SortFunc(all, func(a, b weighed) int { return cmp.Compare(a.order, b.order) })
	if names = namesOf(all); isAll && names == before {
		if values := s.appendLeaves(nil, all, math.MaxInt, true); len(values) <= room {
			return append(out, values...), names
		}
	}
	if raw := r.src[r.start:r.end]; len(s.ask.Fields) == 0 && len(raw) <= room {
		if !isAll {
			names = ""
		}
		return append(out, raw...), names
	}
	isTight := s.query != nil && len(s.ask.Fields) == 0
	s.isChosen = true
	shown := r.choose(room, isTight)
	if isTight {
		if same := r.like(before, room); same != nil {
			shown = same
		}
	}
	if len(s.ask.Fields) == 0 {
		slices.SortFunc(shown, func(a, b weighed) int { return cmp.Compare(a.order, b.order) })
	}
	names = namesOf(shown)
	out = s.appendLeaves(out, shown, room/2, names == before)
	if left := len(r.leaves) + r.left - len(shown); left > 0 {
		out = fmt.Appendf(out, " +%d", left)
		if names != before {
			out = append(out, " fields"...)
		}
	}
	return out, names
}

// choose returns the leaves of a row that have room, the heaviest first. isTight leaves out light
// ones and repeated values.
func (r *shownRow) choose(room int, isTight bool) (shown []weighed) {
	r.sort()
	used, known := 0, map[string]bool{}
	if isTight {
		for _, l := range r.leaves {
			if rankOfName(l.path) > float64(len(identifying)) && len(shown) < 2 && len(l.raw) < room/2 {
				shown, used = append(shown, l), used+len(l.path)+len(l.raw)
				known[string(l.raw)] = true
			}
		}
	}
	for _, l := range r.leaves {
		if isTight && len(shown) > 0 && l.isShared || slices.ContainsFunc(shown, func(o weighed) bool { return o.order == l.order }) {
			continue
		}
		size := len(`"":,`) + len(l.path) + min(len(l.raw), room/2)
		if isTight && len(l.raw) >= minDistinct && known[string(l.raw)] || len(shown) > 0 && used+size > room {
			continue
		}
		if isTight && used > room/4 && l.weight < r.leaves[0].weight*leastLeaf {
			break
		}
		known[string(l.raw)] = true
		shown, used = append(shown, l), used+size
	}
	return shown
}

// like returns the leaves with the names of the row before, if it has a leaf of each name, and if
// the heaviest leaf is one of them.
func (r *shownRow) like(before string, room int) (all []weighed) {
	isIn, used := false, 0
	for name := range strings.SplitSeq(strings.TrimSuffix(before, "\x00"), "\x00") {
		i := slices.IndexFunc(r.leaves, func(l weighed) bool { return l.path == name })
		if i < 0 {
			return nil
		}
		all = append(all, r.leaves[i])
		isIn = isIn || i == 0
		used += 1 + min(len(r.leaves[i].raw), room/2)
	}
	if !isIn || used > room {
		return nil
	}
	return all
}

func namesOf(leaves []weighed) string {
	var b strings.Builder
	for _, l := range leaves {
		b.WriteString(l.path)
		b.WriteByte(0)
	}
	return b.String()
}

// appendLeaves appends an object of leaves, or a list of their values.
func (s *search) appendLeaves(out []byte, leaves []weighed, most int, isList bool) []byte {
	open, end := byte('{'), byte('}')
	if isList {
		open, end = '[', ']'
	}
	out = append(out, open)
	for i, l := range leaves {
		if i > 0 {
			out = append(out, ',')
		}
		if !isList {
			out = append(scan.AppendQuote(out, []byte(l.path)), ':')
		}
		out = s.appendValue(out, l.leaf, most)
	}
	return append(out, end)
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
			if weight := s.query.terms[word].inRow; weight > heaviest {
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
