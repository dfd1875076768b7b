package extproc

import (
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

const (
	none     = filter.ProcessingMode_NONE
	streamed = filter.ProcessingMode_STREAMED
	buffered = filter.ProcessingMode_BUFFERED
	duplex   = filter.ProcessingMode_FULL_DUPLEX_STREAMED
)

// modes are the modes of the bodies of an exchange.
type modes struct {
	request, response filter.ProcessingMode_BodySendMode

	overrides bool // the gateway may take others
	skips     bool // the body of the request is not needed
	probes    bool // the body of the request comes only if the gateway took other modes
	// sends is true if the body of the response comes for certain. Without it the gateway could
	// ignore mode_override and pass the body on.
	sends bool
}

// newModes returns the modes that the first message tells.
func newModes(first *extproc.ProcessingRequest) modes {
	c := first.GetProtocolConfig()
	m := modes{request: c.GetRequestBodyMode(), response: c.GetResponseBodyMode()}
	if first.GetObservabilityMode() {
		return modes{request: streamed, response: streamed, sends: true}
	}
	m.overrides = m.request != duplex && m.response != duplex && !c.GetSendBodyWithoutWaitingForHeaderResponse()
	m.sends = m.response != none
	m.probes = c != nil && m.overrides && m.request == none
	if m.request == none {
		m.request = buffered
	}
	if m.response == none {
		m.response = buffered
	}
	return m
}

// fault returns the reason why no exchange is possible in the modes, "" if one is.
func (m *modes) fault() string {
	for _, mode := range []filter.ProcessingMode_BodySendMode{m.request, m.response} {
		switch mode {
		case none, streamed, buffered, duplex:
		default:
			return "the body mode " + mode.String() + " is refused, since it cuts bodies or reads gRPC; use BUFFERED, STREAMED or FULL_DUPLEX_STREAMED"
		}
	}
	return ""
}

// override asks the gateway for the modes, also for headers and trailers of the response; nil
// if it takes no others.
func (m *modes) override() *filter.ProcessingMode {
	if !m.overrides {
		return nil
	}
	request := m.request
	if m.skips {
		request = none
	}
	return &filter.ProcessingMode{
		RequestBodyMode: request, ResponseBodyMode: m.response,
		ResponseHeaderMode: filter.ProcessingMode_SEND, ResponseTrailerMode: filter.ProcessingMode_SEND,
	}
}
