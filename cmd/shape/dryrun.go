package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/diff"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// rehearsal is --dry-run and --diff: no document and no file is written, but what
// would go is listed, or shown in each document. The list adds up as many fields as
// one explanation holds.
type rehearsal struct {
	list, diff bool

	last shaper.Explanation // of the document at hand
	goes map[loss]amount
	rest amount
}

// loss is one thing that happens to values at places of one pattern.
type loss struct{ verdict, pattern, reason, rule string }

func (r *rehearsal) add(fs *pflag.FlagSet) {
	fs.BoolVar(&r.list, "dry-run", false, "write no document and no file: list what would go, and the files that would change")
	fs.BoolVar(&r.diff, "diff", false, "the same, but show each document's changes line by line, without the values that go")
}

func (r *rehearsal) on() bool { return r.list || r.diff }

// rehearse shapes a document, and keeps why.
func (f *filter) rehearse(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
	why, err := f.engine.Explain(context.Background(), req)
	if err != nil {
		return dst, why.Report, err
	}
	f.dryRun.last = why
	return append(dst, why.Body...), why.Report, nil
}

// show shows what would change in a document.
func (r *rehearsal) show(w io.Writer, d document, number int, after []byte) error {
	if !r.diff {
		return nil
	}
	name := fmt.Sprintf("%s, document %d", terminal.Printable(d.file), number)
	text := diff.Append(nil, name, scan.AppendCompact(nil, d.text), after)
	if len(text) == 0 {
		return nil
	}
	_, err := w.Write(text)
	return err
}

// count adds what goes of the document at hand, which is answered.
func (r *rehearsal) count() {
	if !r.list {
		return
	}
	if r.goes == nil {
		r.goes = map[loss]amount{}
	}
	for _, f := range r.last.Fields {
		what := loss{"dropped", f.Pattern, f.Reason, byFlags(f.Rule)}
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

func (a amount) plus(b amount) amount {
	return amount{a.Count + b.Count, a.Bytes + b.Bytes, a.Tokens + b.Tokens}
}

// write lists what would go, what costs most first.
func (r *rehearsal) write(w io.Writer, t *tally) error {
	if !r.list {
		return nil
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s; bytes: %s\n", counted(t.documents, "document"), t.bytes)
	table := columns(&text)
	if len(r.goes) > 0 {
		fmt.Fprintln(table, "  \tvalues\tbytes\t~tokens\tpath\twhy\trule")
	}
	for _, l := range r.sorted() {
		a := r.goes[l]
		fmt.Fprintf(table, "  %s\t%d\t%d\t%d\t%s\t%s\t%s\n",
			l.verdict, a.Count, a.Bytes, a.Tokens, terminal.Printable(l.pattern), l.reason, terminal.Printable(l.rule))
	}
	if r.rest.Count > 0 {
		fmt.Fprintf(table, "  dropped\t%d\t%d\t%d\tall other paths\n", r.rest.Count, r.rest.Bytes, r.rest.Tokens)
	}
	table.Flush()
	_, err := w.Write(text.Bytes())
	return err
}

func (r *rehearsal) sorted() []loss {
	all := make([]loss, 0, len(r.goes))
	for l := range r.goes {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b loss) int {
		return cmp.Or(
			cmp.Compare(r.goes[b].Tokens, r.goes[a].Tokens), strings.Compare(a.pattern, b.pattern),
			strings.Compare(a.verdict, b.verdict), strings.Compare(a.reason, b.reason), strings.Compare(a.rule, b.rule))
	})
	return all
}

// rehearseEdit says whether an edit would change a file.
func (f *filter) rehearseEdit(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return inputError(err)
	}
	defer file.Close()
	to := &output.Comparison{With: file}
	out := output.New(to, f.out.layout())
	if err := out.End(f.reader(out).file(name)); err != nil {
		return err
	}
	if !f.dryRun.list {
		return nil
	}
	verdict := "would change"
	if to.Same() {
		verdict = "stays as it is"
	}
	return terminal.Say(f.stdout, "%s: %s", name, verdict)
}
