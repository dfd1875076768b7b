package dialects_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// everyMember holds envelopes with every documented member.
var everyMember = map[string][]string{
	"scalpel": {
		`{"tier":"pro","tool_version":"1.2.3","tool_id":"t","request_id":"r","capabilities":["c"],"duration_ms":3,"error":null,"upgrade_hints":[{"feature":"f","tier":"pro","reason":"r"}],"data":{"a":1},"warnings":[{"code":"A","severity":"info","message":"m","context":{"b":1},"suggestion":"s"}]}`,
		`{"tier":"pro","tool_version":"1.2.3","tool_id":"t","request_id":"r","capabilities":["c"],"duration_ms":3,"error":{"error":"m","error_code":"timeout","error_details":{"b":1,"content":"P"}},"upgrade_hints":[{"feature":"f","tier":"pro","reason":"r"}],"data":{"a":1},"warnings":["w"]}`,
	},
	"response-v2": {
		`{"success":true,"data":{"a":1},"error":null,"meta":{"version":"response-v2","request_id":"r","warnings":["m","n"],"warning_details":[{"code":"A","severity":"info","message":"m","context":{"b":1}}],"pagination":{"cursor":"c","has_more":true,"page_size":2,"total_count":9},"telemetry":{"duration_ms":41},"rate_limit":{"limit":100},"content_fidelity_schema_version":"1.0","content_fidelity":"partial","dropped_content_ids":["d"],"content_archive_hashes":{"h":"sha256:0123"}}}`,
		`{"success":false,"data":{"error_code":"RATE_LIMIT_EXCEEDED","error_type":"rate_limit","remediation":"wait","details":{"limit":100,"code":"x()"},"retry_after_seconds":45},"error":"m","meta":{"version":"response-v2","request_id":"r","warnings":["m"]}}`,
	},
	"response-v2-003": {
		`{"success":true,"data":{"a":1,"_warnings":["w"],"_meta":{"pagination":{"cursor":"c2","has_more":true,"total":42},"timing":{"duration_ms":41}}},"error":null,"meta":{"version":"response-v2","request_id":"r"}}`,
		`{"success":false,"data":{"a":1},"error":"m","meta":{"version":"response-v2","request_id":"r"}}`,
	},
	"bmcis": {
		`{"_metadata":{"operation":"o","version":"1.1.0","timestamp":"2025-11-09T10:30:00Z","request_id":"q","status":"partial","message":"g"},"results":[{"a":1}],"pagination":{"cursor":"eyJxdWVyeV9oYXNoIjoiYWJjIiwib2Zmc2V0IjoxMCwicmVzcG9uc2VfbW9kZSI6Imlkc19vbmx5In0=","page_size":2,"has_more":true,"total_available":9},"execution_context":{"tokens_estimated":3,"tokens_used":4,"cache_hit":true,"execution_time_ms":5,"request_id":"r"},"warnings":[{"level":"info","code":"C","message":"m","suggestion":"s"}]}`,
		`{"_metadata":{"operation":"o","version":"1.1.0","timestamp":"2025-11-09T10:30:00Z","request_id":"q","status":"error","message":"g"},"error":{"code":"INVALID_FIELDS","message":"h","allowed_fields":["a"],"details":{"b":1}},"results":[{"a":1}],"pagination":null,"execution_context":{"tokens_estimated":3,"tokens_used":4,"cache_hit":true,"execution_time_ms":5,"request_id":"r"},"warnings":[{"level":"error","code":"C","message":"m","suggestion":"s"}]}`,
	},
	"mcp": {
		`{"content":[{"type":"text","text":"{\"a\":1}","annotations":{"b":1},"_meta":{"c":1}}],"structuredContent":{"a":1},"isError":false,"_meta":{"d":1}}`,
		`{"content":[{"type":"text","text":"Error executing tool: m"}],"structuredContent":{"a":1},"isError":true,"_meta":{"d":1}}`,
	},
	"jsonrpc": {
		`{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"{\"a\":1}","annotations":{"b":1}}],"structuredContent":{"a":1},"isError":false,"_meta":{"d":1}},"id":7}`,
		`{"jsonrpc":"2.0","result":{"a":1},"id":7}`,
		`{"jsonrpc":"2.0","error":{"code":-32601,"message":"m","data":{"b":1}},"id":"a-7"}`,
	},
}

// everyPart holds parts with every member.
var everyPart = []string{
	`{"data":{"a":1},"id":7,"tier":"pro","tool_id":"t","tool_version":"1.2.3","request_id":"r","request_id_source":"client","capabilities":["c"],"duration_ms":3,"operation":"o","timestamp":"2025-11-09T10:30:00Z","warnings":[{"code":"A","severity":"info","message":"m","context":{"b":1},"suggestion":"s"}],"upgrade_hints":[{"feature":"f","tier":"pro","reason":"r"}],"pagination":{"cursor":"eyJxdWVyeV9oYXNoIjoiYWJjIiwib2Zmc2V0IjoxMCwicmVzcG9uc2VfbW9kZSI6Imlkc19vbmx5In0=","has_more":true,"page_size":2,"total":9},"fidelity":{"level":"partial","dropped_ids":["d"],"archive_hashes":{"h":"sha256:0123"}},"rate_limit":{"limit":1},"tokens":{"estimated":4,"used":3},"cache_hit":true,"telemetry":{"x":1},"meta":{"y":1}}`,
	`{"data":{"a":1},"id":7,"error":{"error":"m\nn","error_code":"timeout","error_type":"internal","remediation":"s","error_details":{"b":1,"content":"P"},"z":1},"tier":"pro","tool_id":"t","request_id":"r"}`,
	`{"error":{"error_details":{"content":"P"}},"tier":"pro","tool_id":"t","data":null}`,
	`{"error":"m\nn","tier":"pro","tool_id":"t","request_id":"r","data":3}`,
}

// implied are the members that say no more than the others do, or than nothing says.
var implied = []string{
	"error", "data", "pagination", "jsonrpc", "meta.version", "data.error_type", "_metadata.status",
	"isError", "structuredContent", "result.isError", "result.structuredContent", "request_id_source",
}

// Each member of a document is in its conversion, or reported as lost. The test removes a
// member, or gives it a value that its contract does not know: the outcome must change.
func TestNothingIsLostInSilence(t *testing.T) {
	for _, to := range codecs {
		for _, from := range codecs {
			recode := func(doc []byte) (envelope.Conversion, error) { return dialects.Recode(doc, from.codec, to.codec) }
			silence{t, from.name + " to " + to.name, recode}.look(everyMember[from.name])
		}
		wrap := func(doc []byte) (envelope.Conversion, error) {
			return dialects.Wrap(doc, to.codec.(envelope.Dialect), envelope.Known{})
		}
		silence{t, "parts to " + to.name, wrap}.look(everyPart)
	}
}

// silence looks for unreported losses of a conversion.
type silence struct {
	*testing.T
	name    string
	convert func(doc []byte) (envelope.Conversion, error)
}

// outcome is the observable result of a conversion.
type outcome struct{ envelope, lost string }

func (s silence) of(doc any) outcome {
	text, err := json.Marshal(doc)
	if err != nil {
		s.Fatal(err)
	}
	made, err := s.convert(text)
	if err != nil {
		return outcome{lost: err.Error()}
	}
	return outcome{string(made.Envelope), fmt.Sprint(made.Lost, made.Faults)}
}

func (s silence) look(docs []string) {
	for _, doc := range docs {
		var root map[string]any
		if err := json.Unmarshal([]byte(doc), &root); err != nil {
			s.Fatal(err)
		}
		whole := s.of(root)
		if whole.envelope == "" {
			s.Errorf("%s: %s: %s", s.name, doc, whole.lost)
		}
		for _, at := range places(root, nil) {
			if !s.lostWhole(root, whole, at) {
				s.place(root, whole, at)
			}
		}
	}
}

// lostWhole reports whether a member is reported as lost. Either null in place of it, or of a
// container of it, changes only the list of losses. Or a conversion with this member alone
// beside the required ones has more losses than one without it.
func (s silence) lostWhole(root map[string]any, whole outcome, at []string) bool {
	for n := range at {
		if o := s.of(put(root, at[:n+1], nil)); o.envelope == whole.envelope && o.lost != whole.lost {
			return true
		}
	}
	least := maps.Clone(root)
	for name := range root {
		if !slices.Contains([]string{"success", "error", "results", "content", "jsonrpc", "result", "data", "meta"}, name) {
			delete(least, name)
		}
	}
	if root["success"] != nil {
		least["meta"] = map[string]any{"version": "response-v2"}
	}
	return s.of(least).lost != s.of(alone(least, root, at)).lost
}

// place looks at one member.
func (s silence) place(root map[string]any, whole outcome, at []string) {
	path := strings.Join(at, ".")
	without := s.of(put(root, at, nil))
	more := strings.HasSuffix(path, "pagination.has_more") // a cursor implies it
	if without == whole && !more && !slices.Contains(implied, path) {
		s.Errorf("%s: %s goes in silence", s.name, path)
	}
	for _, odd := range []any{true, 12, 1.5, "text", "two\nlines", []any{"x", true}, map[string]any{"zz": "x"}} {
		if o := s.of(put(root, at, odd)); o == without && o.envelope != "" && o.lost == whole.lost && !(more && odd == true) {
			s.Errorf("%s: %s goes in silence where it is %v", s.name, path, odd)
		}
	}
}

// places are the ways to all members and elements.
func places(v any, to []string) (all [][]string) {
	members, _ := v.(map[string]any)
	if list, ok := v.([]any); ok {
		members = map[string]any{}
		for i, element := range list {
			members[fmt.Sprint(i)] = element
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		at := append(slices.Clone(to), name)
		all = append(append(all, at), places(members[name], at)...)
	}
	return all
}

// put is a document with a value at a place, nil being none.
func put(v any, at []string, value any) any {
	if len(at) == 0 {
		return value
	}
	if list, ok := v.([]any); ok {
		var i int
		fmt.Sscan(at[0], &i)
		changed := append(slices.Clone(list[:i]), list[i+1:]...)
		if value = put(list[i], at[1:], value); value != nil {
			changed = slices.Insert(changed, i, value)
		}
		return changed
	}
	changed := maps.Clone(v.(map[string]any))
	if changed[at[0]] = put(changed[at[0]], at[1:], value); changed[at[0]] == nil {
		delete(changed, at[0])
	}
	return changed
}

// alone returns least with the value of doc at a place. A list on the way is copied whole.
func alone(least, doc any, at []string) any {
	members, ok := doc.(map[string]any)
	if !ok || len(at) == 0 {
		return doc
	}
	there, _ := least.(map[string]any)
	changed := maps.Clone(there)
	if changed == nil {
		changed = map[string]any{}
	}
	changed[at[0]] = alone(there[at[0]], members[at[0]], at[1:])
	return changed
}
