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
	h.all.AddAfterDiscover(after[sdk.DiscoverRequest](h, "server/discover", func(res, now *sdk.DiscoverResult) { res.Instructions, res.Meta = now.Instructions, now.Meta }))
	h.all.AddAfterListResources(after[sdk.ListResourcesRequest](h, "resources/list", func(res, now *sdk.ListResourcesResult) { res.Resources, res.Meta = now.Resources, now.Meta }))
	h.all.AddAfterListResourceTemplates(after[sdk.ListResourceTemplatesRequest](h, "resources/templates/list", func(res, now *sdk.ListResourceTemplatesResult) {
		res.ResourceTemplates, res.Meta = now.ResourceTemplates, now.Meta
	}))
	h.all.AddAfterListPrompts(after[sdk.ListPromptsRequest](h, "prompts/list", func(res, now *sdk.ListPromptsResult) { res.Prompts, res.Meta = now.Prompts, now.Meta }))
	h.all.AddAfterListTasks(after[sdk.ListTasksRequest](h, "tasks/list", func(res, now *sdk.ListTasksResult) { res.Tasks, res.Meta = now.Tasks, now.Meta }))
	h.all.AddAfterGetTask(after[sdk.GetTaskRequest](h, "tasks/get", func(res, now *sdk.GetTaskResult) { res.Task, res.Meta = now.Task, now.Meta }))
	h.all.AddAfterCancelTask(after[sdk.CancelTaskRequest](h, "tasks/cancel", func(res, now *sdk.CancelTaskResult) { res.Task, res.Meta = now.Task, now.Meta }))
}

// after returns a hook that applies the hiding rules to the answers of a method. take copies
// the changed members of now into res.
func after[R, T any](h *hooks, method string, take func(res, now *T)) func(context.Context, any, *R, *T) {
	return func(ctx context.Context, _ any, _ *R, res *T) {
		if now, changed := protected(ctx, h.client(ctx), method, res); changed {
			take(res, now)
		}
	}
}

// protectQuestions hides in the questions of a result that asks the client for input.
func protectQuestions(ctx context.Context, client *mcp.Session, res *sdk.Result, asks *sdk.MultiRoundTripResult) {
	one := &sdk.InputRequiredResult{Result: *res, MultiRoundTripResult: *asks}
	if now, changed := protected(ctx, client, "input_required", one); changed {
		asks.InputRequests, res.Meta = now.InputRequests, now.Meta
	}
}

// protected applies privacy and tiers to an answer and reports whether it changed. The answer
// is empty if mcp-go cannot read the result.
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
