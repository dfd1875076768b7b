package session

import "encoding/json"

// mostTypes bounds the different elements of a list that Types writes.
const mostTypes = 8

// Types returns a document with the name of its type in place of each value: {"a":[1,2]} becomes
// {"a":["number"]}. A text that holds an object or a list is written in the same way. A list
// shows elements of the same types once. Text that is no JSON becomes "string".
func Types(document []byte) json.RawMessage {
	var value any
	if json.Unmarshal(document, &value) != nil {
		value = ""
	}
	out, _ := json.Marshal(typesOf(value)) // of texts, lists and objects alone
	return out
}

func typesOf(value any) any {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		if text := []byte(value); len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text) {
			return string(Types(text))
		}
		return "string"
	case []any:
		kinds, seen := []any{}, map[string]bool{}
		for _, element := range value {
			kind := typesOf(element)
			text, _ := json.Marshal(kind)
			if !seen[string(text)] && len(kinds) < mostTypes {
				seen[string(text)] = true
				kinds = append(kinds, kind)
			}
		}
		return kinds
	case map[string]any:
		for name, member := range value {
			value[name] = typesOf(member)
		}
		return value
	}
	return ""
}

// WithTypes replaces the values of an event by their types. The names of tools stay, and so do
// the schemas of their arguments.
func (e *Event) WithTypes() {
	if e.Arguments != nil {
		e.Arguments = Types(e.Arguments)
	}
	if e.Result != nil {
		e.Result = Types(e.Result)
	}
	for i, tool := range e.Tools {
		var kept struct {
			Name        string `json:"name"`
			InputSchema struct {
				Type       string                     `json:"type,omitempty"`
				Properties map[string]json.RawMessage `json:"properties,omitempty"`
			} `json:"inputSchema"`
		}
		json.Unmarshal(tool, &kept) // one of another form has no name
		for name := range kept.InputSchema.Properties {
			kept.InputSchema.Properties[name] = json.RawMessage("{}")
		}
		e.Tools[i], _ = json.Marshal(kept) // of texts and {}
	}
}
