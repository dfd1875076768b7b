package extproc

import (
	"cmp"
	"context"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// headers are the headers of a message: as the gateway has them now, and as they should be.
type headers struct{ now, want http.Header }

// newHeaders returns the headers of a message, and those that begin with ":" apart.
func newHeaders(in *core.HeaderMap) (h headers, pseudo map[string]string) {
	h.now, pseudo = http.Header{}, map[string]string{}
	for _, one := range in.GetHeaders() {
		value := cmp.Or(string(one.GetRawValue()), one.GetValue())
		if strings.HasPrefix(one.GetKey(), ":") {
			pseudo[one.GetKey()] = value
			continue
		}
		h.now.Add(one.GetKey(), value)
	}
	h.want = h.now.Clone()
	return h, pseudo
}

// mutation returns the change that is due, nil if there is none, and takes it as made.
func (h *headers) mutation() *extproc.HeaderMutation {
	out := &extproc.HeaderMutation{}
	for _, name := range slices.Sorted(maps.Keys(h.now)) {
		if _, stays := h.want[name]; !stays {
			out.RemoveHeaders = append(out.RemoveHeaders, strings.ToLower(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.want)) {
		if !slices.Equal(h.want[name], h.now[name]) {
			out.SetHeaders = append(out.SetHeaders, header(name, strings.Join(h.want[name], ", ")))
		}
	}
	h.now = h.want.Clone()
	if len(out.RemoveHeaders)+len(out.SetHeaders) == 0 {
		return nil
	}
	return out
}

// keep takes the value that the gateway has as the wanted one.
func (h *headers) keep(name string) {
	delete(h.want, name)
	if values, has := h.now[name]; has {
		h.want[name] = values
	}
}

func header(name, value string) *core.HeaderValueOption {
	return &core.HeaderValueOption{
		Header:       &core.HeaderValue{Key: strings.ToLower(name), RawValue: []byte(value)},
		AppendAction: core.HeaderValueOption_OVERWRITE_IF_EXISTS_OR_ADD,
	}
}

// removal removes all headers of a map.
func removal(in *core.HeaderMap) *extproc.HeaderMutation {
	h, _ := newHeaders(in)
	h.want = nil
	return h.mutation()
}

// newRequest returns a request with headers. Its address is the last one in X-Forwarded-For, as
// the gateway writes it. The address tells clients without a session apart.
func newRequest(ctx context.Context, h http.Header, pseudo map[string]string) *http.Request {
	hops := strings.Split(strings.Join(h.Values("X-Forwarded-For"), ","), ",")
	path, _, _ := strings.Cut(pseudo[":path"], "?")
	r := &http.Request{
		Method: pseudo[":method"], URL: &url.URL{Path: path}, Host: pseudo[":authority"], Header: h,
		RemoteAddr: net.JoinHostPort(strings.TrimSpace(hops[len(hops)-1]), "0"),
	}
	return r.WithContext(ctx)
}

// trustedSince is the first revision of MCP whose servers refuse headers that differ from the
// body.
const trustedSince = "2026-07-28"

// trustedTool returns the tool that the headers of a request call, "" if they do not say.
func trustedTool(h http.Header) string {
	version, method, name := h.Values("Mcp-Protocol-Version"), h.Values("Mcp-Method"), h.Values("Mcp-Name")
	if len(version) != 1 || len(method) != 1 || len(name) != 1 || method[0] != "tools/call" || version[0] < trustedSince {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, version[0]); err != nil {
		return ""
	}
	tool, ok := mcp.HeaderText(name[0])
	if !ok {
		return ""
	}
	return tool
}
