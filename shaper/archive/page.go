package archive

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const (
	answerBytes = 1850 // of a page of rows that a query found
	aroundLines = 2    // lines before and behind the matching ones
	maxScale    = 64   // times that a row can have its room
	leastLeaf   = 0.2  // of the weight of a row's best leaf, to be shown without need
	leastSpread = 4    // rows with a column of few values
	minSpread   = 6    // bytes of its values in the mean
	spreadPart  = 4    // of a page is for such columns, at most a quarter
	minDistinct = 6    // bytes of a value that a row shows once
)

// page renders the page that was asked for. The best rows have the most room. If all rows fit on
// one page, they have as much room as that page has.
func (s *search) page(rows []*shownRow) (Page, error) {
	most := cmp.Or(s.ask.PageBytes, PageBytes)
	if s.query != nil {
		most = min(most, answerBytes)
	}
	most = max(most, len("…")+utf8.UTFMax)
	s.share(rows, most)
	p, first, last := Page{}, 0, 0
	for scale := maxScale; scale > 0 && p.Pages != 1; scale /= 2 {
		if scale == maxScale/2 { // not all of the rows fits on a page
			s.spread(rows, most)
		}
		p, first, last = s.layOut(rows, scale, most)
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
		room := min(most, scale*max(most/min(len(rows), 6+i), most/20))
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

// share finds the names that the places of several rows begin with.
func (s *search) share(rows []*shownRow, most int) {
	if len(rows) < 2 {
		return
	}
	all := rows[len(rows)-1].place
	if rows[len(rows)-1].isRoot {
		all = rows[0].place
	}
	for _, r := range rows {
		for n := 0; n < len(all) && !r.isRoot; n++ {
			if n == len(r.place) || r.place[n] != all[n] {
				all = all[:n]
			}
		}
	}
	if end := strings.LastIndexByte(all, '/'); end > 0 && end < most/8 {
		s.shared, s.first = end, []byte("in "+all[:end]+"\n")
	}
}

// column is a member of several rows.
type column struct {
	name   string
	first  int // the index of the first row
	rows   int
	weight float64
	known  map[string]bool
	fresh  int    // values that the model has not seen
	values []byte // these values, each once, each behind a comma
}

// spread begins each page with the columns of few values, without those that the model has seen.
// Each value stands once. A value that is the same in all rows stands in the first row alone.
func (s *search) spread(rows []*shownRow, most int) {
	if s.query == nil || len(s.ask.Fields) > 0 {
		return
	}
	var all []*column
	at := map[string]*column{}
	for _, r := range rows {
		if r.isRoot {
			continue
		}
		for _, l := range r.leaves {
			c := at[l.name]
			if c == nil {
				c = &column{name: l.name, first: r.index, known: map[string]bool{}}
				at[l.name], all = c, append(all, c)
			}
			c.rows, c.weight = c.rows+1, max(c.weight, l.weight)
			start := 0
			for _, end := range append(slices.Clip(l.ends), len(l.raw)) {
				raw := l.raw[start:end]
				start = end + 1
				if !c.known[string(raw)] && s.isFresh([]byte(l.name), textAt(raw)) {
					c.fresh++
					c.values = append(append(c.values, ','), raw...)
				}
				c.known[string(raw)] = true
			}
		}
	}
	s.same = map[string]int{}
	all = slices.DeleteFunc(all, func(c *column) bool {
		n := len(c.known)
		if n == 1 && c.rows >= leastSpread {
			s.same[c.name] = c.first
		}
		c.weight /= math.Sqrt(float64(len(c.values) + 20)) // two short ones go before a long one
		return c.rows < leastSpread || n == 1 || c.fresh == 0 || c.fresh > c.rows/2 || len(c.values) < minSpread*c.fresh
	})
	sort.SliceStable(all, func(i, j int) bool { return all[i].weight > all[j].weight })
	line, shown := []byte(nil), map[string]bool{}
	for _, c := range all {
		one := slices.Concat(scan.AppendQuote([]byte(","), []byte(c.name)), []byte(":["), c.values[1:], []byte("]"))
		if !shown[string(c.values)] && len(line)+len(one) <= most/spreadPart {
			line, shown[string(c.values)] = append(line, one...), true
		}
	}
	if line != nil {
		s.first = slices.Concat(s.first, []byte("values {"), line[1:], []byte("}\n"))
	}
}

// render returns a row behind its place, in about so many bytes. If the names of its leaves are
// those of the row before, it is a list of their values.
func (s *search) render(r *shownRow, room int, before string) (out []byte, names string) {
	out = []byte(r.place[min(s.shared, len(r.place)):])
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
	sort.Slice(all, func(i, j int) bool { return all[i].order < all[j].order })
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
	shown := s.choose(r, room, isTight)
	if len(s.ask.Fields) == 0 {
		sort.Slice(shown, func(i, j int) bool { return shown[i].order < shown[j].order })
	}
	names = namesOf(shown)
	out = s.appendLeaves(out, shown, room/2, names == before)
	if left := len(r.leaves) + r.left - len(shown); left > 0 && names != before {
		out = fmt.Appendf(out, " +%d fields", left)
	}
	return out, names
}

// choose returns the leaves of a row that have room, the heaviest first. isTight leaves out light
// ones and repeated values.
func (s *search) choose(r *shownRow, room int, isTight bool) (shown []weighed) {
	used, all := 0, slices.Clone(r.leaves)
	if isTight {
		for _, l := range r.identifiers() {
			if l.size(room)+used <= room {
				shown, used = append(shown, l), used+l.size(room)
			}
		}
		density := func(l *weighed) float64 { return l.weight / math.Sqrt(float64(l.size(room)+20)) } // two short ones go before a long one
		sort.SliceStable(all, func(i, j int) bool { return density(&all[i]) > density(&all[j]) })
	}
	for _, l := range all {
		isLight := used > room/4 && l.weight < r.leaves[0].weight*leastLeaf
		isLeft := isTight && (isLight || s.repeats(r, &l, shown))
		if !isLeft && (len(shown) == 0 || used+l.size(room) <= room) {
			shown, used = append(shown, l), used+l.size(room)
		}
	}
	return shown
}

// repeats reports whether a leaf of a row tells nothing beside the shown leaves and the first
// row. A URL with a shown value in it tells nothing, except in the row outside all lists.
func (s *search) repeats(r *shownRow, l *weighed, shown []weighed) bool {
	first, isSame := s.same[l.name]
	isLink := !r.isRoot && bytes.HasPrefix(l.text, []byte("http"))
	return isSame && first != r.index || len(shown) > 0 && !l.isFresh || slices.ContainsFunc(shown, func(o weighed) bool {
		return o.order == l.order || len(o.raw) >= minDistinct && bytes.Equal(o.raw, l.raw) ||
			isLink && len(o.text) >= minDistinct && (bytes.Contains(l.text, o.text) || bytes.Contains(l.text, bytes.ReplaceAll(o.text, []byte("-"), nil)))
	})
}

// size returns the bytes that a leaf takes in so much room.
func (l *weighed) size(room int) int { return len(`"":,`) + len(l.name) + min(len(l.raw), room/2) }

// identifiers returns up to two leaves that identify a row best.
func (r *shownRow) identifiers() (all []weighed) {
	for _, l := range r.leaves {
		if rankOfName(l.name) > float64(len(identifying)) {
			all = append(all, l)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return rankOfName(all[i].name) > rankOfName(all[j].name) })
	return all[:min(len(all), 2)]
}

func namesOf(leaves []weighed) string {
	var b strings.Builder
	for _, l := range leaves {
		b.WriteString(l.name)
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
			out = append(scan.AppendQuote(out, []byte(l.name)), ':')
		}
		out = s.appendValue(out, l, most)
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
		sort.SliceStable(r.names, func(i, j int) bool { return rankOfName(r.names[i].name) > rankOfName(r.names[j].name) })
		before := " in {"
		for _, l := range r.names[:min(len(r.names), most)] {
			out = append(scan.AppendQuote(append(out, before...), []byte(l.name)), ':')
			out = append(out, l.raw...)
			before = ","
		}
		out = append(out, '}')
	}
	return out
}

// appendValue appends a value, or in a string the part of a long one around the heaviest word.
func (s *search) appendValue(out []byte, l weighed, most int) []byte {
	switch n := sort.SearchInts(l.ends, most+1); {
	case l.ends != nil && len(l.raw) <= most:
		return append(append(append(out, '['), l.raw...), ']')
	case l.ends != nil:
		return append(append(append(out, '['), l.raw[:l.ends[max(0, n-1)]]...), ",…]"...)
	case len(l.raw) <= most:
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
		start += 1 + bytes.LastIndexByte(r.src[start:first], '\n')
		end = lineEnd(r.src[:end], max(start, last-1))
	}
	if end-start > most {
		return s.clip(r.src, start, end, most)
	}
	for range aroundLines { // a line that is too long is not looked through
		from := max(0, end-most-1)
		if before := from + 1 + bytes.LastIndexByte(r.src[from:max(0, start-1)], '\n'); end-before <= most {
			start = before
		}
		if behind := lineEnd(r.src[:min(len(r.src), start+most+1)], end); behind-start <= most {
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
