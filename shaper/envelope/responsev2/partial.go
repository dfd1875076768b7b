package responsev2

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// MarkPartial lowers the fidelity to partial and adds a warning
// CONTENT_TRUNCATED for each cut, as text and in detail (RULES R26, R29 and
// R34).
func (Dialect) MarkPartial(doc []byte, cuts []envelope.Cut) ([]byte, error) {
	p := raw.Points{Doc: doc}
	level := gjson.GetBytes(doc, "meta.content_fidelity").String()
	p.Set("meta.content_fidelity_schema_version", FidelitySchemaVersion)
	p.Set("meta.content_fidelity", lessComplete(FidelityPartial, level))
	for _, c := range envelope.Few(cuts) {
		w := limitWarning(c)
		p.Add("meta.warnings", raw.Quote(w.Message))
		p.Add("meta.warning_details", warningDetail(w))
	}
	return p.Doc, p.Err
}

func limitWarning(c envelope.Cut) envelope.Warning {
	return truncation(c.Note(omitted), "response_mode_limit", c.Total-c.Kept, c.Total)
}

func omitted(c envelope.Cut) string {
	return fmt.Sprintf("%d %s omitted by the limit of the response mode", c.Total-c.Kept, c.Path)
}

// truncation is the warning of a list that was cut (RULES R29 and R34).
func truncation(message, reason string, dropped, total int) envelope.Warning {
	var context raw.Object
	context.Int("dropped_count", int64(dropped))
	context.Int("total_count", int64(total))
	context.Str("reason", reason)
	return envelope.Warning{Code: WarnContentTruncated, Message: message, Context: context.Done()}
}
