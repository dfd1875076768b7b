package extmcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Keys of the metadata that CheckRequest returns. CEL reads them as mcpGuardrails.KEY.
const (
	toolKey = "shape_tool" // the name of the tool
	callKey = "shape_call" // a call as JSON
)

// OwnerHeader is the header that names the client of a call to the backend with
// shape_retrieve.
const OwnerHeader = "X-Shape-Owner"

// call holds the facts of a request that its response needs.
type call struct {
	Name      string          `json:"name,omitempty"` // of the tool
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Meta      json.RawMessage `json:"meta,omitempty"`  // of _meta, the members of clientKeys
	Owner     string          `json:"owner,omitempty"` // the client's secret, as a hash
}

// mostKept is the size in bytes of arguments, and of a member of _meta, that the metadata holds.
const mostKept = 2 << 10

// clientKeys are the members of _meta that describe the client (MCP 2026-07-28).
var clientKeys = []string{"io.modelcontextprotocol/clientInfo", "io.modelcontextprotocol/clientCapabilities"}

// choices are the arguments with the choices of a caller. They stay if the arguments are
// long.
var choices = []string{"_fields", "_mode", "_profile"}

// callOf returns the call of a request.
func callOf(r *extmcppb.McpRequest) (c call) {
	params := gjson.ParseBytes(r.McpRequest)
	about := map[string]json.RawMessage{}
	params.Get("_meta").ForEach(func(name, value gjson.Result) bool {
		if slices.Contains(clientKeys, name.String()) && len(value.Raw) <= mostKept {
			about[name.String()] = json.RawMessage(value.Raw)
		}
		return true
	})
	if text, err := json.Marshal(about); err == nil && len(about) > 0 {
		c.Meta = text
	}
	if r.Method != "tools/call" {
		return c
	}
	c.Name = params.Get("name").String()
	arguments := params.Get("arguments")
	if !arguments.IsObject() || !json.Valid([]byte(arguments.Raw)) {
		return c
	}
	if c.Arguments = json.RawMessage(arguments.Raw); len(c.Arguments) > mostKept {
		chosen := map[string]json.RawMessage{}
		for _, name := range choices {
			if value := arguments.Get(name); value.Exists() && len(value.Raw) <= mostKept {
				chosen[name] = json.RawMessage(value.Raw)
			}
		}
		c.Arguments, _ = json.Marshal(chosen)
	}
	return c
}

// readCall reads a call from metadata: its JSON, or the name of the tool alone.
func readCall(text string) (c call, err error) {
	if !strings.HasPrefix(text, "{") {
		return call{Name: text}, nil
	}
	err = json.Unmarshal([]byte(text), &c)
	return c, err
}

// metadata returns the call as metadata for the gateway.
func (c *call) metadata() *structpb.Struct {
	out := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	if c.Name != "" {
		out.Fields[toolKey] = structpb.NewStringValue(c.Name)
	}
	if text, err := json.Marshal(c); err == nil {
		out.Fields[callKey] = structpb.NewStringValue(string(text))
	}
	return out
}

// params returns the params of a call as the client sent them, as far as they are kept.
func (c *call) params() []byte {
	out, _ := json.Marshal(struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments,omitempty"`
		Meta      json.RawMessage `json:"_meta,omitempty"`
	}{c.Name, c.Arguments, c.Meta})
	return out
}

// ownerOf returns a name for the client with these headers, "" if they do not tell. The name
// does not reveal the authorization or the session. It is the same in every replica.
func ownerOf(headers []*extmcppb.McpHeader) string {
	values := map[string]string{}
	for _, h := range headers {
		values[strings.ToLower(h.Key)] = string(h.Value)
	}
	kind, secret := mcp.KnownBy(values["authorization"], values["mcp-session-id"])
	if kind == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("shape owner\x00" + kind + "\x00" + secret))
	return hex.EncodeToString(sum[:16])
}

// ownerHeaders has the gateway name the client to the backend with shape_retrieve, and to no
// other.
func ownerHeaders(tenant *tenants.Tenant, c *call, isRetrieve bool) *extmcppb.HeaderMutation {
	name := ownerName(tenant, c.Owner)
	if !isRetrieve || name == "" {
		return &extmcppb.HeaderMutation{Remove: []string{OwnerHeader}}
	}
	return &extmcppb.HeaderMutation{Set: []*extmcppb.McpHeader{{Key: OwnerHeader, Value: []byte(name)}}}
}

// ownerName names the client of a tenant, "" if all clients are one.
func ownerName(tenant *tenants.Tenant, owner string) string {
	if tenant.Name == "" && owner == "" {
		return ""
	}
	return hex.EncodeToString([]byte(tenant.Name)) + "." + owner
}

// OwnerKind separates the names of [OwnerHeader] from other secrets of clients.
const OwnerKind = "owner"
