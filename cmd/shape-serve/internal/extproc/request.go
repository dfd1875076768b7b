package extproc

import (
	"net/http"
	"strconv"

	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// requestHeaders handles the headers of the request. They name the rule if the operator trusts
// them; else the body does.
func (x *exchange) requestHeaders(m *extproc.HttpHeaders) (fault string) {
	if x.phase != atStart {
		return outOfOrder("request_headers")
	}
	h, pseudo := newHeaders(m.GetHeaders())
	x.headers, x.request = h, newRequest(x.ctx, h.want, pseudo)
	if m.GetEndOfStream() {
		if x.start(nil); x.phase != atEnd {
			x.phase = atResponse
			x.sayRequestHeaders()
		}
		return ""
	}
	x.phase = atRequestBody
	if tool := trustedTool(h.now); x.service.options.trustHeaders && tool != "" && x.request.Method == http.MethodPost {
		x.exchange = x.proxy.BeginUnseen(x.request, tool)
		x.modes.skips = x.exchange != nil
	}
	h.want.Del("Accept-Encoding")
	switch {
	case x.modes.request == duplex:
		x.isHeld = true
		return ""
	case x.modes.request == streamed && !x.modes.skips:
		h.want.Del("Content-Length")
	}
	x.sayRequestHeaders()
	return ""
}

// sayRequestHeaders answers the headers of the request.
func (x *exchange) sayRequestHeaders() {
	x.isHeld = false
	x.say(&extproc.ProcessingResponse{
		Response:     &extproc.ProcessingResponse_RequestHeaders{RequestHeaders: &extproc.HeadersResponse{Response: x.common()}},
		ModeOverride: x.modes.override(),
	})
}

func (x *exchange) sayRequestBody(answer *extproc.CommonResponse) {
	x.say(&extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_RequestBody{RequestBody: &extproc.BodyResponse{Response: answer}}})
}

// requestBody collects the body, and handles it once it is whole. Parts before the last one go
// out empty, and the last one holds all.
func (x *exchange) requestBody(m *extproc.HttpBody) (fault string) {
	if x.phase != atRequestBody {
		return outOfOrder("request_body")
	}
	came, limit := m.GetBody(), x.service.options.Limit
	if x.body == nil {
		x.body = came
	} else {
		x.body = append(x.body, came...)
	}
	if !x.wait(int64(len(x.body))) {
		x.wait(0)
		x.answer(&web.Answer{Status: http.StatusServiceUnavailable, Body: mcp.Failure([]byte("null"), busy), Reason: busy})
		return ""
	}
	switch {
	case m.GetEndOfStream() || x.modes.request == buffered || len(x.body) > limit:
		x.requestEnds(came, m.GetEndOfStream())
	case x.modes.request == streamed:
		x.sayRequestBody(x.replaced(came, nil))
	}
	return ""
}

const busy = "requests hold as many bytes as they may (--max-memory); try again later"

// start begins the exchange, and returns the body for the server. An answer of the proxy ends
// the exchange.
func (x *exchange) start(body []byte) (forward []byte) {
	if x.exchange != nil { // the body was not asked for
		x.exchange.Close()
	}
	var instead *web.Answer
	if x.exchange, forward, instead = x.proxy.Begin(x.request, body); instead != nil {
		x.answer(instead)
	} else if x.request.Method != http.MethodPost {
		return body
	}
	return forward
}

// requestEnds handles the whole body, whose last part came now.
func (x *exchange) requestEnds(came []byte, isLast bool) {
	x.wait(0) // the exchange counts it from now on
	x.phase = atResponse
	x.modes.sends = x.modes.sends || x.modes.probes
	h := x.headers.now
	if wrong := mcp.Mismatch(x.body, h.Values("Mcp-Method"), h.Values("Mcp-Name")); wrong != nil && len(x.body) <= x.service.options.Limit {
		x.answer(&web.Answer{Status: http.StatusBadRequest, Body: wrong, Reason: "the headers Mcp-Method and Mcp-Name differ from the message"})
		return
	}
	forward := x.start(x.body)
	if x.phase == atEnd {
		return
	}
	if h.Get("Content-Length") != "" {
		x.headers.want.Set("Content-Length", strconv.Itoa(len(forward)))
	}
	if x.modes.request == duplex {
		x.sayRequestHeaders()
		pieces(forward, isLast, x.sayRequestBody)
		return
	}
	x.sayRequestBody(x.replaced(came, forward))
}

// requestTrailers handles the end of a body that has trailers.
func (x *exchange) requestTrailers() (fault string) {
	switch {
	case x.phase == atStart:
		return outOfOrder("request_trailers")
	case x.phase == atRequestBody && x.modes.request == streamed:
		return "a request with trailers came in STREAMED mode; use BUFFERED or FULL_DUPLEX_STREAMED"
	case x.phase == atRequestBody && x.modes.request == duplex:
		x.requestEnds(nil, false)
	case x.phase == atRequestBody && !x.modes.skips: // it has no body
		x.start(nil)
	}
	if x.phase != atEnd {
		x.phase = max(x.phase, atResponse)
		x.say(&extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_RequestTrailers{RequestTrailers: &extproc.TrailersResponse{}}})
	}
	return ""
}
