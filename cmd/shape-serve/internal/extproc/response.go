package extproc

import (
	"net/http"
	"strconv"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// responseHeaders handles the headers of the response, and asks for the body in the mode that
// its type needs.
func (x *exchange) responseHeaders(m *extproc.HttpHeaders) (fault string) {
	if x.phase > atResponse {
		return outOfOrder("response_headers")
	}
	h, pseudo := newHeaders(m.GetHeaders())
	status, err := strconv.Atoi(pseudo[":status"])
	if err != nil {
		return "the headers of a response have no :status"
	}
	x.headers, x.isHeld = h, false
	if x.exchange == nil {
		if fault := x.startUnknown(status); fault != "" {
			return fault
		}
	}
	form, instead := x.exchange.Response(status, h.want)
	switch {
	case instead != nil:
		x.answer(instead)
		return ""
	case m.GetEndOfStream():
		x.withoutBody()
		return ""
	case !x.modes.sends && x.server.Hides():
		return "the gateway may pass the response unseen: set response_body_mode to BUFFERED, STREAMED or FULL_DUPLEX_STREAMED; Envoy must be of a version that tells its modes (protocol_config)"
	}
	x.form, x.phase = form, atResponseBody
	switch {
	case form == web.Stream:
		h.want.Del("Content-Length")
		if x.modes.overrides {
			x.modes.response = streamed
		}
	case form == web.Unchanged && x.modes.overrides:
		x.modes.response = none
	case x.modes.response == streamed:
		h.want.Del("Content-Length")
	case x.modes.response == buffered:
		h.keep("Content-Length")
	}
	if x.isHeld = form == web.Whole && x.modes.response == duplex; !x.isHeld {
		x.sayResponseHeaders()
	}
	return ""
}

// startUnknown begins an exchange whose request did not come.
func (x *exchange) startUnknown(status int) (fault string) {
	if x.exchange = x.proxy.BeginUnknown(x.ctx); x.exchange == nil {
		return "a response came without the body of its request, and tools are limited by name; set request_body_mode to BUFFERED"
	}
	if status < http.StatusBadRequest { // else the gateway itself may have answered
		x.service.notes.Fault(kind, "a response came without the body of its request, so that the hiding rules of every tool act, and no others; set request_body_mode to BUFFERED")
	}
	return ""
}

// withoutBody handles a response that has headers alone.
func (x *exchange) withoutBody() {
	x.phase = atTrailers
	out, instead := x.exchange.Body(nil, true)
	if instead == nil && len(out) > 0 { // the error of a request that gets no answer
		instead = &web.Answer{Status: http.StatusOK, Body: out}
	}
	if instead != nil {
		x.answer(instead)
		return
	}
	x.headers.keep("Content-Length")
	if x.headers.now.Get("Content-Type") == "" {
		x.headers.want.Del("Content-Type")
	}
	x.sayResponseHeaders()
}

// sayResponseHeaders answers the headers of the response. In the modes other than BUFFERED they
// do not change any more.
func (x *exchange) sayResponseHeaders() {
	x.isHeld = false
	x.say(&extproc.ProcessingResponse{
		Response:     &extproc.ProcessingResponse_ResponseHeaders{ResponseHeaders: &extproc.HeadersResponse{Response: x.common()}},
		ModeOverride: x.modes.override(),
	})
	if x.modes.response != buffered {
		x.headers = headers{}
	}
}

func (x *exchange) sayResponseBody(answer *extproc.CommonResponse) {
	x.say(&extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ResponseBody{ResponseBody: &extproc.BodyResponse{Response: answer}}})
}

// responseBody handles the next part of the body. A body in BUFFERED mode is one part, also if
// trailers follow.
func (x *exchange) responseBody(m *extproc.HttpBody) (fault string) {
	if x.phase != atResponseBody {
		return outOfOrder("response_body")
	}
	came, isLast := m.GetBody(), m.GetEndOfStream()
	isWhole := isLast || x.modes.response == buffered
	if isWhole {
		x.phase = atTrailers
	}
	out := came
	if x.form != web.Unchanged {
		var instead *web.Answer
		out, instead = x.exchange.Body(came, isWhole)
		switch {
		case instead != nil && x.form == web.Whole && x.modes.response == streamed: // the headers are out
			x.note(instead)
			out, x.phase = instead.Body, atTrailers
		case instead != nil:
			x.answer(instead)
			return ""
		}
	}
	if x.modes.response == duplex {
		x.sayPieces(out, isLast)
		return ""
	}
	x.sayResponseBody(x.replaced(came, out))
	return ""
}

// sayPieces sends a part of the body in duplex mode, after the headers.
func (x *exchange) sayPieces(body []byte, isLast bool) {
	if x.isHeld && (isLast || len(body) > 0) {
		x.sayResponseHeaders()
	}
	pieces(body, isLast, x.sayResponseBody)
}

// responseTrailers handles the trailers of the response. Under a hiding rule none passes, since
// MCP has none.
func (x *exchange) responseTrailers(trailers *core.HeaderMap) (fault string) {
	if x.phase != atResponseBody && x.phase != atTrailers {
		return outOfOrder("response_trailers")
	}
	if x.phase == atResponseBody && x.form != web.Unchanged {
		out, instead := x.exchange.Body(nil, true)
		switch {
		case instead != nil:
			x.answer(instead)
			return ""
		case x.modes.response == duplex:
			if x.isHeld {
				x.sayResponseHeaders()
			}
			x.sayPieces(out, false)
		case x.form == web.Whole && len(out) > 0:
			return "a response with trailers came in STREAMED mode; use BUFFERED or FULL_DUPLEX_STREAMED"
		}
	}
	x.phase = atEnd
	answer := &extproc.TrailersResponse{}
	if x.server.Hides() {
		answer.HeaderMutation = removal(trailers)
	}
	x.say(&extproc.ProcessingResponse{Response: &extproc.ProcessingResponse_ResponseTrailers{ResponseTrailers: answer}})
	return ""
}
