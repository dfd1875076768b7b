package policy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const remote = `
mcpGuardrails:
  processors:
  - kind: remote
    host: 127.0.0.1:4445
    methods: {METHODS}
    metadata: {call: mcpGuardrails.shape_call}
`

const external = `
typed_config:
  "@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor
  grpc_service: {}
  mutation_rules: {allow_envoy: true}
  processing_mode: {request_body_mode: BUFFERED, response_body_mode: BUFFERED, response_trailer_mode: SEND}
`

// Each place that lets a message pass is one warning, with its line.
func TestCheck(t *testing.T) {
	methods := func(text string) string { return strings.Replace(remote, "METHODS", text, 1) }
	for _, c := range []struct {
		text string
		want []string // line and words of each warning
	}{
		{methods(`tools/call: full, "*": response`), nil},
		{methods(`"*": full`), nil},
		{methods(`tools/call: full, "*": response`) + "    failureMode: failOpen\n", []string{"8: failOpen passes"}},
		{methods(`tools/call: full, "*": response`) + "    failureMode: FailOpen\n", []string{"8: failOpen passes"}},
		{methods(`tools/call: response, "*/list": response, resources/read: response`), []string{"6: tools/call lacks the phase request", "6: prompts/get lacks"}},
		{methods(`tools/*: request, "*": response`), []string{"6: tools/call lacks the phase response", "6: tools/list lacks the phase response"}},
		{strings.Replace(methods(`"*": full`), "mcpGuardrails.shape_call", "jwt.sub", 1), []string{"7: no entry has the call"}},
		{"mcpGuardrails: {processors: [{kind: remote, methods: {'*': full}}]}", []string{"1: metadata is missing"}},
		{"mcpGuardrails: {processors: [{kind: remote, metadata: {c: mcpGuardrails.shape_tool}}]}", []string{"tools/call", "tools/call", "tools/list", "resources/read", "prompts/get"}},
		{"a: &a {failureMode: failOpen, b: [*a]}\nmcpGuardrails: {}", []string{"1: failOpen"}},
		{"a: &a failOpen\nb: {failureMode: *a}\nmcpGuardrails: {}", []string{"1: failOpen"}},
		{"p: &p [{kind: remote}]\nmcpGuardrails: {processors: *p}", []string{"tools/call", "tools/call", "tools/list", "resources/read", "prompts/get", "1: metadata is missing"}},
		{strings.Replace(methods(`"*": full`), "{call: mcpGuardrails.shape_call}", "&m {call: &c mcpGuardrails.shape_call}", 1) + "  - {kind: remote, methods: {'*': full}, metadata: *m}\n  - {kind: remote, methods: {'*': full}, metadata: {call: *c}}\n", nil},
		{strings.Replace(external, "grpc_service: {}", "grpc_service: {}\n  x: &x true\n  failure_mode_allow: *x", 1), []string{"5: failure_mode_allow"}},
		{external + "  failure_mode_allow: yes\n  observability_mode: True\n  disable_immediate_response: off\n", []string{"7: failure_mode_allow", "8: observability_mode"}},
		{"a: 1", []string{"1: no mcpGuardrails"}},
		{"", []string{"1: no mcpGuardrails"}},
		{external, nil},
		{external + "  failure_mode_allow: true\n  observability_mode: true\n", []string{"7: failure_mode_allow", "8: observability_mode"}},
		{strings.ReplaceAll(external, "BUFFERED", "NONE"), []string{"6: request_body_mode is NONE", "6: response_body_mode is NONE"}},
		{`{"grpcService": {}, "processingMode": {"requestBodyMode": "STREAMED", "responseBodyMode": "STREAMED", "responseTrailerMode": "SEND"}, "mutationRules": {"allowEnvoy": true}, "failureModeAllow": true}`, []string{"1: failure_mode_allow"}},
		{external + "---\nfailureMode: failOpen\n", []string{"8: failOpen"}},
	} {
		found, err := check([]byte(c.text))
		if err != nil || len(found) != len(c.want) {
			t.Errorf("%s: %v, %v, want %q", c.text, found, err, c.want)
			continue
		}
		for i, want := range c.want {
			if got := strings.TrimPrefix(found[i].String("f"), "shape: f:"); !strings.Contains(strings.Replace(got, ":"+strings.Split(got, ":")[1]+":", ":", 1), want) {
				t.Errorf("%s: %s, want %s", c.text, got, want)
			}
		}
	}
}

// The example of the page has no such place.
func TestExample(t *testing.T) {
	found, err := Check("../../examples/agentgateway.yaml")
	if err != nil || len(found) > 0 {
		t.Error(found, err)
	}
}

// A file that is none is an error with its name.
func TestNoPolicy(t *testing.T) {
	name := filepath.Join(t.TempDir(), "p.yaml")
	os.WriteFile(name, []byte("a: [\n"), 0o600)
	for _, file := range []string{name, name + "x"} {
		if _, err := Check(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Error(err)
		}
	}
}
