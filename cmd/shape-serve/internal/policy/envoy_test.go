package policy

import (
	"os"
	"strings"
	"testing"
)

// The examples for Envoy have no warning; a change that lets messages pass has one.
func TestEnvoy(t *testing.T) {
	text, err := os.ReadFile("../../testdata/envoy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ before, after, want string }{
		{"", "", ""},
		{"message_timeout: 10s", "failure_mode_allow: true", "failure_mode_allow passes"},
		{"message_timeout: 10s", "observability_mode: true", "nothing is hidden"},
		{"message_timeout: 10s", "disableImmediateResponse: true", "disable_immediate_response ignores"},
		{"message_timeout: 10s", "forward_rules: {allowed_headers: {}}", "forward_rules"},
		{"{allow_envoy: true}", "{}", "allow_envoy"},
		{"request_header_mode: SEND", "request_header_mode: SKIP", "request_header_mode is SKIP"},
		{"response_header_mode: SEND", "response_header_mode: SKIP", "response_header_mode is SKIP"},
		{"response_header_mode: SEND", "", ""},
		{"request_body_mode: BUFFERED", "", "request_body_mode is missing"},
		{"response_body_mode: BUFFERED", "responseBodyMode: FULL_DUPLEX_STREAMED", ""},
		{"response_body_mode: BUFFERED", "response_body_mode: BUFFERED_PARTIAL", "response_body_mode is BUFFERED_PARTIAL"},
		{"response_trailer_mode: SEND", "", "response_trailer_mode is missing"},
	} {
		if !strings.Contains(string(text), c.before) {
			t.Errorf("the example has no %q", c.before)
		}
		found, err := check([]byte(strings.Replace(string(text), c.before, c.after, 1)))
		if err != nil || len(found) > 1 || (len(found) == 0) != (c.want == "") || len(found) == 1 && !strings.Contains(found[0].Message, c.want) {
			t.Errorf("%q: %v, %v", c.after, found, err)
		}
	}
	without := "http_filters: [{typed_config: {'@type': x/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor}}]"
	if found, err := check([]byte(without)); err != nil || len(found) != 4 {
		t.Errorf("%v, %v", found, err)
	}
}
