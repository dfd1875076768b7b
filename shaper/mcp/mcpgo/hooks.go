package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/clients"
)

// Hooks returns an option that shapes the answers of a server, in addition to its hooks. It
// must come after [server.WithHooks], since that replaces all hooks. If it comes before, no
// tool is called, and the answer names the reason.
//
// eng is a [*shaper.Engine] or the value that autoload.MustLoad returns. Without
// [mcp.WithName] the server's name is that of initialize.
func Hooks(eng mcp.Engine, opts ...mcp.Option) server.ServerOption {
	return func(s *server.MCPServer) {
		if s.GetHooks() == nil {
			server.WithHooks(&server.Hooks{})(s)
		}
		shaping := mcp.New(eng, opts...)
		h := &hooks{server: shaping, clients: clients.New(mostClients, shaping.Session), all: s.GetHooks()}
		h.add()
		h.limit(s)
		server.WithToolHandlerMiddleware(h.handler)(s)
	}
}

// mostClients bounds the clients that are remembered.
const mostClients = 1 << 13

type hooks struct {
	server  *mcp.Server
	clients *clients.Recent[*mcp.Session]
	all     *server.Hooks // of the server, ours among them

	defined sync.Once
	definer sdk.Tool // of whole definitions

	calls sync.Map // mcp.Call by *sdk.CallToolRequest, of those that are not answered yet
}

// add registers the hooks.
func (h *hooks) add() {
	h.all.AddAfterInitialize(func(ctx context.Context, _ any, _ *sdk.InitializeRequest, res *sdk.InitializeResult) {
		h.server.IsNamed(res.ServerInfo.Name)
		if now, changed := protected(ctx, h.client(ctx), "initialize", res); changed {
			res.ServerInfo, res.Instructions, res.Meta = now.ServerInfo, now.Instructions, now.Meta
		}
	})
	h.addLists()
	h.all.AddAfterListTools(func(ctx context.Context, _ any, _ *sdk.ListToolsRequest, res *sdk.ListToolsResult) {
		res.Tools = h.told(h.client(ctx), res.Tools)
	})
	h.all.AddOnRequestInitialization(func(ctx context.Context, _, message any) error { return h.refuseTask(ctx, message) })
	h.all.AddBeforeCallTool(func(ctx context.Context, _ any, r *sdk.CallToolRequest) { h.calling(ctx, r) })
	h.all.AddAfterCallTool(func(ctx context.Context, _ any, r *sdk.CallToolRequest, res any) { h.called(ctx, r, res) })
	h.all.AddOnError(func(_ context.Context, _ any, _ sdk.MCPMethod, r any, _ error) {
		if call, ok := r.(*sdk.CallToolRequest); ok {
			h.calls.Delete(call)
		}
	})
	h.all.AddAfterTaskResult(func(ctx context.Context, _ any, r *sdk.TaskResultRequest, res *sdk.TaskResultResult) {
		h.finished(ctx, r.Params.TaskId, res)
	})
	h.all.AddAfterReadResource(func(ctx context.Context, _ any, _ *sdk.ReadResourceRequest, res *sdk.ReadResourceResult) {
		obeyResource(ctx, h.client(ctx), res)
	})
	h.all.AddAfterGetPrompt(func(ctx context.Context, _ any, _ *sdk.GetPromptRequest, res *sdk.GetPromptResult) {
		obeyPrompt(ctx, h.client(ctx), res)
	})
	h.all.AddAfterComplete(func(ctx context.Context, _ any, _ *sdk.CompleteRequest, res *sdk.CompleteResult) {
		obeyCompletion(ctx, h.client(ctx), res)
	})
}

// client returns the session of the client, by its session id or else by its own name.
func (h *hooks) client(ctx context.Context) *mcp.Session {
	var key string
	var info sdk.Implementation
	views := false
	session := server.ClientSessionFromContext(ctx)
	if session != nil {
		key = "session " + session.SessionID()
	}
	if said, ok := session.(server.SessionWithClientInfo); ok {
		info = said.GetClientInfo()
		_, views = said.GetClientCapabilities().Extensions[mcp.ViewsExtension]
	}
	client := h.clients.Of(key)
	client.ShowsViews(views)
	client.IsClient(info.Name, info.Version)
	return client
}

// calling moves the caller's choices out of the arguments, before those are validated.
func (h *hooks) calling(ctx context.Context, r *sdk.CallToolRequest) {
	c, left, fault := h.client(ctx).Choose(r.Params.Name, arguments(r))
	if fault != nil {
		return // the handler answers it
	}
	h.calls.Store(r, c)
	setArguments(r, left)
}

// called shapes the answer of a tool: a result, or a task that will have one.
func (h *hooks) called(ctx context.Context, r *sdk.CallToolRequest, res any) {
	c := mcp.Call{Tool: r.Params.Name}
	if known, ok := h.calls.LoadAndDelete(r); ok {
		c = known.(mcp.Call)
	}
	switch res := res.(type) {
	case *sdk.CreateTaskResult:
		h.client(ctx).Begins(res.Task.TaskId, c)
	case *sdk.CallToolResult:
		switch {
		case res.NeedsInput():
			protectQuestions(ctx, h.client(ctx), &res.Result, &res.MultiRoundTripResult)
		case !h.isRefusal(ctx, r, res) && (c.Tool != h.definer.Name || !h.client(ctx).Defines(c.Tool)):
			shape(ctx, h.client(ctx), c, res)
		}
	}
}

// isRefusal reports whether a result is the refusal that [hooks.handler] answers in place of
// the tool.
func (h *hooks) isRefusal(ctx context.Context, r *sdk.CallToolRequest, res *sdk.CallToolResult) bool {
	if !res.IsError {
		return false
	}
	client := h.client(ctx)
	c, _, fault := client.Choose(r.Params.Name, arguments(r))
	return fault != nil && same(res, result(client.Refusal(c, fault)))
}

// refuseTask refuses a call that is run as a task while the configuration is closed: mcp-go
// runs handlers of task tools without middlewares.
func (h *hooks) refuseTask(ctx context.Context, message any) error {
	_, _, closed := h.client(ctx).Choose("", nil)
	text, isText := message.(json.RawMessage)
	if closed == nil || !isText {
		return nil
	}
	var call struct {
		Method string
		Params struct {
			Name string
			Task json.RawMessage
		}
	}
	if json.Unmarshal(text, &call) != nil || call.Method != string(sdk.MethodToolsCall) || call.Params.Task == nil {
		return nil
	}
	return fmt.Errorf("%s did not run: %w", call.Params.Name, closed)
}

// finished shapes the result of a task.
func (h *hooks) finished(ctx context.Context, id string, res *sdk.TaskResultResult) {
	client := h.client(ctx)
	c, _ := client.Task(id)
	one := &sdk.CallToolResult{Result: res.Result, Content: res.Content, StructuredContent: res.StructuredContent, IsError: res.IsError}
	shape(ctx, client, c, one)
	res.Result, res.Content, res.StructuredContent, res.IsError = one.Result, one.Content, one.StructuredContent, one.IsError
	if one.RawStructuredContent != nil {
		res.StructuredContent = one.RawStructuredContent
	}
}

var errReplaced = errors.New("the hooks that shape results were replaced: mcpgo.Hooks goes behind server.WithHooks")

// handler wraps the handler of a tool, for the steps beyond hooks. It answers an unknown
// choice, hides in an error, and copies the result, so that the server's own does not change.
func (h *hooks) handler(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		if s := server.ServerFromContext(ctx); s != nil && s.GetHooks() != h.all {
			return nil, errReplaced
		}
		client := h.client(ctx)
		c, _, fault := client.Choose(r.Params.Name, arguments(&r))
		if fault != nil {
			return result(client.Refusal(c, fault)), nil
		}
		res, err := next(ctx, r)
		if err != nil {
			return nil, failure(ctx, client, c, err)
		}
		if res == nil {
			return nil, nil
		}
		answered := *res
		return &answered, nil
	}
}

// failure applies the hiding rules to an error. It returns the error itself if nothing was
// hidden or if it is a question to the user.
func failure(ctx context.Context, client *mcp.Session, c mcp.Call, err error) error {
	text := client.RedactText(ctx, c, err.Error())
	_, asks := errors.AsType[sdk.URLElicitationRequiredError](err)
	_, asksToo := errors.AsType[*sdk.URLElicitationRequiredError](err)
	if asks || asksToo || text == err.Error() {
		return err
	}
	return errors.New(text)
}
