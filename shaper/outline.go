package shaper

import (
	"bytes"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// outlined puts the outline of a payload in its place, or what refers to it, in a document
// that was shaped and begins at start. Documents inside have their own.
func outlined(done *pass.Outcome, start int, p *plan.Plan, refers bool) {
	layout := p.Dialect.Layout()
	for _, path := range layout.Payload {
		if slices.Contains(layout.Document, path) {
			continue
		}
		at := scan.Span{Start: start, End: len(done.Out)}
		if path != "" {
			found := gjson.GetBytes(done.Out[start:], path)
			if !found.Exists() {
				continue
			}
			at = scan.Span{Start: start + found.Index, End: start + found.Index + len(found.Raw)}
		}
		value := done.Out[at.Start:at.End]
		o := outline.Of(value)
		if refers {
			o.JSON = outline.References(value)
		}
		if !bytes.Equal(o.JSON, value) {
			done.Outline(at, o.JSON, envelope.Cut{Path: plan.Anywhere, Total: o.Elements, Lists: o.Lists, Over: true, Outlined: true, Referred: refers})
		}
	}
}
