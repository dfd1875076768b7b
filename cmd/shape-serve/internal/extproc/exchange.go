package extproc

import (
	"bytes"
	"cmp"
	"context"
	"net/http"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	envoy "github.com/envoyproxy/go-control-plane/envoy/type/v3"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// phase is the next frame of an exchange.
type phase int

const (
	atStart        phase = iota // headers of the request, or of a response without one
	atRequestBody               // the rest of the request's body
	atResponse                  // headers of the response
	atResponseBody              // the rest of the response's body
	atTrailers                  // trailers of the response
	atEnd                       // frames are ignored
)

// exchange is one HTTP exchange. It belongs to one goroutine.
type exchange struct {
	service *Service
	ctx     context.Context
	send    func(*extproc.ProcessingResponse) error
	err     error // of send
	outcome string

	observes bool // the gateway takes no answers
	modes    modes
	phase    phase
	server   *mcp.Server
	proxy    *web.Proxy
	request  *http.Request
	headers  headers       // of the message that is read
	isHeld   bool          // the answer to the headers is still due (duplex)
	body     []byte        // of the request, as far as it came
	waiting  int64         // bytes of it that count as waiting
	exchange *web.Exchange // nil before it begins
	form     web.Form      // of the response
}

// Outcomes of exchanges, as metrics count them.
const (
	handled  = "handled"
	answered = "answered" // by shape in place of the server
	rejected = "refused"
	faulty   = "fault" // of the gateway
)

// kind is the kind of the lines in the log.
const kind = "ext_proc"

func (x *exchange) close() {
	if x.exchange != nil {
		x.exchange.Close()
	}
	x.wait(0)
	x.service.notes.Add("ext_proc", "process", cmp.Or(x.outcome, handled))
}

// wait sets the number of bytes that wait for the last part of the request. It returns false if
// all exchanges together hold too many.
func (x *exchange) wait(bytes int64) bool {
	all := x.service.waiting.Add(bytes - x.waiting)
	x.waiting = bytes
	return all <= int64(x.service.options.Memory)<<20
}

// take handles one frame. The error is that of the stream.
func (x *exchange) take(msg *extproc.ProcessingRequest) error {
	if x.phase == atStart && x.server == nil {
		x.begin(msg)
	}
	if x.phase == atEnd {
		return x.err
	}
	var fault string
	switch m := msg.GetRequest().(type) {
	case *extproc.ProcessingRequest_RequestHeaders:
		fault = x.requestHeaders(m.RequestHeaders)
	case *extproc.ProcessingRequest_RequestBody:
		fault = x.requestBody(m.RequestBody)
	case *extproc.ProcessingRequest_RequestTrailers:
		fault = x.requestTrailers()
	case *extproc.ProcessingRequest_ResponseHeaders:
		fault = x.responseHeaders(m.ResponseHeaders)
	case *extproc.ProcessingRequest_ResponseBody:
		fault = x.responseBody(m.ResponseBody)
	case *extproc.ProcessingRequest_ResponseTrailers:
		fault = x.responseTrailers(m.ResponseTrailers.GetTrailers())
	default:
		fault = "the gateway sends a frame of an unknown kind"
	}
	if fault != "" {
		x.fail(fault)
	}
	return x.err
}

// begin finds the rules of an exchange by its first frame.
func (x *exchange) begin(first *extproc.ProcessingRequest) {
	x.observes, x.modes = first.GetObservabilityMode(), newModes(first)
	var err error
	x.server, x.proxy, err = x.service.proxyFor(x.ctx)
	switch {
	case err != nil:
		x.fail(err.Error())
	case x.modes.fault() != "":
		x.fail(x.modes.fault())
	case x.observes && x.server.Hides():
		x.service.notes.Fault(kind, "the gateway observes only (observability_mode), so that nothing is hidden")
	}
}

// say sends a frame, unless the gateway takes none.
func (x *exchange) say(answer *extproc.ProcessingResponse) {
	if !x.observes && x.err == nil {
		x.err = x.send(answer)
	}
}

// fail ends the exchange after a fault of the gateway.
func (x *exchange) fail(why string) {
	x.outcome = faulty
	x.service.notes.Fault(kind, why)
	x.instead(&web.Answer{Status: http.StatusInternalServerError, Body: mcp.Failure([]byte("null"), why)})
}

// answer ends the exchange with an answer of the proxy.
func (x *exchange) answer(a *web.Answer) {
	x.note(a)
	x.instead(a)
}

// note counts an answer of the proxy, and logs a refusal.
func (x *exchange) note(a *web.Answer) {
	if x.outcome = answered; a.Reason != "" {
		x.outcome = rejected
		x.service.notes.Fault(kind, "a message was refused: "+a.Reason)
	}
}

// instead sends an immediate response. If the client has a part of the response already, the
// gateway resets the connection.
func (x *exchange) instead(a *web.Answer) {
	x.phase = atEnd
	out := &extproc.ImmediateResponse{
		Status: &envoy.HttpStatus{Code: envoy.StatusCode(a.Status)}, Body: a.Body, Details: "shape_" + x.outcome,
	}
	if len(a.Body) > 0 {
		out.Headers = &extproc.HeaderMutation{SetHeaders: []*core.HeaderValueOption{header("content-type", "application/json")}}
		if a.Status == http.StatusServiceUnavailable {
			out.Headers.SetHeaders = append(out.Headers.SetHeaders, header("retry-after", "1"))
		}
	}
	x.say(&extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ImmediateResponse{ImmediateResponse: out}})
}

// outOfOrder is the fault of a frame that does not come next.
func outOfOrder(frame string) string {
	return "frames out of order: " + frame + " came; the filter must send the headers of requests and responses (request_header_mode, response_header_mode)"
}

// piece is the size of the parts of a body in duplex mode, in bytes.
const piece = 64 << 10

// common returns the answer to headers or to a body: a change of the headers, if one is due.
func (x *exchange) common() *extproc.CommonResponse {
	return &extproc.CommonResponse{HeaderMutation: x.headers.mutation()}
}

// replaced is common with another body in place of the one that came.
func (x *exchange) replaced(came, body []byte) *extproc.CommonResponse {
	out := x.common()
	switch {
	case bytes.Equal(came, body):
		return out
	case len(body) == 0:
		out.BodyMutation = &extproc.BodyMutation{Mutation: &extproc.BodyMutation_ClearBody{ClearBody: true}}
	default:
		out.BodyMutation = &extproc.BodyMutation{Mutation: &extproc.BodyMutation_Body{Body: body}}
	}
	return out
}

// pieces sends a body in duplex mode by a function, in parts. isLast marks the end of it.
func pieces(body []byte, isLast bool, send func(*extproc.CommonResponse)) {
	for len(body) > 0 || isLast {
		n := min(len(body), piece)
		part := &extproc.StreamedBodyResponse{Body: body[:n], EndOfStream: isLast && n == len(body)}
		send(&extproc.CommonResponse{BodyMutation: &extproc.BodyMutation{
			Mutation: &extproc.BodyMutation_StreamedResponse{StreamedResponse: part},
		}})
		if body = body[n:]; part.EndOfStream {
			return
		}
	}
}
