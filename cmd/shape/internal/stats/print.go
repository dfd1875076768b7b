package stats

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/savings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// totals is the JSON answer of stats.
type totals struct {
	savings.Saving
	Name       string           `json:"name,omitempty"` // always empty
	By         string           `json:"by"`
	Counters   []string         `json:"counters"`
	Groups     []savings.Saving `json:"groups,omitempty"`
	Places     []placeSum       `json:"places,omitempty"`
	Unreadable int              `json:"unreadable"` // documents
	Unknown    int              `json:"unknown"`    // documents that are no results of tools
	Uncounted  int              `json:"uncounted"`  // calls without tokens in the record
	Turns      int              `json:"turns,omitempty"`
	AgainIn    int              `json:"tokens_again_in,omitempty"` // that later turns read again
	AgainOut   int              `json:"tokens_again_out,omitempty"`
	Cost       *cost            `json:"cost,omitempty"` // with a prompt cache
	Uncached   *cost            `json:"cost_uncached,omitempty"`
}

// cost is a price before and after shaping.
type cost struct {
	In  float64 `json:"in"`
	Out float64 `json:"out"`
}

func (c cost) String() string {
	saved := 0.0
	if c.In > 0 {
		saved = 100 * (c.In - c.Out) / c.In
	}
	return fmt.Sprintf("%.4f in, %.4f out, %.1f %% saved", c.In, c.Out, saved)
}

func (s *stats) told() totals {
	t := totals{
		Saving: s.sums.all, By: s.by, Counters: s.counters(),
		Unreadable: s.sums.unreadable, Unknown: s.sums.unknown, Uncounted: s.sums.uncounted,
	}
	if s.byPlace() {
		t.Places = s.sums.sortedPlaces()
	} else {
		t.Groups = s.sums.answerers.Groups()
	}
	in, out := s.sums.in, s.sums.out
	in.Written, out.Written = t.TokensIn, t.TokensOut // results alone, without arguments
	t.Turns, t.AgainIn, t.AgainOut = s.sums.turns, in.Again, out.Again
	if s.price != (suggest.Price{}) {
		t.Cost, t.Uncached = &cost{}, &cost{}
		t.Cost.In, t.Uncached.In = s.price.Cost(in)
		t.Cost.Out, t.Uncached.Out = s.price.Cost(out)
	}
	return t
}

// counters returns the names of the counters of all tokens.
func (s *stats) counters() []string { return slices.Sorted(maps.Keys(s.sums.counters)) }

// printTables prints the sums in tables, and notes the missing parts on standard error.
func (s *stats) printTables() error {
	lines, all := bufio.NewWriter(s.Stdout), s.sums.all
	fmt.Fprintf(lines, "calls: %d\n", all.Calls)
	fmt.Fprintf(lines, "bytes: %s\n", report.Account{In: all.BytesIn, Out: all.BytesOut})
	fmt.Fprintf(lines, "tokens (%s): %s\n", terminal.Printable(cmp.Or(strings.Join(s.counters(), ", "), "none counted")), report.Account{In: all.TokensIn, Out: all.TokensOut})
	t := s.told()
	if t.AgainIn > 0 {
		fmt.Fprintf(lines, "read again in %s: %s\n", terminal.Counted(t.Turns, "turn"), report.Account{In: t.AgainIn, Out: t.AgainOut})
	}
	if t.Cost != nil {
		fmt.Fprintf(lines, "cost with a prompt cache: %s\ncost without one: %s\n", t.Cost, t.Uncached)
	}
	if s.byPlace() {
		s.writePlaceSums(lines)
	} else {
		s.writeGroups(lines)
	}
	s.printMissing()
	return lines.Flush()
}

func (s *stats) writeGroups(w io.Writer) {
	table := terminal.Table(w)
	fmt.Fprintf(table, "  %s\tcalls\ttokens in\tout\tsaved\t%%\tbudget steps\n", s.by)
	for _, g := range s.sums.answerers.Groups() {
		share := "-"
		if g.TokensIn > 0 {
			share = fmt.Sprintf("%.1f", 100*float64(g.Saved)/float64(g.TokensIn))
		}
		steps := stepTexts(g)
		if g.Refused > 0 {
			steps = append(steps, fmt.Sprintf("refused %d", g.Refused))
		}
		if g.WouldSave > 0 {
			steps = append(steps, fmt.Sprintf("would save %d", g.WouldSave))
		}
		fmt.Fprintf(table, "  %s\t%d\t%d\t%d\t%d\t%s\t%s\n",
			terminal.Printable(cmp.Or(g.Name, "-")), g.Calls, g.TokensIn, g.TokensOut, g.Saved, share, terminal.Printable(strings.Join(steps, ", ")))
	}
	table.Flush()
}

// stepTexts returns texts such as "strings 2", most calls first.
func stepTexts(g savings.Saving) (all []string) {
	names := slices.Sorted(maps.Keys(g.Steps))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(g.Steps[b], g.Steps[a]) })
	for _, name := range names {
		all = append(all, fmt.Sprintf("%s %d", name, g.Steps[name]))
	}
	return all
}

// maxPlaces bounds the printed places.
const maxPlaces = 50

func (s *stats) writePlaceSums(w io.Writer) {
	table, all := terminal.Table(w), s.sums.sortedPlaces()
	tool := func(name string) string {
		if s.by == "rule" { // of all tools
			return ""
		}
		return "\t" + terminal.Printable(cmp.Or(name, "-"))
	}
	fmt.Fprintf(table, "  values\tbytes\t~tokens%s\t%s\n", tool("tool"), s.by)
	for _, p := range all[:min(maxPlaces, len(all))] {
		fmt.Fprintf(table, "  %d\t%d\t%d%s\t%s\n", p.Values, p.Bytes, p.Tokens, tool(p.Tool), terminal.Printable(p.Name))
	}
	table.Flush()
	if more := len(all) - maxPlaces; more > 0 {
		fmt.Fprintf(w, "  and %d more: --format json lists them\n", more)
	}
}

// printMissing notes the documents and tokens that the sums lack.
func (s *stats) printMissing() {
	say := func(n int, thing, what string) {
		if n > 0 {
			s.Stderr.Tell(notice.Notice{Level: notice.Signal, Kind: "skipped", Message: terminal.Counted(n, thing) + " " + what, Found: notice.Found{Count: n}})
		}
	}
	say(s.sums.unreadable, "document", "not read")
	say(s.sums.unknown, "document", "left out: no record, and no result of a tool (--tool says of which other JSON is)")
	say(s.sums.uncounted, "record", "without tokens")
}
