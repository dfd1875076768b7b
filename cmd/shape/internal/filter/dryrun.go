package filter

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/diff"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// dryRunState is --dry-run and --diff. It writes no document and no file, and lists removed
// values or shows the changes of each document. The list holds as many fields as one
// explanation.
type dryRunState struct {
	list, diff bool

	last   shaper.Explanation // of the current document
	goes   map[loss]amount
	rest   amount
	halves int // documents whose structured half is not counted
}

func (r *dryRunState) on() bool { return r.list || r.diff }

// amount is a number of values and their size.
type amount shaper.Amount

// loss is one effect of one rule on the values at the places of one pattern.
type loss struct{ verdict, pattern, reason, rule string }

// rehearse shapes a document and keeps the explanation.
func (f *filter) rehearse(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
	why, err := f.engine.Explain(context.Background(), req)
	if err != nil {
		return dst, why.Report, err
	}
	f.dryRun.last = why
	return append(dst, why.Body...), why.Report, nil
}

// show prints the diff of a document.
func (r *dryRunState) show(w io.Writer, d documents.Document, number int, after []byte) error {
	name := fmt.Sprintf("%s, document %d", terminal.Printable(d.File), number)
	text := diff.Append(nil, name, scan.AppendCompact(nil, d.Text), after)
	if len(text) == 0 {
		return nil
	}
	_, err := w.Write(text)
	return err
}

// count adds the losses of the current document.
func (r *dryRunState) count() {
	if r.goes == nil {
		r.goes = map[loss]amount{}
	}
	has := func(half func() *regexp.Regexp) bool {
		return slices.ContainsFunc(r.last.Fields, func(f shaper.Field) bool { return half().MatchString(f.Pattern) })
	}
	// Clients that show the JSON in a text skip the structured half, so it does not count.
	isResult := r.last.Report.Dialect == "mcp" || r.last.Report.Dialect == "jsonrpc"
	both := isResult && has(textHalf) && has(structuredHalf)
	if both {
		r.halves++
	}
	for _, f := range r.last.Fields {
		if both && structuredHalf().MatchString(f.Pattern) {
			continue
		}
		what := loss{"dropped", f.Pattern, f.Reason, app.ByFlags(f.Rule)}
		if f.Kept {
			what.verdict = "changed"
		}
		if f.Kept && f.Reason != "redacted" && f.Reason != "hidden" {
			continue
		}
		if sum, known := r.goes[what]; known || len(r.goes) < shaper.MaxFields {
			r.goes[what] = sum.plus(amount(f.Amount))
		} else {
			r.rest = r.rest.plus(amount(f.Amount))
		}
	}
	r.rest = r.rest.plus(amount(r.last.Rest.Dropped))
	r.last = shaper.Explanation{}
}

// The places of both halves of a tool result, alone, in a JSON-RPC answer and in a batch.
var (
	structuredHalf = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(/\*)?(/result)?/structuredContent(/|$)`) })
	textHalf       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(/\*)?(/result)?/content/\*/text/`) })
)

func (a amount) plus(b amount) amount {
	return amount{a.Count + b.Count, a.Bytes + b.Bytes, a.Tokens + b.Tokens}
}

// write prints the list, the largest losses first.
func (r *dryRunState) write(w io.Writer, t *tally) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s; bytes: %s\n", terminal.Counted(t.Documents, "document"), t.bytes)
	for _, line := range t.read.Lines() {
		fmt.Fprintln(&text, line)
	}
	var files terminal.Legend
	r.writeLosses(&text, &files)
	r.writeRules(&text, &files)
	files.Write(&text)
	if r.halves > 0 {
		fmt.Fprintf(&text, "of %s with a text and a structured half, the text half is listed\n", terminal.Counted(r.halves, "tool result"))
	}
	_, err := w.Write(text.Bytes())
	return err
}

// writeLosses prints a row for each path and a sum.
func (r *dryRunState) writeLosses(w io.Writer, files *terminal.Legend) {
	table, sum := terminal.Table(w), r.rest
	if len(r.goes) > 0 {
		fmt.Fprintln(table, "  \tvalues\tbytes\t~tokens\tpath\twhy\trule")
	}
	for _, l := range byTokens(r.goes, loss.compare) {
		a := r.goes[l]
		sum = sum.plus(a)
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n",
			l.verdict, a.cells(), terminal.Printable(l.pattern), l.reason, terminal.Printable(files.Shorten(l.rule)))
	}
	if r.rest.Count > 0 {
		fmt.Fprintf(table, "  dropped\t%s\tall other paths\n", r.rest.cells())
	}
	if len(r.goes) > 1 || sum != r.rest && r.rest.Count > 0 {
		fmt.Fprintf(table, "  sum\t%s\n", sum.cells())
	}
	table.Flush()
}

// writeRules prints a total for each rule if a rule has several rows.
func (r *dryRunState) writeRules(w io.Writer, files *terminal.Legend) {
	totals := map[string]amount{}
	for l, a := range r.goes {
		rule := cmp.Or(files.Shorten(l.rule), l.reason)
		totals[rule] = totals[rule].plus(a)
	}
	if len(totals) == len(r.goes) {
		return
	}
	table := terminal.Table(w)
	for _, rule := range byTokens(totals, strings.Compare) {
		fmt.Fprintf(table, "  by rule\t%s\t%s\n", totals[rule].cells(), terminal.Printable(rule))
	}
	table.Flush()
}

// cells returns the columns of an amount.
func (a amount) cells() string { return fmt.Sprintf("%d\t%d\t%d", a.Count, a.Bytes, a.Tokens) }

// byTokens returns the keys of sums, the largest number of tokens first.
func byTokens[K comparable](sums map[K]amount, compare func(a, b K) int) []K {
	all := slices.Collect(maps.Keys(sums))
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(sums[all[j]].Tokens, sums[all[i]].Tokens), compare(all[i], all[j])) < 0
	})
	return all
}

func (l loss) compare(m loss) int {
	return cmp.Or(strings.Compare(l.pattern, m.pattern), strings.Compare(l.verdict, m.verdict),
		strings.Compare(l.reason, m.reason), strings.Compare(l.rule, m.rule))
}

// rehearseEdit prints whether an edit would change a file.
func (f *filter) rehearseEdit(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return app.InputError(err)
	}
	defer file.Close()
	to := &output.Comparison{With: file}
	out := output.New(to, f.out.Layout())
	if err := out.End(f.reader(out).File(name)); err != nil {
		return err
	}
	if !f.dryRun.list {
		return nil
	}
	verdict := "would change"
	if to.Same() {
		verdict = "stays as it is"
	}
	return terminal.Say(f.Stdout, "%s: %s", name, verdict)
}
