package shaper

import (
	"bytes"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// outlined puts the outline of a payload in its place, in a document that was shaped and
// begins at start; or if refers is not 0, that many of its references. Documents inside
// have their own.
func outlined(done *pass.Outcome, start int, layout *envelope.Layout, refers int) {
	for _, path := range layout.Payload {
		at := payload(done.Out, start, path, layout)
		value := done.Out[at.Start:at.End]
		if len(value) == 0 {
			continue
		}
		o := outline.Of(value)
		if refers > 0 {
			o.JSON = outline.References(value, refers)
		}
		if !bytes.Equal(o.JSON, value) {
			done.Outline(at, o.JSON, envelope.Cut{Path: ".", Total: o.Elements, Lists: o.Lists, Over: true, Outlined: true, Referred: refers > 0})
		}
	}
}

// payload is where a document, which begins at start, has what is at the path of a
// payload; nothing where that is not there, or a document of its own.
func payload(out []byte, start int, path string, layout *envelope.Layout) scan.Span {
	switch {
	case slices.Contains(layout.Document, path):
		return scan.Span{}
	case path == "":
		return scan.Span{Start: start, End: len(out)}
	}
	found := gjson.GetBytes(out[start:], path)
	return scan.Span{Start: start + found.Index, End: start + found.Index + len(found.Raw)}
}
