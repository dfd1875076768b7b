// Package retrieve is the MCP server that gives back archived results, for gateways whose hook
// cannot answer a call. It speaks Streamable HTTP without sessions.
package retrieve

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Handler returns the server. name is that of its one tool. Calls of a tenant carry the header
// [extmcp.OwnerHeader] of the gateway.
func Handler(all *tenants.Table, name, version string) http.Handler {
	server := sdk.NewServer(&sdk.Implementation{Name: "shape", Version: version}, nil)
	tool := &sdk.Tool{}
	if err := json.Unmarshal(mcp.Retriever(), tool); err != nil {
		panic(err) // a constant
	}
	tool.Name = name
	server.AddTool(tool, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return answer(ctx, all, r)
	})
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// answer reads an archived result.
func answer(ctx context.Context, all *tenants.Table, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	owner := ""
	if r.Extra != nil {
		owner = r.Extra.Header.Get(extmcp.OwnerHeader)
	}
	tenant, err := tenantOf(all, owner)
	if err != nil {
		return nil, err
	}
	server, err := tenant.Keeper(gjson.GetBytes(r.Params.Arguments, "handle").String())
	if err != nil {
		return nil, err
	}
	session := server.Session()
	call := mcp.Call{Tool: mcp.RetrieveTool}
	if owner != "" {
		session.BelongsTo(&call, extmcp.OwnerKind, owner)
	}
	text, ok := session.Answer(ctx, call, r.Params.Arguments)
	if !ok {
		return nil, errors.New("the configuration has no archive")
	}
	result := &sdk.CallToolResult{}
	if err := json.Unmarshal(text, result); err != nil {
		return nil, errors.New("the result cannot be written")
	}
	return result, nil
}

// tenantOf returns the tenant of a client's name.
func tenantOf(all *tenants.Table, owner string) (*tenants.Tenant, error) {
	name, _, _ := strings.Cut(owner, ".")
	tenant, err := hex.DecodeString(name)
	if err != nil {
		return nil, errors.New("the header " + extmcp.OwnerHeader + " names no client")
	}
	return all.Of(string(tenant))
}
