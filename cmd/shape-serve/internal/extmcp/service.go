// Package extmcp answers the external MCP guardrail of agentgateway: it checks requests and
// responses of MCP that the gateway sends as JSON.
//
// The gateway asks twice for one call. [Service.CheckRequest] returns the call as metadata. The
// gateway's configuration gives that metadata to [Service.CheckResponse]. A response has no other
// source for the name of the tool.
package extmcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/server"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Options are the flags of the service.
type Options struct {
	ToolKey  string // of the metadata with the call; required
	Retrieve string // the gateway's name of the backend with shape_retrieve; "" is none
	HideAll  bool   // without the name of a tool, apply the hiding rules of every tool
}

// Add adds the flags.
func (o *Options) Add(flags *pflag.FlagSet) {
	flags.StringVar(&o.ToolKey, "tool-metadata", "", "agentgateway: `KEY` of the metadata with the call, as in 'call: mcpGuardrails.shape_call'")
	flags.Var(&app.Choice{Known: []string{"refuse", "hide"}, Put: func(word string) { o.HideAll = word == "hide" }}, "unknown-tool",
		"agentgateway: results without a tool in the metadata: `refuse|hide`; hide applies the hiding rules of every tool")
	flags.StringVar(&o.Retrieve, "retrieve-target", "", "agentgateway: `NAME` of the target at --retrieve-listen; its results pass")
}

// Check returns an error if a flag is missing.
func (o *Options) Check() error {
	if o.ToolKey == "" {
		return errors.New("--tool-metadata is missing: without it results have no tool and no rules (--services ext_proc serves Envoy alone)")
	}
	return nil
}

// Service implements extmcppb.ExtMcpServer. It is safe for concurrent use.
type Service struct {
	extmcppb.UnimplementedExtMcpServer
	all     *tenants.Table
	options Options
	notes   server.Notes
	clients clients
	lists   lists
}

// New returns the service.
func New(all *tenants.Table, o Options, notes server.Notes) *Service {
	return &Service{all: all, options: o, notes: notes, clients: clients{young: map[clientKey]*client{}}, lists: lists{of: map[listKey]*list{}}}
}

// denial is the error of a request or a response that must not pass. Its text holds no content
// of a result.
type denial struct {
	code   extmcppb.AuthorizationError_Code
	reason string
}

func (d *denial) Error() string { return d.reason }

// invalid returns a denial of a message that cannot be handled.
func invalid(format string, args ...any) error {
	return &denial{extmcppb.AuthorizationError_INVALID, fmt.Sprintf(format, args...)}
}

// CheckRequest reads the caller's choices and refuses calls of denied tools. Its metadata
// holds the call for CheckResponse.
func (s *Service) CheckRequest(ctx context.Context, r *extmcppb.McpRequest) (*extmcppb.McpRequestResult, error) {
	out := &extmcppb.McpRequestResult{}
	body, err := s.request(ctx, r, out)
	outcome := s.ends(ctx, "request", r.Method, err, body != nil)
	switch {
	case err != nil:
		out.Result = &extmcppb.McpRequestResult_Error{Error: outcome}
	case body != nil:
		out.Result = &extmcppb.McpRequestResult_Mutated{Mutated: body}
	default:
		out.Result = &extmcppb.McpRequestResult_Pass{Pass: &extmcppb.Pass{}}
	}
	return out, nil
}

// CheckResponse shapes the result of a tool, narrows a list of tools, and hides in any other
// result.
func (s *Service) CheckResponse(ctx context.Context, r *extmcppb.McpResponse) (*extmcppb.McpResponseResult, error) {
	out := &extmcppb.McpResponseResult{}
	body, err := s.response(ctx, r)
	isSame := same(body, r.McpResponse)
	outcome := s.ends(ctx, "response", r.Method, err, !isSame)
	switch {
	case err != nil:
		out.Result = &extmcppb.McpResponseResult_Error{Error: outcome}
	case isSame:
		out.Result = &extmcppb.McpResponseResult_Pass{Pass: &extmcppb.Pass{}}
	default:
		out.Result = &extmcppb.McpResponseResult_Mutated{Mutated: body}
	}
	return out, nil
}

// same reports whether a is the slice b.
func same(a, b []byte) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// methods are the labels of metrics. Others count as other, since a client chooses them.
var methods = []string{
	"initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list",
	"prompts/list", "prompts/get", "completion/complete", "tasks/get", "tasks/result", "tasks/list", "tasks/cancel", "server/discover",
}

// longestReason bounds the reason of a denial in the log, in bytes. A reason may name a tool as
// the client wrote it.
const longestReason = 200

// ends counts a check and returns its error for the gateway, nil if there is none.
func (s *Service) ends(ctx context.Context, phase, method string, err error, isMutated bool) *extmcppb.AuthorizationError {
	outcome := "pass"
	switch {
	case err != nil:
		outcome = "error"
	case isMutated:
		outcome = "mutated"
	}
	if !slices.Contains(methods, method) {
		method = "other"
	}
	s.notes.Add("ext_mcp."+phase, method, outcome)
	trace.SpanFromContext(ctx).SetAttributes(attribute.String("mcp.method.name", method), attribute.String("shape.outcome", outcome))
	if err == nil {
		return nil
	}
	d, ok := errors.AsType[*denial](err)
	if !ok {
		d = &denial{extmcppb.AuthorizationError_INVALID, err.Error()}
	}
	s.notes.Fault("ext_mcp", "the "+phase+" of "+method+" is refused: "+words.Shorten(d.reason, longestReason))
	return &extmcppb.AuthorizationError{Code: d.code, Reason: d.reason}
}

// text returns a text of metadata, "" if it is missing.
func text(about *structpb.Struct, key string) string {
	return about.GetFields()[key].GetStringValue()
}

// serverOf returns the server's name of a message from one backend, and "" of one from several.
func serverOf(services []string) string {
	if len(services) == 1 {
		return services[0]
	}
	return ""
}

// request checks a request and fills the parts of out beside the result. It returns the new
// params, nil if they do not change.
func (s *Service) request(ctx context.Context, r *extmcppb.McpRequest, out *extmcppb.McpRequestResult) ([]byte, error) {
	tenant, err := s.all.Of(text(r.MetadataContext, s.all.Key))
	if err != nil {
		return nil, err
	}
	c := callOf(r)
	c.Owner = ownerOf(r.Headers)
	if r.Method == "tools/call" {
		out.HeaderMutation = ownerHeaders(tenant, &c, s.isRetrieve(r.ServiceNames))
	}
	out.Metadata = c.metadata()
	if len(r.McpRequest) == 0 || s.isRetrieve(r.ServiceNames) {
		return nil, nil
	}
	if !mcp.IsJSON(r.McpRequest) || !isObject(r.McpRequest) {
		return nil, invalid("the params are no JSON object")
	}
	session, err := s.clients.of(tenant, &c).session(s, serverOf(r.ServiceNames), false)
	if err != nil {
		return nil, err
	}
	message := messageOf(r.Method, r.McpRequest)
	forward, reply := session.Exchange().FromClient(ctx, message)
	switch {
	case reply != nil:
		return nil, denialOf(reply)
	case same(forward, message):
		return nil, nil
	}
	return []byte(gjson.GetBytes(forward, "params").Raw), nil
}

func isObject(text []byte) bool { return gjson.ParseBytes(text).IsObject() }

// isRetrieve reports whether a message is from the backend with shape_retrieve alone.
func (s *Service) isRetrieve(services []string) bool {
	return s.options.Retrieve != "" && len(services) == 1 && services[0] == s.options.Retrieve
}

// messageOf returns a request with an id of 1.
func messageOf(method string, params []byte) []byte {
	out := scan.AppendQuote([]byte(`{"jsonrpc":"2.0","id":1,"method":`), []byte(method))
	if len(params) > 0 {
		out = append(append(out, `,"params":`...), params...)
	}
	return append(out, '}')
}

// denialOf returns the error in the place of an answer by shape itself. ExtMcp has no way to
// answer a call.
func denialOf(reply []byte) error {
	d := &denial{extmcppb.AuthorizationError_INVALID, gjson.GetBytes(reply, "error.message").String()}
	switch {
	case gjson.GetBytes(reply, "error.code").Int() == -32602: // an unknown tool
		d.code = extmcppb.AuthorizationError_PERMISSION_DENIED
	case gjson.GetBytes(reply, "result.isError").Bool():
		d.reason = gjson.GetBytes(reply, "result.content.0.text").String()
	case d.reason == "":
		d.reason = "the gateway cannot pass on an answer of shape; list the backend at --retrieve-listen"
	}
	return d
}

// response returns the client's version of a result.
func (s *Service) response(ctx context.Context, r *extmcppb.McpResponse) ([]byte, error) {
	if s.isRetrieve(r.ServiceNames) {
		return r.McpResponse, nil // it was hidden from when it was made
	}
	tenant, err := s.all.Of(text(r.MetadataContext, s.all.Key))
	if err != nil {
		return nil, err
	}
	c, err := s.called(r)
	if err != nil {
		return nil, err
	}
	if !mcp.IsJSON(r.McpResponse) {
		return nil, invalid("the result is no JSON")
	}
	of := s.clients.of(tenant, &c)
	if r.Method == "tools/list" {
		return s.tools(ctx, r, of)
	}
	session, err := of.session(s, serverOf(r.ServiceNames), false)
	switch {
	case err != nil:
		return nil, err
	case r.Method == "tools/call" && c.Name == "":
		return redact(ctx, session, r.McpResponse)
	}
	x := session.Exchange()
	if name := ownerName(tenant, c.Owner); name != "" {
		x.BelongsTo(OwnerKind, name)
	}
	return shape(ctx, x, r, &c)
}

// called returns the call of a response by its metadata. A result of a tool without a name is
// an error unless --unknown-tool says otherwise.
func (s *Service) called(r *extmcppb.McpResponse) (call, error) {
	c, err := readCall(text(r.MetadataContext, s.options.ToolKey))
	switch {
	case err != nil:
		return c, invalid("the metadata %q is neither a name nor a call", s.options.ToolKey)
	case r.Method == "tools/call" && c.Name == "" && !s.options.HideAll:
		return c, invalid("the metadata %q is missing, which names the tool of a result", s.options.ToolKey)
	}
	return c, nil
}

// redact applies the hiding rules of every tool.
func redact(ctx context.Context, session *mcp.Session, result []byte) ([]byte, error) {
	out, err := session.Redact(ctx, mcp.Call{}, result)
	if err != nil {
		return nil, invalid("the result cannot be shown: %v", err)
	}
	return out, nil
}

// shape returns the client's version of a result by the same exchange of messages as in the
// proxy.
func shape(ctx context.Context, x *mcp.Exchange, r *extmcppb.McpResponse, c *call) ([]byte, error) {
	var params []byte
	if r.Method == "tools/call" {
		params = c.params()
	}
	if _, reply := x.FromClient(ctx, messageOf(r.Method, params)); reply != nil {
		return nil, denialOf(reply)
	}
	before := []byte(`{"jsonrpc":"2.0","id":1,"result":`)
	message := slices.Concat(before, r.McpResponse, []byte("}"))
	out := x.FromServer(ctx, message)
	if same(out, message) {
		return r.McpResponse, nil
	}
	if result, ok := bytes.CutPrefix(out, before); ok {
		return result[:len(result)-1], nil
	}
	return nil, denialOf(out)
}
