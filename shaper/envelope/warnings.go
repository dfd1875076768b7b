package envelope

import (
	"encoding/json"
	"slices"
	"strconv"
)

var severities = []string{SeverityInfo, SeverityWarning, SeverityError}

// parseWarnings reads a list of texts and objects, as the dialects that have no
// warnings of their own carry them; level is another name of severity
// (REQUIREMENTS D32).
func parseWarnings(list []byte) []Warning { return parseWarningsBy(list, "severity", "level") }

// parseWarningsBy reads warnings whose severity has one of the names, the first
// one first.
func parseWarningsBy(list []byte, severity ...string) []Warning {
	var warnings []Warning
	for i, raw := range elementsOf(list) {
		warnings = append(warnings, parseWarning(join("warnings", strconv.Itoa(i)), raw, severity))
	}
	return warnings
}

func parseWarning(path string, raw []byte, severity []string) Warning {
	if kindOf(raw) == "string" {
		return Warning{Message: text(raw)}
	}
	o := membersOf(raw)
	if o == nil {
		return Warning{rest: []Extra{{path, raw}}}
	}
	w := Warning{
		Code:       takeText(o, "code"),
		Message:    takeText(o, "message"),
		Suggestion: takeText(o, "suggestion"),
		Context:    takeKind(o, "context", "object"),
	}
	for _, name := range severity {
		if w.Severity == "" && slices.Contains(severities, text(o.get(name))) {
			w.Severity = takeText(o, name)
		}
		takeKind(o, name, "null")
	}
	takeKind(o, "context", "null")
	w.rest = extras(path, o)
	return w
}

// buildWarnings writes warnings as [parseWarnings] reads them: as texts where
// there is nothing but a message. It returns nil for none.
func buildWarnings(warnings []Warning) []byte {
	if len(warnings) == 0 {
		return nil
	}
	list := make([]json.RawMessage, len(warnings))
	for i, w := range warnings {
		var o object
		o.text("code", w.Code)
		o.text("severity", w.Severity)
		o.str("message", w.Message)
		o.raw("context", w.Context)
		o.text("suggestion", w.Suggestion)
		list[i] = o.done()
		if len(o.members) == 1 {
			list[i] = quote(w.Message)
		}
	}
	return array(list)
}
