package mcptest

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// Untouched is a result of the tool t that no rule reaches, and that passes each entry point
// unchanged. It has the texts of its blocks and structuredContent, if any.
type Untouched struct {
	Name  string
	Rules profiles.Spec
	Texts []string
	Data  string
}

// AllUntouched are such results. In all of them white space, escapes and envelopes stay.
var AllUntouched = []Untouched{
	{"nothing is said", profiles.Spec{}, []string{pretty, "plain\n words"}, `{ "content": "{\n  \"a\": null\n}" }`},
	{"a file that looks like an envelope", profiles.Spec{}, []string{envelope}, ""},
	{"rules for another tool", profiles.Spec{Tools: []profiles.Tool{{Name: "u", ExcludeFields: []string{"a"}}}}, []string{pretty, envelope}, `{"a" : [ ] }`},
	{"a profile, and rules that meet nothing", profiles.Spec{
		Global: profiles.Global{Profile: new("standard"), Settings: profiles.Settings{MaxString: new(1000), MaxItems: new(1000)}},
		Tools:  []profiles.Tool{{Name: "*", ExcludeFields: []string{"zzz"}}},
	}, []string{pretty, envelope}, `{ "a" : 1 }`},
	{"debug is forced", profiles.Spec{Force: "debug", ForcedBy: "SCALPEL_MCP_INFO"}, []string{pretty, envelope}, `{ "a" : 1 }`},
	{"off", profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: new(true), MaxString: new(1)}},
		Tools:  []profiles.Tool{{Name: "t", Profile: new("off"), ExcludeFields: []string{"a"}}},
	}, []string{pretty, envelope}, `{ "a" : null }`},
}

// Result is the result as a server may write it, with white space of its own.
func (u *Untouched) Result() string {
	out := `{ "content" : [`
	for i, text := range u.Texts {
		if i > 0 {
			out += " , "
		}
		quoted, _ := json.Marshal(text)
		out += `{ "type":"text", "text" : ` + string(quoted) + ` }`
	}
	if out += " ]"; u.Data != "" {
		out += `, "structuredContent" : ` + u.Data
	}
	return out + `, "_meta": { "x" : [1 , 2] } }`
}

const (
	pretty   = "{\n  \"a\": null,\n  \"b\": [ ]\n}\n"
	envelope = `{"tier":"gold", "tool_version":"9", "tool_id":"t", "request_id":"r", "capabilities":[], "duration_ms":3, "error":null, "upgrade_hints":[], "data":{ "a": null }}`
)
