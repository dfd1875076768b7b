package extproc_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	pb "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc/metadata"
)

func (e envoy) mustAsk(ctx context.Context, req, res message) message {
	e.Helper()
	got, err := e.ask(ctx, req, func(message) message { return res })
	if err != nil {
		e.Fatal(err)
	}
	return got
}

// A cut result is given back by the tool that the list offers, and the server never sees it.
func TestRetrieveThroughEnvoy(t *testing.T) {
	s := serve(t, `{"global":{"archive":{"store":"memory"}},"privacy":{"drop":["secret"]},"tool_overrides":{"get":{"budget":{"max_bytes":600}}}}`)
	long := strings.Repeat("word ", 400)
	for _, mode := range []filter.ProcessingMode_BodySendMode{buffered, streamed, duplex} {
		e := s.envoy(t, mode, mode)
		mine := "mcp-session-id: mine " + mode.String()
		list := e.mustAsk(t.Context(), post(`{"id":1,"method":"tools/list"}`, mine), reply("application/json", `{"id":1,"result":{"tools":[{"name":"get","inputSchema":{"type":"object"}}]}}`))
		if !strings.Contains(list.body(), `"name":"shape_retrieve"`) {
			t.Fatalf("%s: %s", mode, list.body())
		}
		kept := e.mustAsk(t.Context(), post(call, mine), reply("application/json", `{"id":7,"result":{"content":[],"structuredContent":{"secret":"c4n4ry","text":"`+long+`"}}}`))
		_, handle, _ := strings.Cut(kept.body(), "shape_retrieve ")
		handle, _, found := strings.Cut(handle, `"`)
		if !found || strings.Contains(kept.body(), long) {
			t.Fatalf("%s: %s", mode, kept.body())
		}
		ask := post(`{"id":9,"method":"tools/call","params":{"name":"shape_retrieve","arguments":{"handle":"`+handle+`"}}}`, mine, "mcp-name: shape_retrieve")
		got, err := e.ask(t.Context(), ask, func(message) message {
			t.Error("the server gets the call")
			return reply("application/json", "{}")
		})
		if err != nil || got.header(":status") != "200" || got.header("content-type") != "application/json" || !strings.Contains(got.body(), long) || strings.Contains(got.body(), canary) {
			t.Errorf("%s: %v, %v", mode, err, got)
		}
		ask.headers[len(ask.headers)-2] = "mcp-session-id: other"
		if got, _ := e.ask(t.Context(), ask, func(message) message { return reply("application/json", `{"id":9,"result":{}}`) }); strings.Contains(got.body(), long) {
			t.Errorf("%s: another client gets the result", mode)
		}
	}
}

// A request that changes on its way has a true length.
func TestRequestChanges(t *testing.T) {
	s := serve(t, `{"tool_overrides":{"get":{"caller":["fields"]}}}`)
	chosen := strings.Replace(call, `"arguments":{}`, `"arguments":{"_fields":["a"],"x":1}`, 1)
	for _, mode := range []filter.ProcessingMode_BodySendMode{buffered, streamed, duplex} {
		e := s.envoy(t, mode, mode)
		e.keepsLength = true
		mine := "mcp-session-id: mine"
		e.mustAsk(t.Context(), post(exchanges["a list"].request, mine), reply("application/json", exchanges["a list"].response))
		got, err := e.ask(t.Context(), post(chosen, mine).cut(9), func(r message) message {
			if length := r.header("content-length"); strings.Contains(r.body(), "_fields") || !strings.Contains(r.body(), `"x":1`) || length != "" && length != strconv.Itoa(len(r.body())) {
				t.Errorf("%s: the server gets %v", mode, r)
			}
			return reply("application/json", result)
		})
		if err != nil || !strings.Contains(got.body(), `{"a":1}`) {
			t.Errorf("%s: %v, %v", mode, err, got)
		}
	}
}

// Detectors and transforms of texts are linked.
func TestLeaves(t *testing.T) {
	s := serve(t, `{"privacy":{"detect":["email"]},"tool_overrides":{"get":{"text_as":"log"}}}`)
	lines := strings.Repeat(`2026-01-01T00:00:00Z INFO the same line\n`, 60)
	got := s.envoy(t, buffered, buffered).mustAsk(t.Context(), post(call), reply("application/json", `{"id":7,"result":{"content":[{"type":"text","text":"jo@example.com\n`+lines+`"}]}}`))
	if strings.Contains(got.body(), "jo@example.com") || len(got.body()) > len(lines)/2 {
		t.Error(got.body())
	}
}

// change writes another configuration. The error says that it is refused.
func (s *serving) change(t *testing.T, rules string) error {
	tenant, err := s.all.Of("")
	if err == nil {
		err = os.WriteFile(s.file, []byte(rules), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tenant.Source.Reload(t.Context())
}

// A refused configuration leaves the last good one in use; a good one takes effect.
func TestReloadOfExchanges(t *testing.T) {
	s := serve(t, rules)
	e := s.envoy(t, buffered, buffered)
	for _, c := range []struct {
		rules    string
		isBroken bool
		has, not string
	}{
		{rules, false, `{"a":1}`, "note"},
		{`{"privacy":`, true, `{"a":1}`, "note"},
		{`{"privacy":{"drop":["a","secret"]}}`, false, `"note":2`, `"a"`},
	} {
		if err := s.change(t, c.rules); (err != nil) != c.isBroken {
			t.Errorf("%s: %v", c.rules, err)
		}
		body := e.mustAsk(t.Context(), post(call), reply("application/json", result)).body()
		if !strings.Contains(body, c.has) || strings.Contains(body, c.not) || strings.Contains(body, canary) {
			t.Errorf("%s: %s", c.rules, body)
		}
	}
}

// streaming begins an exchange whose response is an event stream.
func (s *serving) streaming(t *testing.T) (x *run, event func(text string) string) {
	stream, err := s.client.Process(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x = &run{envoy: s.envoy(t, streamed, streamed), stream: stream}
	for _, letter := range []byte("heS") {
		x.tell(frame(letter))
		x.hear()
	}
	return x, func(text string) string {
		sent := responseHalf.body(&pb.HttpBody{Body: []byte("data: " + text + "\n\n")})
		x.tell(sent)
		out, err := x.hearPart(responseHalf, sent)
		if err != nil {
			t.Error(err)
		}
		return out
	}
}

// New hiding rules act at once on an open event stream.
func TestReloadInAStream(t *testing.T) {
	s := serve(t, rules)
	_, event := s.streaming(t)
	const note = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"a":1,"secret":"c4n4ry"}}}`
	if got := event(note); !strings.Contains(got, `"a":1`) || strings.Contains(got, canary) {
		t.Error(got)
	}
	if err := s.change(t, `{"privacy":{"drop":["a","secret"]}}`); err != nil {
		t.Fatal(err)
	}
	if got := event(note); strings.Contains(got, `"a":1`) || strings.Contains(got, canary) {
		t.Error(got)
	}
}

// A client that listens is told with the next part of the stream that its tools changed.
func TestListChanged(t *testing.T) {
	s := serve(t, rules)
	e, mine := s.envoy(t, buffered, streamed), "mcp-session-id: mine"
	e.mustAsk(t.Context(), post(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`), reply("application/json", `{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"tools":{"listChanged":true}}}}`, mine))
	e.mustAsk(t.Context(), post(exchanges["a list"].request, mine), reply("application/json", exchanges["a list"].response))
	stream, err := s.client.Process(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x := &run{envoy: e, stream: stream}
	x.tell(requestHalf.headers(&pb.HttpHeaders{Headers: headerMap([]string{":method: GET", ":path: /mcp", mine}), EndOfStream: true}))
	x.hear()
	x.tell(frame('S'))
	x.hear()
	if err := s.change(t, `{"privacy":{"drop":["secret","a"]}}`); err != nil {
		t.Fatal(err)
	}
	for all := ""; !strings.Contains(all, "notifications/tools/list_changed"); {
		part := responseHalf.body(&pb.HttpBody{Body: []byte(":\n")})
		x.tell(part)
		out, err := x.hearPart(responseHalf, part)
		if err != nil {
			t.Fatal(err)
		}
		all += out
	}
}

// A service that stops ends open streams with an error, so that the gateway's failure mode
// decides. Without an error Envoy would pass the rest.
func TestStop(t *testing.T) {
	s := serve(t, rules)
	x, event := s.streaming(t)
	event("{}")
	s.server.Stop()
	if _, err := x.stream.Recv(); err == nil || err == io.EOF {
		t.Error(err)
	}
}

// A tenant without a configuration gets nothing.
func TestUnknownTenant(t *testing.T) {
	s := serve(t, rules, "--tenants", `{"tenants":{"acme":"rules.json"}}`)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "tenant", "acme")
	if got := s.envoy(t, buffered, buffered).mustAsk(ctx, post(call), reply("application/json", result)); !strings.Contains(got.body(), `{"a":1}`) {
		t.Error(got.body())
	}
	got := s.envoy(t, buffered, buffered).mustAsk(t.Context(), post(call), reply("application/json", result))
	if got.header(":status") != "500" || !s.logged(`the metadata "tenant" names no tenant with a configuration`) {
		t.Errorf("%v, %q", got, s.log)
	}
}

// frame returns a frame by a letter: h headers, b body, e its end, t trailers; of the request,
// in capitals of the response.
func frame(letter byte) *pb.ProcessingRequest {
	headers := &pb.HttpHeaders{Headers: headerMap(post(call).headers)}
	answer := &pb.HttpHeaders{Headers: headerMap(reply("application/json", result).headers)}
	events := &pb.HttpHeaders{Headers: headerMap(reply("text/event-stream", "").headers)}
	switch letter {
	case 'h':
		return requestHalf.headers(headers)
	case 'b':
		return requestHalf.body(&pb.HttpBody{Body: []byte(call)})
	case 'e':
		return requestHalf.body(&pb.HttpBody{Body: []byte(call), EndOfStream: true})
	case 't':
		return requestHalf.trailers(&pb.HttpTrailers{})
	case 'H':
		return responseHalf.headers(answer)
	case 'S':
		return responseHalf.headers(events)
	case 'B':
		return responseHalf.body(&pb.HttpBody{Body: []byte(result)})
	case 'E':
		return responseHalf.body(&pb.HttpBody{Body: []byte("data: " + result + "\n\n"), EndOfStream: true})
	case 'T':
		return responseHalf.trailers(&pb.HttpTrailers{Trailers: headerMap([]string{"x-t: c4n4ry"})})
	}
	return &pb.ProcessingRequest{}
}

// frames sends frames by their letters, and returns all answers with the error of the stream.
func (s *serving) frames(t *testing.T, mode filter.ProcessingMode_BodySendMode, letters string) (all []*pb.ProcessingResponse, err error) {
	stream, err := s.client.Process(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range letters {
		f := frame(letters[i])
		if i == 0 {
			f.ProtocolConfig = &pb.ProtocolConfiguration{RequestBodyMode: mode, ResponseBodyMode: mode}
		}
		if err := stream.Send(f); err != nil {
			break
		}
	}
	stream.CloseSend()
	for {
		answer, err := stream.Recv()
		if err != nil {
			return all, err
		}
		all = append(all, answer)
	}
}

// A frame out of order gets status 500, and no later frame has an answer.
func TestFramesOutOfOrder(t *testing.T) {
	s := serve(t, rules)
	for _, letters := range []string{"b", "t", "B", "T", "hh", "heh", "heHH", "heHeB", "hbb", "hbHBB", "heB", "heT", "heHBTB", "?", "h?", "heHB?"} {
		all, err := s.frames(t, buffered, letters+"heHB")
		last := all[len(all)-1].GetImmediateResponse()
		isOver := letters == "heHBTB" // after trailers nothing is awaited
		if err != io.EOF || (last == nil || last.GetStatus().GetCode() != 500) && !isOver || len(all) > len(letters) {
			t.Errorf("%s: %v, %v", letters, err, all)
		}
	}
	if !s.logged("out of order") || !s.logged("unknown kind") {
		t.Errorf("%q", s.log)
	}
}

// No order of frames shows a secret, and the processor never ends the stream first.
func TestAnyFrames(t *testing.T) {
	s := serve(t, rules)
	r := rand.New(rand.NewPCG(1, 2))
	for _, mode := range []filter.ProcessingMode_BodySendMode{buffered, streamed, duplex} {
		for range 1500 {
			letters := []byte("heHB")[:r.IntN(4)]
			for range r.IntN(8) {
				letters = append(letters, "hbetHSBET?"[r.IntN(10)])
			}
			all, err := s.frames(t, mode, string(letters))
			if err != io.EOF || strings.Contains(fmt.Sprint(all), canary) {
				t.Fatalf("%s, %s: %v, %v", mode, letters, err, all)
			}
		}
	}
}

// Requests whose last part is due hold no more memory than all exchanges may.
func TestWaitingRequests(t *testing.T) {
	s := serve(t, rules, "--max-memory=16", "--limit=8000000")
	begin := func() (*run, string) {
		stream, err := s.client.Process(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r := &run{envoy: s.envoy(t, streamed, streamed), stream: stream}
		r.tell(frame('h'))
		r.hear()
		r.tell(requestHalf.body(&pb.HttpBody{Body: make([]byte, 7_000_000)}))
		answer, _ := r.hear()
		return r, answer.GetImmediateResponse().GetStatus().GetCode().String()
	}
	first, _ := begin()
	begin()
	if _, status := begin(); status != "ServiceUnavailable" {
		t.Errorf("the third request: %s", status)
	}
	first.stream.CloseSend()
	if _, err := first.stream.Recv(); err != io.EOF {
		t.Fatal(err)
	}
	if _, status := begin(); status == "ServiceUnavailable" {
		t.Error("a request that ended holds memory")
	}
}

// Many exchanges at once keep apart while the configuration changes: each client gets its own
// answer, and none of the secrets.
func TestConcurrent(t *testing.T) {
	s := serve(t, rules)
	var work sync.WaitGroup
	for c := range 50 {
		work.Go(func() {
			for i := range 20 {
				if c == 0 {
					if err := s.change(t, fmt.Sprintf(`{"privacy":{"drop":["secret","x%d"]}}`, i)); err != nil {
						t.Error(err)
					}
				}
				mode := []filter.ProcessingMode_BodySendMode{buffered, streamed, duplex}[i%3]
				own := fmt.Sprintf("own-%d-%d", c, i)
				answer := strings.Replace(result, `"a":1`, `"a":"`+own+`"`, 1)
				kind := "application/json"
				if i%2 == 0 {
					kind, answer = "text/event-stream", "data: "+answer+"\n\n"
				}
				got, err := s.envoy(t, mode, mode).ask(t.Context(), post(call), func(message) message { return reply(kind, answer).cut(i, len(answer)-i) })
				if err != nil || !strings.Contains(got.body(), own) || strings.Contains(got.body(), canary) {
					t.Errorf("%v: %s", err, got.body())
				}
			}
		})
	}
	work.Wait()
}
