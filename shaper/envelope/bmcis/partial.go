package bmcis

import (
	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// MarkPartial sets the status to partial, unless it tells of an error, and adds
// a warning PARTIAL_RESULTS for each cut (RULES R82 and R92).
func (Dialect) MarkPartial(doc []byte, cuts []envelope.Cut) ([]byte, error) {
	p := raw.Points{Doc: doc}
	for _, head := range []string{"_metadata", "metadata"} {
		if gjson.GetBytes(doc, head+".status").String() == StatusSuccess {
			p.Set(head+".status", StatusPartial)
		}
	}
	for _, c := range envelope.Few(cuts) {
		warning, _ := raw.Encode(NewWarning(WarnPartialResults, c.Note(omitted))) // plain texts
		p.Add("warnings", warning)
	}
	return p.Doc, p.Err
}

func omitted(c envelope.Cut) string { return "Some results omitted, " + c.String() }
