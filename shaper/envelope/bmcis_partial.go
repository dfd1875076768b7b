package envelope

import "github.com/tidwall/gjson"

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
