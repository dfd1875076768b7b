package gosdk

//lint:file-ignore SA1019 servers write log messages as long as clients of MCP 2025-11-25 read them

import (
	"bytes"
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// obeysInLog applies the hiding rules to a log message. It returns any other request
// unchanged.
func obeysInLog(ctx context.Context, client *mcp.Session, req sdk.Request) sdk.Request {
	params, _ := req.GetParams().(*sdk.LoggingMessageParams)
	session, _ := req.GetSession().(*sdk.ServerSession)
	if params == nil || session == nil {
		return req
	}
	before, err := json.Marshal(params.Data)
	if err != nil {
		return req // the SDK cannot encode it either
	}
	after, err := client.Obey(ctx, mcp.Call{}, before)
	if err != nil {
		after = []byte("null")
	}
	if bytes.Equal(before, after) {
		return req
	}
	out := *params
	out.Data = json.RawMessage(after)
	return &sdk.ServerRequest[*sdk.LoggingMessageParams]{Session: session, Params: &out}
}
