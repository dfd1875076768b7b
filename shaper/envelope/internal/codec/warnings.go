package codec

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

var severities = []string{envelope.SeverityInfo, envelope.SeverityWarning, envelope.SeverityError}

// ParseWarnings reads a list of texts and objects, as the dialects that have no
// warnings of their own carry them; level is another name of severity (RULES
// D32).
func ParseWarnings(list []byte) []envelope.Warning { return ParseWarningsBy(list, "severity", "level") }

// ParseWarningsBy reads warnings whose severity has one of the names, the first
// one first.
func ParseWarningsBy(list []byte, severity ...string) []envelope.Warning {
	var warnings []envelope.Warning
	if raw.Kind(list) != "array" {
		return nil
	}
	raw.Any(list, func(value []byte) bool {
		path := raw.Join("warnings", strconv.Itoa(len(warnings)))
		if len(warnings) == mostWarnings {
			warnings = append(warnings, envelope.Warning{Message: "there were more warnings", Extra: []envelope.Extra{{Path: path}}})
			return true
		}
		warnings = append(warnings, parseWarning(path, raw.First(value), severity))
		return false
	})
	return warnings
}

// mostWarnings are read of a list: each takes a hundred times what it does in the
// text. One more then stands for the rest, which counts as lost.
const mostWarnings = 10_000

func parseWarning(path string, value []byte, severity []string) envelope.Warning {
	if raw.Kind(value) == "string" {
		return envelope.Warning{Message: raw.Text(value)}
	}
	o := raw.ObjectOf(value)
	if o == nil {
		return envelope.Warning{Extra: []envelope.Extra{{Path: path, Value: value}}}
	}
	w := envelope.Warning{
		Code:       o.TakeText("code"),
		Message:    o.TakeText("message"),
		Suggestion: o.TakeText("suggestion"),
		Context:    o.TakeKind("context", "object"),
	}
	for _, name := range severity {
		if w.Severity == "" && slices.Contains(severities, raw.Text(o.Get(name))) {
			w.Severity = o.TakeText(name)
		}
		o.TakeKind(name, "null")
	}
	o.TakeKind("context", "null")
	w.Extra = Extras(path, o)
	return w
}

// BuildWarnings writes warnings as [ParseWarnings] reads them: as texts where
// there is nothing but a message. It returns nil for none.
func BuildWarnings(warnings []envelope.Warning) []byte {
	if len(warnings) == 0 {
		return nil
	}
	list := make([]json.RawMessage, len(warnings))
	for i, w := range warnings {
		var o raw.Object
		o.Text("code", w.Code)
		o.Text("severity", w.Severity)
		o.Str("message", w.Message)
		o.Set("context", w.Context)
		o.Text("suggestion", w.Suggestion)
		list[i] = o.Done()
		if len(o.Members) == 1 {
			list[i] = raw.Quote(w.Message)
		}
	}
	return raw.Array(list)
}
