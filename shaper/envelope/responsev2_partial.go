package envelope

import (
	"fmt"

	"github.com/tidwall/gjson"
)

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
