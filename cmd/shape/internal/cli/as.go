package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/forms"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// as is the flag --as: payloads are printed in a form that is no JSON. Figures and
// reports tell of the documents all the same.
type as struct {
	form string

	of     document // at hand
	report *shaper.Report
}

func (a *as) add(fs *pflag.FlagSet) {
	set := func(word string) { a.form = word }
	fs.Var(&choice{set: set, known: []string{"csv"}, removed: []string{"toon", "markdown"}}, "as", "print payloads as `csv`; a payload that is no table ends the run. "+
		"Cells that begin with = + - @ stay as they are: some spreadsheets take them for formulas")
}

func (a *as) on() bool { return a.form != "" }

// check finds what makes no sense together.
func (a *as) check(f *filter) error {
	layout := f.out.compact || f.out.indent > 0 || f.out.tab || f.out.sort || f.framing.sequence
	settings := &f.request.Settings
	if a.on() && (f.inPlace.on || f.dryRun.on() || layout || f.tolerance.pass || isOn(settings.Columns)) {
		return errors.New("--as takes no --in-place, --dry-run, --diff, --compact, --indent, --tab, --sort-keys, --seq, --columns nor --on-invalid pass")
	}
	return nil
}

// begins is told of each document before it is written. What an envelope tells of cuts is
// no part of the payload, so that it is told beside.
func (a *as) begins(d document, report *shaper.Report) {
	a.of, a.report = d, report
	for i := range report.Cut {
		report.Cut[i].Noted = report.Cut[i].Noted && !a.on()
	}
}

// appendForm appends the payload of the document at hand in its form.
func (f *filter) appendForm(dst, doc []byte) ([]byte, error) {
	payload, err := shaper.Unfold(payloadOf(doc, f.as.report.Dialect, 0))
	if err != nil {
		return dst, f.as.of.unusable(err)
	}
	out, lost, err := forms.AppendCSV(dst, payload)
	if err != nil {
		return dst, f.as.of.unusable(fmt.Errorf("--as %s: %w", f.as.form, err))
	}
	if len(lost) > 0 {
		f.stderr.Tell(ofDocument(f.as.of.file, f.number(), lossNotice(f.as.form, lost)))
	}
	return out, nil
}

// mostAround is in how many documents a payload is looked for.
const mostAround = 4

// payloadOf is what a document has to say: the payload of its envelope, or of a tool
// result its data, or else its one text, where that is a document. Where there is none, or
// more than one, it is all of the document.
func payloadOf(text []byte, dialect string, around int) []byte {
	doc, err := dialects.Skim(text, envelope.Limits(scan.Limits{}.OrDefault()))
	if err != nil || around == mostAround {
		return text
	}
	var parts []envelope.Part
	if dialects.Read(doc, func(p envelope.Part) { parts = append(parts, p) }) {
		if i := slices.IndexFunc(parts, func(p envelope.Part) bool { return p.Data }); i >= 0 {
			parts = parts[i : i+1]
		}
		if len(parts) != 1 || parts[0].Media != "" {
			return text
		}
		return partOf(parts[0], around)
	}
	d, known := dialects.Lookup(dialect)
	if !known {
		d = dialects.Detect(doc)
	}
	for _, path := range d.Layout().Payload {
		if found := gjson.GetBytes(text, path); found.Exists() {
			return []byte(found.Raw)
		}
	}
	return text
}

// partOf is what the only part of a document has to say.
func partOf(p envelope.Part, around int) []byte {
	if p.Text {
		text := scan.AppendUnquote(nil, p.Raw[1:len(p.Raw)-1])
		if scan.Check(text, scan.Limits{}, false) != nil {
			return p.Raw
		}
		p.Raw = text
	}
	return payloadOf(p.Raw, "", around+1)
}
