// Package policy reads the configuration of a gateway and finds places that let a message pass
// without shape.
package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Warning is one place of a policy, with the effect.
type Warning struct {
	Line, Column int // from 1
	Message      string
}

// String returns the warning after its place in a file.
func (w Warning) String(file string) string {
	return fmt.Sprintf("shape: %s:%d:%d: %s", file, w.Line, w.Column, w.Message)
}

// mostBytes bounds a policy file.
const mostBytes = 16 << 20

// Check reads a YAML or JSON file of agentgateway or Envoy. The error is that of the file. A
// file without a processor has one warning.
func Check(file string) ([]Warning, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err == nil && len(text) > mostBytes {
		err = &fs.PathError{Op: "read", Path: file, Err: errors.New("a policy has at most 16 MiB")}
	}
	if err != nil {
		return nil, err
	}
	found, err := check(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return found, nil
}

// check is Check for a text.
func check(text []byte) ([]Warning, error) {
	c := checker{seen: map[*yaml.Node]bool{}}
	for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var document yaml.Node
		if err := d.Decode(&document); err == io.EOF {
			break
		} else if err != nil {
			return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
		}
		c.walk(&document)
	}
	if !c.isPolicy {
		c.found = append(c.found, Warning{1, 1, "no mcpGuardrails and no ext_proc is here: messages pass without shape"})
	}
	return c.found, nil
}

// checker walks over a policy.
type checker struct {
	found    []Warning
	isPolicy bool                // it names a processor
	seen     map[*yaml.Node]bool // anchors may make cycles
}

func (c *checker) warn(at *yaml.Node, format string, args ...any) {
	c.found = append(c.found, Warning{at.Line, at.Column, fmt.Sprintf(format, args...)})
}

func (c *checker) walk(n *yaml.Node) {
	if n = target(n); c.seen[n] {
		return
	}
	c.seen[n] = true
	if n.Kind == yaml.MappingNode {
		c.mapping(n)
	}
	for _, inner := range n.Content {
		c.walk(inner)
	}
}

// mapping checks one mapping, without those in it.
func (c *checker) mapping(n *yaml.Node) {
	if all := member(n, "mcpGuardrails"); all != nil {
		c.isPolicy = true
		if list := member(all, "processors"); list != nil {
			for _, one := range list.Content {
				c.processor(one)
			}
		}
	}
	if mode := member(n, "failureMode"); mode != nil && strings.EqualFold(mode.Value, "failOpen") {
		c.warn(mode, "failOpen passes results whole while shape does not answer; use failClosed")
	}
	if isExtProc(n) {
		c.extProc(n)
	}
}

// target returns the node that an alias names, and any other node itself.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// member returns the value of a mapping under a name, nil if there is none.
func member(n *yaml.Node, names ...string) *yaml.Node {
	if n = target(n); n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		for _, name := range names {
			if n.Content[i].Value == name {
				return target(n.Content[i+1])
			}
		}
	}
	return nil
}

// methods are those whose results hold data of a server, with the phase that each needs.
var methods = []struct{ name, phase, lacks string }{
	{"tools/call", "request", "the tool of a result stays unknown, so shape refuses it"},
	{"tools/call", "response", "results pass without shape"},
	{"tools/list", "response", "output schemas are not narrowed, and clients may refuse results"},
	{"resources/read", "response", "resources pass without hiding"},
	{"prompts/get", "response", "prompts pass without hiding"},
}

// processor checks one processor of mcpGuardrails.
func (c *checker) processor(n *yaml.Node) {
	of := member(n, "methods")
	for _, m := range methods {
		if phase := phaseOf(of, m.name); phase != "full" && phase != m.phase {
			at := n
			if of != nil {
				at = of
			}
			c.warn(at, "%s lacks the phase %s: %s", m.name, m.phase, m.lacks)
		}
	}
	about := member(n, "metadata")
	if about == nil {
		c.warn(n, "metadata is missing: results have no tool (call: mcpGuardrails.shape_call)")
		return
	}
	for i := 1; i < len(about.Content); i += 2 {
		if strings.Contains(target(about.Content[i]).Value, "mcpGuardrails.shape_") {
			return
		}
	}
	c.warn(about, "no entry has the call of a result (call: mcpGuardrails.shape_call)")
}

// phaseOf returns the phase of a method: of its name, else of a pattern that fits it, in lower
// case.
func phaseOf(of *yaml.Node, method string) string {
	if of == nil {
		return ""
	}
	before, after, _ := strings.Cut(method, "/")
	for _, pattern := range []string{method, before + "/*", "*/" + after, "*"} {
		if phase := member(of, pattern); phase != nil {
			return strings.ToLower(phase.Value)
		}
	}
	return ""
}

// isExtProc reports whether a mapping configures Envoy's external processor.
func isExtProc(n *yaml.Node) bool {
	kind := member(n, "@type")
	return kind != nil && strings.HasSuffix(kind.Value, "ext_proc.v3.ExternalProcessor") ||
		member(n, "grpc_service", "grpcService") != nil && member(n, "processing_mode", "processingMode") != nil
}

// extProcFlags are settings of the filter that pass messages without shape.
var extProcFlags = []struct{ snake, camel, message string }{
	{"failure_mode_allow", "failureModeAllow", "passes results whole while shape does not answer; leave it out"},
	{"observability_mode", "observabilityMode", "ignores the answers of shape: nothing is hidden"},
	{"disable_immediate_response", "disableImmediateResponse", "ignores the refusals of shape, and its answers to shape_retrieve"},
}

// untrue are the words for false in YAML 1.1, in lower case. Any other word, such as yes, counts as
// true.
var untrue = []string{"false", "no", "off", "n"}

// extProc checks a configuration of Envoy's external processor.
func (c *checker) extProc(n *yaml.Node) {
	c.isPolicy = true
	for _, f := range extProcFlags {
		if set := member(n, f.snake, f.camel); set != nil && !slices.Contains(untrue, strings.ToLower(set.Value)) {
			c.warn(set, "%s %s", f.snake, f.message)
		}
	}
	if rules := member(n, "forward_rules", "forwardRules"); rules != nil {
		c.warn(rules, "forward_rules keep headers from shape: those of responses pass unseen")
	}
	if rules := member(n, "mutation_rules", "mutationRules"); rules == nil || member(rules, "allow_envoy", "allowEnvoy") == nil {
		c.warn(n, "mutation_rules lack allow_envoy: headers of a server that begin with x-envoy pass")
	}
	mode := member(n, "processing_mode", "processingMode")
	if mode == nil {
		mode = n
	}
	for _, m := range extProcModes {
		set := member(mode, m.snake, m.camel)
		switch {
		case set == nil && m.isDefault || set != nil && m.isRight(set.Value):
		case set == nil:
			c.warn(mode, "%s is missing: %s", m.snake, m.lacks)
		default:
			c.warn(set, "%s is %s: %s", m.snake, set.Value, m.lacks)
		}
	}
}

// extProcModes are the processing modes that shape needs.
var extProcModes = []struct {
	snake, camel string
	isDefault    bool
	isRight      func(string) bool
	lacks        string
}{
	{"request_header_mode", "requestHeaderMode", true, isSent, "the tool of a result stays unknown"},
	{"response_header_mode", "responseHeaderMode", true, isSent, "shape refuses bodies without headers"},
	{"request_body_mode", "requestBodyMode", false, hasBody, "the tool of a result stays unknown; use BUFFERED or FULL_DUPLEX_STREAMED"},
	{"response_body_mode", "responseBodyMode", false, hasBody, "shape refuses results under a hiding rule; use BUFFERED or FULL_DUPLEX_STREAMED"},
	{"response_trailer_mode", "responseTrailerMode", false, func(mode string) bool { return mode == "SEND" }, "trailers of responses pass unseen; use SEND"},
}

func isSent(mode string) bool { return mode == "SEND" || mode == "DEFAULT" }

func hasBody(mode string) bool {
	return mode == "BUFFERED" || mode == "STREAMED" || mode == "FULL_DUPLEX_STREAMED"
}
