package gosdk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/clients"
)

// Middleware returns a middleware that shapes the answers of a server. eng is a
// [*shaper.Engine] or the value that autoload.MustLoad returns. Without [mcp.WithName] the
// server's name is that of initialize. A server without a handshake (MCP 2026-07-28) needs
// [mcp.WithName] if entries of tool_overrides name it.
func Middleware(eng mcp.Engine, opts ...mcp.Option) sdk.Middleware {
	server := mcp.New(eng, opts...)
	m := &middleware{server, clients.New(mostClients, server.Session)}
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			return m.handle(ctx, next, method, req)
		}
	}
}

// mostClients bounds the clients that are remembered.
const mostClients = 1 << 13

type middleware struct {
	server  *mcp.Server
	clients *clients.Recent[*mcp.Session]
}

// handle handles a request of a client or a message of the server.
func (m *middleware) handle(ctx context.Context, next sdk.MethodHandler, method string, req sdk.Request) (sdk.Result, error) {
	client := m.client(req)
	if r, ok := req.(*sdk.CallToolRequest); ok && r.Params != nil {
		return call(ctx, client, next, method, r)
	}
	res, err := next(ctx, method, protectedRequest(ctx, client, method, redactLog(ctx, client, req)))
	if err != nil {
		return nil, failure(ctx, client, mcp.Call{}, err)
	}
	return m.answer(ctx, client, method, res)
}

// answer shapes an answer that is no tool's.
func (m *middleware) answer(ctx context.Context, client *mcp.Session, method string, res sdk.Result) (sdk.Result, error) {
	switch res := res.(type) {
	case *sdk.InitializeResult:
		if res.ServerInfo != nil {
			m.server.IsNamed(res.ServerInfo.Name)
		}
	case *sdk.ListToolsResult:
		return tools(client, res), nil
	case *sdk.ReadResourceResult:
		if !res.NeedsInput() {
			return redacted(ctx, client, res)
		}
	case *sdk.GetPromptResult:
		if !res.NeedsInput() {
			return redacted(ctx, client, res)
		}
	case *sdk.CompleteResult:
		return redacted(ctx, client, res)
	}
	return protectedResult(ctx, client, method, res)
}

// client returns the session of the client, by its session id or else by its own name.
func (m *middleware) client(req sdk.Request) *mcp.Session {
	info := &sdk.Implementation{}
	if r, ok := req.(interface{ ClientInfo() *sdk.Implementation }); ok {
		if said := r.ClientInfo(); said != nil {
			info = said
		}
	}
	key := "client " + info.Name + "\x00" + info.Version
	if session, ok := req.GetSession().(*sdk.ServerSession); ok && session != nil && session.ID() != "" {
		key = "session " + session.ID()
	}
	client := m.clients.Of(key)
	client.IsClient(info.Name, info.Version)
	if r, ok := req.(interface {
		ClientCapabilities() *sdk.ClientCapabilities
	}); ok {
		if declared := r.ClientCapabilities(); declared != nil {
			_, shows := declared.Extensions[mcp.ViewsExtension]
			client.ShowsViews(shows)
		}
	}
	return client
}

// knownBy returns the secret of the client.
func knownBy(req sdk.Request) (kind, secret string) {
	authorization, id := "", ""
	if extra := req.GetExtra(); extra != nil {
		authorization = extra.Header.Get("Authorization")
	}
	if session, ok := req.GetSession().(*sdk.ServerSession); ok && session != nil {
		id = session.ID()
	}
	return mcp.KnownBy(authorization, id)
}

// call handles tools/call.
func call(ctx context.Context, client *mcp.Session, next sdk.MethodHandler, method string, r *sdk.CallToolRequest) (sdk.Result, error) {
	c, arguments, fault := client.Choose(r.Params.Name, r.Params.Arguments)
	if fault != nil {
		res := new(sdk.CallToolResult)
		return res, json.Unmarshal(client.Refusal(c, fault), res)
	}
	kind, secret := knownBy(r)
	client.BelongsTo(&c, kind, secret)
	if text, ok := client.Answer(ctx, c, arguments); ok {
		res := new(sdk.CallToolResult)
		return res, json.Unmarshal(text, res)
	}
	if client.Denies(c.Tool) {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: mcp.UnknownTool(c.Tool)}
	}
	params, request := *r.Params, *r
	params.Arguments, request.Params = arguments, &params
	res, err := next(ctx, method, &request)
	if err != nil {
		return nil, failure(ctx, client, c, err)
	}
	result, ok := res.(*sdk.CallToolResult)
	if !ok || result == nil {
		return res, nil
	}
	if result.NeedsInput() {
		return protectedResult(ctx, client, method, res)
	}
	before, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	after := client.Result(ctx, c, before)
	if bytes.Equal(before, after) {
		return result, nil
	}
	return changed(result, before, after)
}

// tools narrows copies of the server's tools.
func tools(client *mcp.Session, res *sdk.ListToolsResult) *sdk.ListToolsResult {
	out := *res
	out.Tools = make([]*sdk.Tool, 0, len(res.Tools))
	for _, tool := range res.Tools {
		if one := told(client, tool); one != nil {
			out.Tools = append(out.Tools, one)
		}
	}
	if res.CacheScope == "public" && slices.ContainsFunc(res.Tools, func(tool *sdk.Tool) bool { return varies(client, tool) }) {
		out.CacheScope = "private"
	}
	if res.NextCursor != "" {
		return &out
	}
	for _, text := range client.Offers() {
		if offer := new(sdk.Tool); json.Unmarshal(text, offer) == nil {
			out.Tools = append(out.Tools, offer)
		}
	}
	return &out
}

// varies reports whether a list with the tool must not be shared among clients.
func varies(client *mcp.Session, tool *sdk.Tool) bool {
	text, err := json.Marshal(tool)
	return err == nil && client.Varies(text)
}

// told is a tool as a client sees it, nil for a denied one.
func told(client *mcp.Session, tool *sdk.Tool) *sdk.Tool {
	before, err := json.Marshal(tool)
	if err != nil {
		return tool // the SDK cannot encode it either
	}
	after := client.Tool(before)
	if after == nil {
		return nil
	}
	var schemas struct {
		Meta                      json.RawMessage `json:"_meta"`
		InputSchema, OutputSchema json.RawMessage
	}
	if bytes.Equal(before, after) || json.Unmarshal(after, &schemas) != nil {
		return tool
	}
	out := sdk.Tool{}
	if json.Unmarshal(after, &out) != nil {
		return &sdk.Tool{Name: tool.Name, InputSchema: schemas.InputSchema}
	}
	if out.Meta = nil; exact(schemas.Meta, &out.Meta) != nil {
		out.Meta = nil
	}
	if out.InputSchema = schemas.InputSchema; schemas.OutputSchema != nil {
		out.OutputSchema = schemas.OutputSchema
	} else {
		out.OutputSchema = nil
	}
	return &out
}

// redacted applies the hiding rules to an answer.
func redacted[T any, P interface {
	*T
	sdk.Result
}](ctx context.Context, client *mcp.Session, res P) (sdk.Result, error) {
	before, err := json.Marshal(res)
	if err != nil {
		return nil, err
	}
	after, err := client.Redact(ctx, mcp.Call{}, before)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the answer cannot be shown: " + err.Error()}
	}
	if bytes.Equal(before, after) {
		return res, nil
	}
	out := P(new(T))
	return out, json.Unmarshal(after, out)
}

// failure is an error with all hidden in it that must not be seen: the error itself where
// that is nothing.
func failure(ctx context.Context, client *mcp.Session, c mcp.Call, err error) error {
	text := client.RedactText(ctx, c, err.Error())
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok {
		if text == err.Error() {
			return err
		}
		return errors.New(text)
	}
	data := wire.Data
	if len(data) > 0 {
		var fault error
		if data, fault = client.Redact(ctx, c, wire.Data); fault != nil {
			data = nil
		}
	}
	if text == err.Error() && bytes.Equal(data, wire.Data) {
		return err
	}
	return &jsonrpc.Error{Code: wire.Code, Message: text, Data: data}
}
