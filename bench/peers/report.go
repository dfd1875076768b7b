package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/bench"
)

// works are the tables, in order, with their introductions.
var works = []struct{ name, about string }{
	{"W1", "the envelope is trimmed to its payload"},
	{"W2", "seven to thirteen fields are kept, through arrays"},
	{"W3", "nulls, empties and five names go, at every depth"},
	{"W4", "W2 and W3"},
	{"W5", "W2, where peers with that option do not validate"},
	{"W6", "W2 in both halves of a tool result"},
}

// report is the measurement on all corpora.
type report struct {
	results []result
	strict  map[string]strictness // by work
	corpora []bench.Corpus
}

func newReport(corpora []bench.Corpus) *report {
	r := &report{strict: map[string]strictness{}, corpora: corpora}
	for _, w := range works {
		r.strict[w.name] = strictnessOf(w.name)
	}
	return r
}

// of returns the result of a work on a corpus.
func (r *report) of(work, corpus string) (result, bool) {
	i := slices.IndexFunc(r.results, func(one result) bool { return one.work == work && one.corpus == corpus })
	if i < 0 {
		return result{}, false
	}
	return r.results[i], true
}

// table is a table of Markdown, whose rows have a cell for each corpus.
func (r *report) table(b *strings.Builder, head string, rows []string, cell func(row, corpus string) string) {
	fmt.Fprintf(b, "| %s |", head)
	for _, c := range r.corpora {
		fmt.Fprintf(b, " %s |", c.Name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(r.corpora)) + "\n")
	for _, row := range rows {
		fmt.Fprintf(b, "| %s |", row)
		for _, c := range r.corpora {
			fmt.Fprintf(b, " %s |", cell(row, c.Name))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// tables are all works, a table each.
func (r *report) tables(b *strings.Builder) {
	for _, w := range works {
		strict := r.strict[w.name]
		rows, names := []string{"**shape**", "÷ gjson.Valid"}, map[string]string{}
		for _, p := range peers[1:] {
			row := p.name + strict.mark(p.name)
			rows, names[row] = append(rows, row), p.name
		}
		fmt.Fprintf(b, "### %s: %s\n\n", w.name, w.about)
		r.table(b, "MB/s", rows, func(row, corpus string) string {
			one, ok := r.of(w.name, corpus)
			switch {
			case !ok:
				return "–"
			case row == rows[0]:
				return "**" + one.figures[ours].String() + "**"
			case row == rows[1]:
				return fmt.Sprintf("%.2f", one.ratio(yardstick))
			}
			return one.cell(names[row])
		})
	}
}

// cell compares with a peer: how many times faster shape is, and the work of the peer.
func (r result) cell(name string) string {
	f, ok := r.figures[name]
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%s × · %s", times(r.ratio(name)), f)
}

// times is a ratio as it is read.
func times(ratio float64) string {
	if ratio < 9.95 {
		return fmt.Sprintf("%.1f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}

// String is a rate, with the allocations where there are any.
func (f figure) String() string {
	switch {
	case f.allocs < 0.5:
		return fmt.Sprintf("%.0f", f.rate)
	case f.allocs < 1000:
		return fmt.Sprintf("%.0f [%.0f]", f.rate, f.allocs)
	}
	return fmt.Sprintf("%.0f [%.0fk]", f.rate, f.allocs/1000)
}

// yardsticks writes the results of pure validators.
func (r *report) yardsticks(b *strings.Builder) {
	b.WriteString("### Validators\n\n")
	r.table(b, "MB/s", []string{yardstick, "sonic.Valid ‡", "json.Valid"}, func(row, corpus string) string {
		one, _ := r.of("valid", corpus)
		return fmt.Sprintf("%.0f", one.figures[strings.TrimSuffix(row, " ‡")].rate)
	})
}

// behind lists where a peer that validates is faster, the worst first.
func (r *report) behind(b *strings.Builder) {
	var rows []struct {
		ratio float64
		text  string
	}
	for _, one := range r.results {
		strict := r.strict[one.work]
		for _, p := range peers[1:] {
			f, ok := one.figures[p.name]
			if ratio := one.ratio(p.name); ok && strict != nil && strict.validates(p.name) && ratio < 1 {
				rows = append(rows, struct {
					ratio float64
					text  string
				}{ratio, fmt.Sprintf("| %s | %s | %s%s | %.0f | %.0f | %.2f |\n", one.work, one.corpus, p.name, strict.mark(p.name), one.figures[ours].rate, f.rate, ratio)})
			}
		}
	}
	slices.SortStableFunc(rows, func(p, q struct {
		ratio float64
		text  string
	}) int {
		return int(1e6 * (p.ratio - q.ratio))
	})
	b.WriteString("### Where a peer that validates is faster\n\n")
	if len(rows) == 0 {
		b.WriteString("Nowhere.\n\n")
		return
	}
	b.WriteString("| work | corpus | peer | shape, MB/s | peer, MB/s | shape ÷ peer |\n|---|---|---|---|---|---|\n")
	for _, row := range rows {
		b.WriteString(row.text)
	}
	b.WriteByte('\n')
}

// validation writes the flaws that each peer accepts.
func (r *report) validation(b *strings.Builder) {
	b.WriteString("### Validation by entrant\n\nEach got broken documents with a flaw in a dropped part. These were not refused:\n\n| | W2 | W3 | W5 |\n|---|---|---|---|\n")
	for _, p := range peers {
		fmt.Fprintf(b, "| %s |", p.name)
		for _, work := range []string{"W2", "W3", "W5"} {
			kinds := strings.Join(r.strict[work][p.name], ", ")
			if t, _ := workOn(r.corpora[2], work); p.make(t) == nil {
				kinds = "–"
			}
			fmt.Fprintf(b, " %s |", kinds)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n† does not see flaws of structure or of numbers, and so does not validate; ‡ does not see flaws in strings.\n\n")
}

// short is the first table of the page: shape beside the best peer that validates.
func (r *report) short() string {
	var b strings.Builder
	head := "| corpus |"
	line := "|---|"
	for _, w := range []string{"W5", "W3"} {
		head += fmt.Sprintf(" %s, MB/s | ÷ gjson.Valid | × the best that validates | × encoding/json |", w)
		line += "---|---|---|---|"
	}
	fmt.Fprintf(&b, "%s\n%s\n", head, line)
	for _, c := range r.corpora {
		fmt.Fprintf(&b, "| %s: %s |", c.Name, c.About)
		for _, w := range []string{"W5", "W3"} {
			one, _ := r.of(w, c.Name)
			best := r.best(one)
			fmt.Fprintf(&b, " %.0f | %.2f | %s %s%s | %s |", one.figures[ours].rate, one.ratio(yardstick),
				times(one.ratio(best)), best, r.strict[w].mark(best), times(one.ratio("encoding/json map")))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// best is the fastest peer that validates.
func (r *report) best(one result) (name string) {
	for _, p := range peers[1:] {
		if r.strict[one.work].validates(p.name) && one.figures[p.name].rate > one.figures[name].rate {
			name = p.name
		}
	}
	return name
}
