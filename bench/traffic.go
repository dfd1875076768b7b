package bench

import (
	"bytes"
	"fmt"
	"strings"
)

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
