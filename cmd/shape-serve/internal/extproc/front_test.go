package extproc_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	pb "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// front is a gateway over HTTP that asks a processor, in front of a server. Bodies of responses
// go through it part by part.
type front struct {
	envoy
	upstream string
}

func (f front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	stream, err := f.client.Process(r.Context())
	if err != nil {
		f.Error(err)
		return
	}
	x := &run{envoy: f.envoy, stream: stream}
	body, _ := io.ReadAll(r.Body)
	req := message{headers: append([]string{":method: " + r.Method, ":path: " + r.URL.Path}, lines(r.Header)...)}
	if len(body) > 0 {
		req.parts = []string{string(body)}
	}
	req, err = x.half(requestHalf, req)
	if err == nil && x.immediate == nil {
		err = f.respond(x, w, r, req)
	}
	if err == nil && x.immediate != nil {
		for _, h := range x.immediate.GetHeaders().GetSetHeaders() {
			w.Header().Set(h.GetHeader().GetKey(), string(h.GetHeader().GetRawValue()))
		}
		w.WriteHeader(int(x.immediate.GetStatus().GetCode()))
		w.Write(x.immediate.GetBody())
	}
	stream.CloseSend()
	if err != nil && r.Context().Err() == nil {
		f.Error(err)
	}
}

func lines(h http.Header) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		all = append(all, strings.ToLower(name)+": "+strings.Join(h[name], ", "))
	}
	return all
}

// respond asks the server and carries its response.
func (f front) respond(x *run, w http.ResponseWriter, r *http.Request, req message) error {
	out, _ := http.NewRequestWithContext(r.Context(), r.Method, f.upstream, strings.NewReader(req.body()))
	for _, h := range req.headers[2:] {
		name, value, _ := strings.Cut(h, ": ")
		out.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(out)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	m := message{headers: append([]string{":status: " + strconv.Itoa(res.StatusCode)}, lines(res.Header)...)}
	if res.ContentLength == 0 {
		m, err := x.half(responseHalf, m)
		if x.immediate == nil && err == nil {
			begin(w, m)
		}
		return err
	}
	if x.mode(responseHalf) == duplex {
		return f.duplex(x, w, res, m)
	}
	x.tell(responseHalf.headers(&pb.HttpHeaders{Headers: headerMap(m.headers)}))
	if err := x.hearHeaders(responseHalf, &m); err != nil || x.immediate != nil {
		return err
	}
	if x.mode(responseHalf) == buffered {
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return err
		}
		m.parts = []string{string(body)}
		if err := x.buffered(responseHalf, &m, false); err != nil || x.immediate != nil {
			return err
		}
		begin(w, m)
		return nil
	}
	begin(w, m)
	return parts(res.Body, func(part *pb.HttpBody) error {
		sent := responseHalf.body(part)
		x.tell(sent)
		text, err := x.hearPart(responseHalf, sent)
		if x.immediate != nil {
			err = errFailed
		}
		io.WriteString(w, text)
		w.(http.Flusher).Flush()
		return err
	})
}

// duplex carries a response in duplex mode.
func (f front) duplex(x *run, w http.ResponseWriter, res *http.Response, m message) error {
	x.tell(responseHalf.headers(&pb.HttpHeaders{Headers: headerMap(m.headers)}))
	go parts(res.Body, func(part *pb.HttpBody) error { return x.stream.Send(responseHalf.body(part)) })
	if err := x.hearHeaders(responseHalf, &m); err != nil || x.immediate != nil {
		return err
	}
	begin(w, m)
	for {
		answer, err := x.hear()
		if err != nil || x.immediate != nil {
			return err
		}
		part := answer.GetResponseBody().GetResponse().GetBodyMutation().GetStreamedResponse()
		w.Write(part.GetBody())
		w.(http.Flusher).Flush()
		if part.GetEndOfStream() {
			return nil
		}
	}
}

// parts reads a body part by part, and ends with an empty part.
func parts(body io.Reader, take func(*pb.HttpBody) error) error {
	piece := make([]byte, 1<<10)
	for {
		n, err := body.Read(piece)
		part := &pb.HttpBody{Body: slices.Clone(piece[:n]), EndOfStream: err == io.EOF}
		if err != nil && err != io.EOF {
			return err
		}
		if n > 0 || err != nil {
			if fault := take(part); fault != nil || err != nil {
				return fault
			}
		}
	}
}

// begin writes a response, as far as it came.
func begin(w http.ResponseWriter, m message) {
	for _, h := range m.headers {
		if name, value, _ := strings.Cut(h, ": "); !strings.HasPrefix(name, ":") {
			w.Header().Set(name, value)
		}
	}
	status, _ := strconv.Atoi(m.header(":status"))
	w.WriteHeader(status)
	io.WriteString(w, m.body())
	w.(http.Flusher).Flush()
}

// A client and a server of the official SDK work through a gateway that asks the processor. They
// do so in each version of the protocol and in each mode. The rules act.
func TestSDK(t *testing.T) {
	for _, c := range []struct {
		name, version string
		options       sdk.StreamableHTTPOptions
		asks          bool // the server can send requests
	}{
		{"events", "2025-06-18", sdk.StreamableHTTPOptions{}, true},
		{"JSON", "2025-11-25", sdk.StreamableHTTPOptions{JSONResponse: true}, false},
		{"stateless", "2026-07-28", sdk.StreamableHTTPOptions{Stateless: true}, false},
	} {
		for name, flags := range map[string][]string{"buffered": nil, "duplex": nil, "trusted": {"--trust-headers"}} {
			t.Run(c.name+" "+name, func(t *testing.T) {
				s := serve(t, `{"privacy":{"drop":["secret"]},"tool_overrides":{"get":{"exclude_fields":["note"]}}}`, flags...)
				server := sdk.NewServer(&sdk.Implementation{Name: "s", Version: "1"}, nil)
				server.AddTool(&sdk.Tool{Name: "get", InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
					text := `{"a":1,"note":2,"secret":"c4n4ry"}`
					if c.asks {
						answer, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "well?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}}})
						if err != nil {
							return nil, err
						}
						text = strings.Replace(text, "1", strconv.Quote(answer.Action), 1)
					}
					return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
				})
				up := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &c.options))
				defer up.Close()
				defer up.CloseClientConnections()
				mode := buffered
				if name == "duplex" {
					mode = duplex
				}
				gateway := httptest.NewServer(front{s.envoy(t, mode, mode), up.URL})
				defer gateway.Close()
				defer gateway.CloseClientConnections()
				client := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, &sdk.ClientOptions{
					ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
						return &sdk.ElicitResult{Action: "decline"}, nil
					},
				})
				session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: gateway.URL}, &sdk.ClientSessionOptions{ProtocolVersion: c.version})
				if err != nil {
					t.Fatal(err)
				}
				defer session.Close()
				want := `{"a":1}`
				if c.asks {
					want = `{"a":"decline"}`
				}
				tools, err := session.ListTools(t.Context(), nil)
				if err != nil || len(tools.Tools) != 1 {
					t.Fatalf("%v, %v", tools, err)
				}
				res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "get"})
				if err != nil || res.Content[0].(*sdk.TextContent).Text != want {
					t.Fatalf("%v, %v, %q", err, fmt.Sprint(res), s.log)
				}
				if _, err := session.ListResources(t.Context(), nil); err != nil && !strings.Contains(err.Error(), "not") {
					t.Error(err)
				}
			})
		}
	}
}
