package envelope

import (
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// Shortened is an array that lost its tail to a limit.
type Shortened struct {
	Path  string // mask of the array, from the payload's items
	Total int    // elements that there were
	Kept  int
}

// PartialMarker is a dialect with words for a payload that was shortened. Totals
// that the payload states are left as they are (REQUIREMENTS D29).
type PartialMarker interface {
	// MarkPartial says so in a valid envelope of the dialect.
	MarkPartial(doc []byte, cuts []Shortened) ([]byte, error)
}

func (s Shortened) String() string {
	return fmt.Sprintf("%s: %d of %d", s.Path, s.Kept, s.Total)
}

// points sets fixed points of an envelope, one after the other, until one fails.
// Its paths are the program's own: sjson is never given a name from outside.
type points struct {
	doc []byte
	err error
}

func (p *points) set(path string, value any) {
	if p.err == nil {
		p.doc, p.err = sjson.SetBytes(p.doc, path, value)
	}
}

func (p *points) setRaw(path string, value []byte) {
	if p.err == nil {
		p.doc, p.err = sjson.SetRawBytes(p.doc, path, value)
	}
}

// add appends to a list. What is no list becomes the first item of one.
func (p *points) add(path string, value []byte) {
	switch old := gjson.GetBytes(p.doc, path); {
	case old.IsArray():
		p.setRaw(path+".-1", value)
	case old.Type == gjson.Null: // absent, too
		p.setRaw(path, array([][]byte{value}))
	default:
		p.setRaw(path, array([][]byte{[]byte(old.Raw), value}))
	}
}

// MarkPartial sets the status to partial, unless it tells of an error, and adds
// a warning PARTIAL_RESULTS for each array (R82, R92).
func (BMCIS) MarkPartial(doc []byte, cuts []Shortened) ([]byte, error) {
	p := points{doc: doc}
	for _, head := range []string{"_metadata", "metadata"} {
		if gjson.GetBytes(doc, head+".status").String() == StatusSuccess {
			p.set(head+".status", StatusPartial)
		}
	}
	for _, c := range cuts {
		warning, _ := encode(NewResponseWarning(WarnPartialResults, "Some results omitted, "+c.String())) // plain texts
		p.add("warnings", warning)
	}
	return p.doc, p.err
}

// MarkPartial lowers the fidelity to partial and adds a warning
// CONTENT_TRUNCATED for each array, as text and in detail (R26, R29, R34).
func (ResponseV2) MarkPartial(doc []byte, cuts []Shortened) ([]byte, error) {
	p := points{doc: doc}
	level := gjson.GetBytes(doc, "meta.content_fidelity").String()
	p.set("meta.content_fidelity_schema_version", FidelitySchemaVersion)
	p.set("meta.content_fidelity", lessComplete(FidelityPartial, level))
	for _, c := range cuts {
		w := c.warning()
		p.add("meta.warnings", quote(w.Message))
		p.add("meta.warning_details", warningDetail(w))
	}
	return p.doc, p.err
}

func (s Shortened) warning() Warning {
	dropped := s.Total - s.Kept
	return truncation(fmt.Sprintf("%d %s omitted by the limit of the response mode", dropped, s.Path),
		"response_mode_limit", dropped, s.Total)
}

// truncation is the warning of a list that was cut (R29, R34).
func truncation(message, reason string, dropped, total int) Warning {
	var context object
	context.num("dropped_count", int64(dropped))
	context.num("total_count", int64(total))
	context.str("reason", reason)
	return Warning{Code: WarnContentTruncated, Message: message, Context: context.done()}
}
