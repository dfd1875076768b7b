package mcpgo

import (
	"bytes"
	"context"
	"encoding/json"

	sdk "github.com/mark3labs/mcp-go/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// arguments are those of a call, as they are written where that is known.
func arguments(r *sdk.CallToolRequest) []byte {
	if r.Params.RawArguments != nil {
		return r.Params.RawArguments
	}
	text, err := json.Marshal(r.Params.Arguments)
	if err != nil {
		return nil
	}
	return text
}

// setArguments lets a call have others.
func setArguments(r *sdk.CallToolRequest, text []byte) {
	var now any
	if bytes.Equal(text, arguments(r)) || json.Unmarshal(text, &now) != nil {
		return
	}
	r.Params.Arguments = now
	if r.Params.RawArguments != nil {
		r.Params.RawArguments = text
	}
}

// told are tools as a client is told of them. They are the server's own.
func told(client *mcp.Session, all []sdk.Tool) []sdk.Tool {
	out := make([]sdk.Tool, len(all))
	for i, tool := range all {
		out[i] = tool
		before, err := json.Marshal(tool)
		if err != nil {
			continue // mcp-go cannot encode it either
		}
		after := client.Tool(before)
		var schemas struct{ InputSchema, OutputSchema json.RawMessage }
		if bytes.Equal(before, after) || json.Unmarshal(after, &schemas) != nil {
			continue
		}
		if now := new(sdk.Tool); json.Unmarshal(after, now) == nil {
			out[i] = *now
		} else {
			out[i] = sdk.Tool{Name: tool.Name}
		}
		out[i].InputSchema, out[i].RawInputSchema = sdk.ToolInputSchema{}, schemas.InputSchema
		out[i].OutputSchema, out[i].RawOutputSchema = sdk.ToolOutputSchema{}, schemas.OutputSchema
	}
	return out
}

// shape shapes a result in its place.
func shape(ctx context.Context, client *mcp.Session, c mcp.Call, res *sdk.CallToolResult) {
	before, err := json.Marshal(res)
	if err != nil {
		return // mcp-go cannot encode it either
	}
	after := client.Result(ctx, c, before)
	if bytes.Equal(before, after) {
		return
	}
	now := result(after)
	for i, block := range now.Content {
		if i < len(res.Content) && same(block, res.Content[i]) {
			now.Content[i] = res.Content[i]
		}
	}
	if !same(now.Meta, res.Meta) {
		res.Meta = now.Meta
	}
	res.Content, res.IsError = now.Content, now.IsError
	res.StructuredContent, res.RawStructuredContent = now.StructuredContent, now.RawStructuredContent
}

// result reads a result. One that mcp-go cannot read is an error without content.
func result(text []byte) *sdk.CallToolResult {
	res := new(sdk.CallToolResult)
	if json.Unmarshal(text, res) != nil {
		return sdk.NewToolResultError("the tool already ran, but its result cannot be shown")
	}
	if res.Content == nil {
		res.Content = []sdk.Content{}
	}
	return res
}

// same reports whether two values are written alike.
func same(a, b any) bool {
	one, err := json.Marshal(a)
	other, fault := json.Marshal(b)
	return err == nil && fault == nil && bytes.Equal(one, other)
}

// obeyed applies the hiding rules to an answer, and reports whether it changed. The text is
// nil if nothing can be shown.
func obeyed(ctx context.Context, client *mcp.Session, res any) (text json.RawMessage, changed bool) {
	before, err := json.Marshal(res)
	if err != nil {
		return nil, true
	}
	after, err := client.Obey(ctx, mcp.Call{}, before)
	if err != nil {
		return nil, true
	}
	return after, !bytes.Equal(before, after)
}

func obeyResource(ctx context.Context, client *mcp.Session, res *sdk.ReadResourceResult) {
	if res.NeedsInput() {
		protectQuestions(ctx, client, &res.Result, &res.MultiRoundTripResult)
		return
	}
	text, changed := obeyed(ctx, client, res)
	if !changed {
		return
	}
	res.Contents = []sdk.ResourceContents{}
	if now, err := sdk.ParseReadResourceResult(&text); err == nil {
		res.Contents, res.Meta = now.Contents, now.Meta
	}
}

func obeyPrompt(ctx context.Context, client *mcp.Session, res *sdk.GetPromptResult) {
	if res.NeedsInput() {
		protectQuestions(ctx, client, &res.Result, &res.MultiRoundTripResult)
		return
	}
	text, changed := obeyed(ctx, client, res)
	if !changed {
		return
	}
	res.Messages, res.Description = []sdk.PromptMessage{}, ""
	if now, err := sdk.ParseGetPromptResult(&text); err == nil {
		res.Messages, res.Description, res.Meta = now.Messages, now.Description, now.Meta
	}
}

func obeyCompletion(ctx context.Context, client *mcp.Session, res *sdk.CompleteResult) {
	text, changed := obeyed(ctx, client, res)
	if !changed {
		return
	}
	var now sdk.CompleteResult
	if json.Unmarshal(text, &now) != nil || now.Completion.Values == nil {
		now.Completion.Values = []string{}
	}
	res.Completion = now.Completion
}
