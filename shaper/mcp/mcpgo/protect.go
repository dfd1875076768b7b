package mcpgo

import (
	"bytes"
	"context"
	"encoding/json"

	sdk "github.com/mark3labs/mcp-go/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// addLists adds hooks for lists and for answers without content of their own.
func (h *hooks) addLists() {
	h.all.AddAfterDiscover(func(ctx context.Context, _ any, _ *sdk.DiscoverRequest, res *sdk.DiscoverResult) {
		if now, changed := protected(ctx, h.client(ctx), "server/discover", res); changed {
			res.Instructions, res.Meta = now.Instructions, now.Meta
		}
	})
	h.all.AddAfterListResources(func(ctx context.Context, _ any, _ *sdk.ListResourcesRequest, res *sdk.ListResourcesResult) {
		if now, changed := protected(ctx, h.client(ctx), "resources/list", res); changed {
			res.Resources, res.Meta = now.Resources, now.Meta
		}
	})
	h.all.AddAfterListResourceTemplates(func(ctx context.Context, _ any, _ *sdk.ListResourceTemplatesRequest, res *sdk.ListResourceTemplatesResult) {
		if now, changed := protected(ctx, h.client(ctx), "resources/templates/list", res); changed {
			res.ResourceTemplates, res.Meta = now.ResourceTemplates, now.Meta
		}
	})
	h.all.AddAfterListPrompts(func(ctx context.Context, _ any, _ *sdk.ListPromptsRequest, res *sdk.ListPromptsResult) {
		if now, changed := protected(ctx, h.client(ctx), "prompts/list", res); changed {
			res.Prompts, res.Meta = now.Prompts, now.Meta
		}
	})
	h.all.AddAfterListTasks(func(ctx context.Context, _ any, _ *sdk.ListTasksRequest, res *sdk.ListTasksResult) {
		if now, changed := protected(ctx, h.client(ctx), "tasks/list", res); changed {
			res.Tasks, res.Meta = now.Tasks, now.Meta
		}
	})
	h.all.AddAfterGetTask(func(ctx context.Context, _ any, _ *sdk.GetTaskRequest, res *sdk.GetTaskResult) {
		if now, changed := protected(ctx, h.client(ctx), "tasks/get", res); changed {
			res.Task, res.Meta = now.Task, now.Meta
		}
	})
	h.all.AddAfterCancelTask(func(ctx context.Context, _ any, _ *sdk.CancelTaskRequest, res *sdk.CancelTaskResult) {
		if now, changed := protected(ctx, h.client(ctx), "tasks/cancel", res); changed {
			res.Task, res.Meta = now.Task, now.Meta
		}
	})
}

// protectInitialize hides in the texts of an answer to initialize.
func protectInitialize(ctx context.Context, client *mcp.Session, res *sdk.InitializeResult) {
	if now, changed := protected(ctx, client, "initialize", res); changed {
		res.ServerInfo, res.Instructions, res.Meta = now.ServerInfo, now.Instructions, now.Meta
	}
}

// protectQuestions hides in the questions of a result that asks the client for input.
func protectQuestions(ctx context.Context, client *mcp.Session, res *sdk.Result, asks *sdk.MultiRoundTripResult) {
	one := &sdk.InputRequiredResult{Result: *res, MultiRoundTripResult: *asks}
	if now, changed := protected(ctx, client, "input_required", one); changed {
		asks.InputRequests, res.Meta = now.InputRequests, now.Meta
	}
}

// protected returns an answer with everything hidden that privacy and tiers hide in it,
// empty if mcp-go cannot read that, and whether it is another answer than came.
func protected[T any](ctx context.Context, client *mcp.Session, method string, res *T) (now *T, changed bool) {
	before, err := json.Marshal(res)
	if err != nil {
		return new(T), true
	}
	after := client.HideResult(ctx, method, before)
	if bytes.Equal(before, after) {
		return res, false
	}
	now = new(T)
	if json.Unmarshal(after, now) != nil {
		now = new(T)
	}
	return now, true
}
