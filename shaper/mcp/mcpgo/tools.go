package mcpgo

import (
	"context"
	"encoding/json"
	"slices"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// limit registers the filter of tools. mcp-go applies it to lists and to calls.
func (h *hooks) limit(s *server.MCPServer) {
	if json.Unmarshal(mcp.Definer(), &h.definer) != nil {
		return
	}
	server.WithToolFilter(h.filter)(s)
	h.define(s)
	h.all.AddBeforeListTools(func(context.Context, any, *sdk.ListToolsRequest) { h.define(s) })
}

// define adds the tool of whole definitions to the server once a key tools is there.
func (h *hooks) define(s *server.MCPServer) {
	if !h.server.Core().Profiles().Lists().Any() {
		return
	}
	h.defined.Do(func() {
		if s.GetTool(h.definer.Name) != nil {
			return
		}
		s.AddTool(h.definer, func(ctx context.Context, r sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			text, ok := h.client(ctx).Answer(ctx, mcp.Call{Tool: r.Params.Name}, arguments(&r))
			if !ok {
				return sdk.NewToolResultError("no tool was listed by one line; list the tools first"), nil
			}
			return result(text), nil
		})
	})
}

// isDefiner reports whether a tool is the one of whole definitions, and not the server's own.
func (h *hooks) isDefiner(tool sdk.Tool) bool {
	return tool.Name == h.definer.Name && tool.Description == h.definer.Description
}

// filter leaves out denied tools, and the tool of whole definitions from a list of whole ones.
// For a call mcp-go filters its tool alone.
func (h *hooks) filter(ctx context.Context, all []sdk.Tool) []sdk.Tool {
	client := h.client(ctx)
	out := slices.DeleteFunc(slices.Clone(all), func(tool sdk.Tool) bool { return !h.isDefiner(tool) && client.Denies(tool.Name) })
	own := slices.IndexFunc(out, h.isDefiner)
	if own < 0 || len(all) == 1 {
		return out
	}
	if h.told(client, out); !client.Defines(h.definer.Name) {
		return slices.Delete(out, own, own+1)
	}
	return out
}

// told are tools as a client is told of them, shape's own as it is.
func (h *hooks) told(client *mcp.Session, all []sdk.Tool) []sdk.Tool {
	own := slices.IndexFunc(all, h.isDefiner)
	if own < 0 {
		return told(client, all)
	}
	return slices.Concat(told(client, all[:own]), all[own:own+1], told(client, all[own+1:]))
}
