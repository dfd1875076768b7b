// Package gateway is a client of ExtMcp that acts as agentgateway does. It asks before and after
// each request. It keeps the metadata of the first answer, and evaluates the expressions of a
// policy for the second. Tests and the load test use it.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
)

// Gateway is one policy of a gateway.
type Gateway struct {
	Client extmcppb.ExtMcpClient
	// Metadata holds expressions by their key: mcpGuardrails.NAME, or a constant. An
	// expression without a value leaves its key out.
	Metadata map[string]string
}

// Request is one request of a client.
type Request struct {
	Services []string
	Method   string
	Params   []byte
	Headers  map[string]string
}

// Reply is the gateway's answer.
type Reply struct {
	Result   []byte            // JSON
	Phase    string            // "pass" or "mutated", of the response
	Params   []byte            // as the backend got them
	Headers  map[string]string // as the backend got them
	Metadata *structpb.Struct  // of the request's answer
}

// DeniedError is the JSON-RPC error in the place of an answer.
type DeniedError struct {
	Code   int
	Reason string
}

func (d *DeniedError) Error() string { return fmt.Sprintf("%d: %s", d.Code, d.Reason) }

// errEmpty is the fault of an answer without a result.
var errEmpty = errors.New("the answer has no result")

// Do asks about a request, has the backend answer it, and asks about the answer. A reply that is
// no JSON is an error, as in a gateway that fails closed.
func (g *Gateway) Do(ctx context.Context, r Request, backend func(params []byte) []byte) (*Reply, error) {
	reply := &Reply{Params: r.Params, Headers: map[string]string{}}
	in := &extmcppb.McpRequest{ServiceNames: r.Services, Method: r.Method, McpRequest: r.Params, MetadataContext: g.metadata(nil)}
	for name, value := range r.Headers {
		in.Headers = append(in.Headers, &extmcppb.McpHeader{Key: name, Value: []byte(value)})
		reply.Headers[name] = value
	}
	checked, err := g.Client.CheckRequest(ctx, in)
	if err != nil {
		return nil, err
	}
	switch result := checked.Result.(type) {
	case *extmcppb.McpRequestResult_Pass:
	case *extmcppb.McpRequestResult_Mutated:
		if !json.Valid(result.Mutated) {
			return nil, errors.New("the mutated params are no JSON")
		}
		reply.Params = result.Mutated
	case *extmcppb.McpRequestResult_Error:
		return nil, denied(result.Error)
	default:
		return nil, errEmpty
	}
	for _, h := range checked.HeaderMutation.GetSet() {
		reply.Headers[h.Key] = string(h.Value)
	}
	for _, name := range checked.HeaderMutation.GetRemove() {
		delete(reply.Headers, name)
	}
	reply.Metadata = checked.Metadata
	answer := backend(reply.Params)
	out, err := g.Client.CheckResponse(ctx, &extmcppb.McpResponse{
		ServiceNames: r.Services, Method: r.Method, McpResponse: answer, MetadataContext: g.metadata(checked.Metadata),
	})
	if err != nil {
		return nil, err
	}
	switch result := out.Result.(type) {
	case *extmcppb.McpResponseResult_Pass:
		reply.Result, reply.Phase = answer, "pass"
	case *extmcppb.McpResponseResult_Mutated:
		reply.Result, reply.Phase = result.Mutated, "mutated"
	case *extmcppb.McpResponseResult_Error:
		return nil, denied(result.Error)
	default:
		return nil, errEmpty
	}
	if !json.Valid(reply.Result) {
		return nil, errors.New("the result is no JSON")
	}
	return reply, nil
}

// metadata evaluates the expressions.
func (g *Gateway) metadata(kept *structpb.Struct) *structpb.Struct {
	out := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	for key, expression := range g.Metadata {
		name, isKept := strings.CutPrefix(expression, "mcpGuardrails.")
		switch value := kept.GetFields()[name]; {
		case !isKept:
			out.Fields[key] = structpb.NewStringValue(expression)
		case value != nil:
			out.Fields[key] = value
		}
	}
	return out
}

// codes are the JSON-RPC codes of denials.
var codes = map[extmcppb.AuthorizationError_Code]int{
	extmcppb.AuthorizationError_PERMISSION_DENIED: -32001, extmcppb.AuthorizationError_RESOURCE_EXHAUSTED: -32003,
	extmcppb.AuthorizationError_INVALID: -32600, extmcppb.AuthorizationError_UNKNOWN: -32603,
}

func denied(e *extmcppb.AuthorizationError) error { return &DeniedError{codes[e.Code], e.Reason} }
