package bench

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// Call is one call of a traffic whose neighbouring responses all differ.
type Call struct {
	Work Work
	Body []byte
}

// Traffic are calls of many tools behind servers of four dialects, with hints and
// without, with metadata of every combination.
func Traffic() (all []Call) {
	for i := range 64 {
		call := [...]func(int) Call{hinted, response, result, plain}[i%4](i)
		call.Work.Name = "mixed"
		call.Work.Request.Tool = fmt.Sprintf("tool_%d", i%16)
		all = append(all, call)
	}
	return all
}

func hinted(i int) Call {
	include := []string{"functions.name", "complexity"}
	keep := []string{"upgrade_hints", "data.functions.name", "data.complexity"}
	hint := [...]string{"[]", `["upgrade"]`}[i/4%2]
	return Call{Work{Keep: keep, Elide: true, Request: shaper.Request{Include: include}}, Hinted(i, hint)}
}

func response(i int) Call {
	include := []string{"spec.title", "phases"}
	keep := []string{"success", "error", "meta.version", "data.spec.title", "data.phases"}
	return Call{Work{Keep: keep, Request: shaper.Request{Include: include}}, Response(i, i*7919)}
}

func result(i int) Call {
	call := plain(i)
	call.Work.Halves, call.Body = true, ToolResult(call.Body)
	return call
}

func plain(i int) Call {
	return Call{Work{Keep: recordFields, Request: shaper.Request{Include: recordFields}}, smallRecords(i, 1, nil)}
}

// Hinted is an envelope with hints.
func Hinted(n int, hints string) []byte {
	return bytes.Replace(Envelope(n), []byte(`"upgrade_hints":[]`), []byte(`"upgrade_hints":`+hints), 1)
}

// metadata are members of meta that no profile shows: by their name, or because
// they say nothing.
var metadata = []string{
	`"request_id":"r"`, `"warnings":[]`, `"warning_details":[]`, `"pagination":{}`, `"rate_limit":{"limit":9}`,
	`"telemetry":{"ms":1}`, `"content_fidelity":null`, `"dropped_content_ids":[]`, `"content_archive_hashes":[]`, `"upgrade_hints":[]`,
}

// Response is a response-v2 envelope with those metadata whose bit is set.
func Response(n, combination int) []byte {
	var members strings.Builder
	for bit, member := range metadata {
		if combination>>bit&1 == 1 {
			members.WriteString("," + member)
		}
	}
	return fmt.Appendf(nil, `{"success":true,"data":{"spec":{"id":%d,"title":"a title"},"phases":[{"n":1},{"n":2}]},"error":null,"meta":{"version":"response-v2"%s}}`, n, members.String())
}
