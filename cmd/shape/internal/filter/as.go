package filter

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/forms"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// as is the flag --as: it prints payloads as CSV. Statistics and reports count the JSON
// documents.
type as struct {
	form string

	of     documents.Document // the current document
	report *shaper.Report
}

// begins sets the document to write. CSV holds no notes of cuts, so begins marks each cut as
// not noted; standard error lists it instead.
func (a *as) begins(d documents.Document, report *shaper.Report) {
	a.of, a.report = d, report
	for i := range report.Cut {
		report.Cut[i].Noted = false
	}
}

// appendForm appends the payload of doc as CSV.
func (f *filter) appendForm(dst, doc []byte) ([]byte, error) {
	payload, err := shaper.Unfold(payloadOf(doc, f.as.report.Dialect, 0))
	if err != nil {
		return dst, f.as.of.Unusable(err)
	}
	out, lost, err := forms.AppendCSV(dst, payload)
	if err != nil {
		return dst, f.as.of.Unusable(fmt.Errorf("--as %s: %w", f.as.form, err))
	}
	if len(lost) > 0 {
		f.Stderr.Tell(documents.OfDocument(f.as.of.File, f.number(), documents.LossNotice(f.as.form, lost)))
	}
	return out, nil
}

// mostAround bounds the nested documents that payloadOf opens.
const mostAround = 4

// payloadOf returns the payload of the envelope. For a tool result it is the structured half,
// or else the only text if that holds a document. It returns the whole document if there is no
// payload or more than one.
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

// partOf returns the payload inside the only part of a document.
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
