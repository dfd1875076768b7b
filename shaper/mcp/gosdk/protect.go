package gosdk

//lint:file-ignore SA1019 clients of MCP 2025-11-25 are sent these requests

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// protectedResult returns a result with everything hidden that privacy and tiers hide in
// it, or the result itself if that is nothing. The error is that of a result that the SDK
// cannot read any more.
func protectedResult(ctx context.Context, client *mcp.Session, method string, res sdk.Result) (sdk.Result, error) {
	hide := func(text []byte) []byte { return client.HideResult(ctx, method, text) }
	now, err := res, error(nil)
	switch res := res.(type) {
	case *sdk.InitializeResult:
		now, err = protected(res, hide)
	case *sdk.DiscoverResult:
		now, err = protected(res, hide)
	case *sdk.ListResourcesResult:
		now, err = protected(res, hide)
	case *sdk.ListResourceTemplatesResult:
		now, err = protected(res, hide)
	case *sdk.ListPromptsResult:
		now, err = protected(res, hide)
	case *sdk.CallToolResult:
		now, err = protected(res, hide)
	case *sdk.ReadResourceResult:
		now, err = protected(res, hide)
	case *sdk.GetPromptResult:
		now, err = protected(res, hide)
	case *sdk.SubscriptionsListenResult:
		now, err = protected(res, hide)
	}
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the answer cannot be shown"}
	}
	return now, nil
}

// protectedRequest applies privacy and tiers to a request or a notification of the server. It
// returns the request itself if nothing was hidden. If the SDK cannot read the new params,
// they are empty.
func protectedRequest(ctx context.Context, client *mcp.Session, method string, req sdk.Request) sdk.Request {
	session, _ := req.GetSession().(*sdk.ServerSession)
	if session == nil {
		return req
	}
	hide := func(text []byte) []byte { return client.HideParams(ctx, method, text) }
	var now sdk.Params
	switch p := req.GetParams().(type) {
	case *sdk.CreateMessageParams:
		now = params(p, hide)
	case *sdk.CreateMessageWithToolsParams:
		now = params(p, hide)
	case *sdk.ElicitParams:
		now = params(p, hide)
	case *sdk.ElicitationCompleteParams:
		now = params(p, hide)
	case *sdk.ListRootsParams:
		now = params(p, hide)
	case *sdk.LoggingMessageParams:
		now = params(p, hide)
	case *sdk.ResourceUpdatedNotificationParams:
		now = params(p, hide)
	case *sdk.ProgressNotificationParams:
		if _, isReceived := req.(*sdk.ServerRequest[*sdk.ProgressNotificationParams]); isReceived {
			return req // progress of the client
		}
		now = params(p, hide)
	}
	if now == nil || now == req.GetParams() {
		return req
	}
	return &sdk.ServerRequest[sdk.Params]{Session: session, Params: now}
}

// params are those of a request after hide.
func params[T any, P interface {
	*T
	sdk.Params
}](p P, hide func([]byte) []byte) P {
	now, err := protected(p, hide)
	if err != nil {
		return new(T)
	}
	return now
}

// protected returns a value as hide leaves its JSON text: the value itself if that is the
// same.
func protected[T any, P interface{ *T }](v P, hide func([]byte) []byte) (P, error) {
	if v == nil {
		return nil, nil
	}
	before, err := json.Marshal(v)
	if err != nil {
		return v, nil // the SDK cannot encode it either
	}
	after := hide(before)
	if bytes.Equal(before, after) {
		return v, nil
	}
	now := P(new(T))
	return now, json.Unmarshal(after, now)
}
