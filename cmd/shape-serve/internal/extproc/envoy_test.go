package extproc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extproc "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

// envoy is Envoy's side of the protocol, by the comments of its API. It fails the test if an
// answer breaks the contract.
type envoy struct {
	testing.TB
	client extproc.ExternalProcessorClient

	request, response filter.ProcessingMode_BodySendMode
	overrides         bool // allow_mode_override
	early             bool // send_body_without_waiting_for_header_response
	arrived           bool // bodies are there before the headers are answered
	untold            bool // no protocol_config, as Envoy before 1.33
	observes          bool
	skipsRequest      bool // request_header_mode: SKIP
	skipsResponse     bool // response_header_mode: SKIP
	trailers          bool // SEND
	keepsLength       bool // allow_content_length_header
}

// message is a request or a response.
type message struct {
	headers  []string // such as "content-type: text/plain"; lower case
	parts    []string // of the body
	trailers []string
}

func (m message) body() string { return strings.Join(m.parts, "") }

func (m message) header(name string) string {
	for _, h := range m.headers {
		if value, ok := strings.CutPrefix(h, name+": "); ok {
			return value
		}
	}
	return ""
}

// errFailed is the end of an exchange that Envoy ends with status 500.
var errFailed = errors.New("the filter failed")

// run is one exchange: the response that the client gets. upstream gets the request.
type run struct {
	envoy
	stream    extproc.ExternalProcessor_ProcessClient
	told      bool
	immediate *extproc.ImmediateResponse
	reset     bool // the immediate response came after a part of the response
}

// ask carries a request to a server and its response back.
func (e envoy) ask(ctx context.Context, req message, upstream func(message) message) (client message, err error) {
	e.Helper()
	stream, err := e.client.Process(ctx)
	if err != nil {
		e.Fatal(err)
	}
	r := &run{envoy: e, stream: stream}
	if !e.skipsRequest {
		req, err = r.half(requestHalf, req)
	}
	if r.immediate == nil && err == nil {
		client, err = r.half(responseHalf, upstream(req))
	}
	if err != nil {
		return message{}, err
	}
	stream.CloseSend()
	if extra, err := stream.Recv(); err != io.EOF {
		e.Errorf("after the exchange: %v, %v", extra, err)
	}
	if r.immediate != nil {
		client = message{headers: []string{":status: " + strconv.Itoa(int(r.immediate.GetStatus().GetCode()))}, parts: []string{string(r.immediate.GetBody())}}
		for _, h := range r.immediate.GetHeaders().GetSetHeaders() {
			client.headers = append(client.headers, h.GetHeader().GetKey()+": "+string(h.GetHeader().GetRawValue()))
		}
		if r.reset {
			return message{}, errFailed
		}
	}
	return client, nil
}

// direction makes the frames of a request or of a response.
type direction struct {
	name     string
	headers  func(*extproc.HttpHeaders) *extproc.ProcessingRequest
	body     func(*extproc.HttpBody) *extproc.ProcessingRequest
	trailers func(*extproc.HttpTrailers) *extproc.ProcessingRequest
}

var (
	requestHalf = direction{
		"request",
		func(h *extproc.HttpHeaders) *extproc.ProcessingRequest {
			return &extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_RequestHeaders{RequestHeaders: h}}
		},
		func(b *extproc.HttpBody) *extproc.ProcessingRequest {
			return &extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_RequestBody{RequestBody: b}}
		},
		func(t *extproc.HttpTrailers) *extproc.ProcessingRequest {
			return &extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_RequestTrailers{RequestTrailers: t}}
		},
	}
	responseHalf = direction{
		"response",
		func(h *extproc.HttpHeaders) *extproc.ProcessingRequest {
			return &extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_ResponseHeaders{ResponseHeaders: h}}
		},
		func(b *extproc.HttpBody) *extproc.ProcessingRequest {
			return &extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_ResponseBody{ResponseBody: b}}
		},
		func(t *extproc.HttpTrailers) *extproc.ProcessingRequest {
			return &extproc.ProcessingRequest{Request: &extproc.ProcessingRequest_ResponseTrailers{ResponseTrailers: t}}
		},
	}
)

// mode is the mode of the body in one direction.
func (r *run) mode(d direction) filter.ProcessingMode_BodySendMode {
	if d.name == "request" {
		return r.request
	}
	return r.response
}

func (r *run) sendTrailers(d direction) bool {
	return r.trailers || r.mode(d) == filter.ProcessingMode_FULL_DUPLEX_STREAMED
}

// half sends one message and applies the answers.
func (r *run) half(d direction, m message) (message, error) {
	m.headers = slices.Clone(m.headers)
	isEmpty := len(m.parts) == 0 && len(m.trailers) == 0
	if d.name == "response" && r.skipsResponse {
		return r.bodyAfter(d, m, true)
	}
	headers := d.headers(&extproc.HttpHeaders{Headers: headerMap(m.headers), EndOfStream: isEmpty})
	switch {
	case r.observes:
		r.tell(headers)
		for i, part := range m.parts {
			r.tell(d.body(&extproc.HttpBody{Body: []byte(part), EndOfStream: i == len(m.parts)-1}))
		}
		return m, nil
	case r.mode(d) == filter.ProcessingMode_FULL_DUPLEX_STREAMED && !isEmpty:
		return r.duplex(d, headers, m)
	case r.early && r.mode(d) == filter.ProcessingMode_STREAMED && !isEmpty:
		r.tell(headers)
		frames := r.frames(d, m)
		for _, f := range frames {
			r.tell(f)
		}
		if err := r.hearHeaders(d, &m); err != nil || r.immediate != nil {
			return m, err
		}
		return r.hearParts(d, m)
	}
	r.tell(headers)
	if err := r.hearHeaders(d, &m); err != nil || r.immediate != nil || isEmpty {
		return m, err
	}
	return r.bodyAfter(d, m, false)
}

// bodyAfter sends the body once the headers are answered.
func (r *run) bodyAfter(d direction, m message, skipped bool) (message, error) {
	if len(m.parts) > 0 {
		switch r.mode(d) {
		case filter.ProcessingMode_NONE:
		case filter.ProcessingMode_BUFFERED, filter.ProcessingMode_BUFFERED_PARTIAL:
			if err := r.buffered(d, &m, skipped); err != nil || r.immediate != nil {
				return m, err
			}
		case filter.ProcessingMode_STREAMED:
			if r.arrived {
				if err := r.buffered(d, &m, skipped); err != nil || r.immediate != nil {
					return m, err
				}
				break
			}
			all := message{headers: m.headers, trailers: m.trailers}
			for _, f := range r.frames(d, m) {
				r.tell(f)
				one, err := r.hearPart(d, f)
				if err != nil || r.immediate != nil {
					r.reset = d.name == "response"
					return m, err
				}
				all.parts = append(all.parts, one)
			}
			m = all
		}
	}
	if len(m.trailers) > 0 && r.sendTrailers(d) {
		r.tell(d.trailers(&extproc.HttpTrailers{Trailers: headerMap(m.trailers)}))
		return m, r.hearTrailers(d, &m)
	}
	return m, nil
}

// frames are the parts of a body as frames.
func (r *run) frames(d direction, m message) (all []*extproc.ProcessingRequest) {
	for i, part := range m.parts {
		all = append(all, d.body(&extproc.HttpBody{Body: []byte(part), EndOfStream: i == len(m.parts)-1 && len(m.trailers) == 0}))
	}
	return all
}

// hearParts reads the answers to all parts.
func (r *run) hearParts(d direction, m message) (message, error) {
	out := message{headers: m.headers, trailers: m.trailers}
	for _, f := range r.frames(d, m) {
		one, err := r.hearPart(d, f)
		if err != nil || r.immediate != nil {
			return m, err
		}
		out.parts = append(out.parts, one)
	}
	return out, nil
}

// buffered sends the body as one frame.
func (r *run) buffered(d direction, m *message, skipped bool) error {
	body := m.body()
	r.tell(d.body(&extproc.HttpBody{Body: []byte(body), EndOfStream: len(m.trailers) == 0}))
	common, err := r.hearBody(d)
	if err != nil || r.immediate != nil {
		return err
	}
	if !skipped {
		r.apply(&m.headers, common.GetHeaderMutation(), r.mode(d))
	}
	switch change := common.GetBodyMutation().GetMutation().(type) {
	case *extproc.BodyMutation_Body:
		body = string(change.Body)
	case *extproc.BodyMutation_ClearBody:
		body = ""
	case *extproc.BodyMutation_StreamedResponse:
		r.Error("a streamed response outside of FULL_DUPLEX_STREAMED")
	}
	if length := m.header("content-length"); common.GetBodyMutation() != nil && length != "" && length != strconv.Itoa(len(body)) {
		r.Errorf("%s: content-length %s, and the body has %d bytes", d.name, length, len(body))
		return errFailed
	}
	m.parts = []string{body}
	return nil
}

// duplex sends all frames and reads the answers meanwhile.
func (r *run) duplex(d direction, headers *extproc.ProcessingRequest, m message) (message, error) {
	r.encode(headers)
	sent := make(chan error, 1)
	go func() {
		all := append([]*extproc.ProcessingRequest{headers}, r.frames(d, m)...)
		if len(m.trailers) > 0 {
			all = append(all, d.trailers(&extproc.HttpTrailers{Trailers: headerMap(m.trailers)}))
		}
		for _, f := range all {
			if err := r.stream.Send(f); err != nil {
				sent <- err
				return
			}
		}
		sent <- nil
	}()
	defer func() { <-sent }()
	if err := r.hearHeaders(d, &m); err != nil || r.immediate != nil {
		return m, err
	}
	out := message{headers: m.headers, trailers: m.trailers}
	for {
		answer, err := r.hear()
		if err != nil || r.immediate != nil {
			r.reset = d.name == "response"
			return m, err
		}
		if body := bodyOf(d, answer); body != nil {
			part := body.GetResponse().GetBodyMutation().GetStreamedResponse()
			if part == nil {
				r.Errorf("%s: no streamed response in FULL_DUPLEX_STREAMED: %v", d.name, answer)
				return m, errFailed
			}
			if len(part.GetBody()) > 64<<10 {
				r.Error("a part of more than 64 KiB")
			}
			out.parts = append(out.parts, string(part.GetBody()))
			if part.GetEndOfStream() {
				if len(m.trailers) > 0 {
					r.Error("end_of_stream before trailers")
				}
				return out, nil
			}
			continue
		}
		return out, r.applyTrailers(d, answer, &out)
	}
}

// hearHeaders reads the answer to headers.
func (r *run) hearHeaders(d direction, m *message) error {
	answer, err := r.hear()
	if err != nil || r.immediate != nil {
		return err
	}
	headers := answer.GetRequestHeaders()
	if d.name == "response" {
		headers = answer.GetResponseHeaders()
	}
	if headers == nil {
		r.Errorf("%s: no answer to the headers: %v", d.name, answer)
		return errFailed
	}
	isDuplex := r.request == filter.ProcessingMode_FULL_DUPLEX_STREAMED || r.response == filter.ProcessingMode_FULL_DUPLEX_STREAMED
	if o := answer.GetModeOverride(); o != nil && r.overrides && !r.early && !isDuplex {
		r.request, r.response = o.GetRequestBodyMode(), o.GetResponseBodyMode()
		switch o.GetResponseHeaderMode() {
		case filter.ProcessingMode_SEND:
			r.skipsResponse = false
		case filter.ProcessingMode_SKIP:
			r.skipsResponse = true
		}
		r.trailers = r.trailers || o.GetResponseTrailerMode() == filter.ProcessingMode_SEND
	}
	if headers.GetResponse().GetBodyMutation() != nil {
		r.Error("a body in the answer to headers")
	}
	r.apply(&m.headers, headers.GetResponse().GetHeaderMutation(), r.mode(d))
	return nil
}

// hearPart reads the answer to one part in STREAMED mode.
func (r *run) hearPart(d direction, sent *extproc.ProcessingRequest) (string, error) {
	common, err := r.hearBody(d)
	if err != nil || r.immediate != nil {
		return "", err
	}
	if common.GetHeaderMutation() != nil && d.name == "response" {
		r.Error("headers of a response change in STREAMED mode")
	}
	switch change := common.GetBodyMutation().GetMutation().(type) {
	case *extproc.BodyMutation_Body:
		return string(change.Body), nil
	case *extproc.BodyMutation_ClearBody:
		return "", nil
	case *extproc.BodyMutation_StreamedResponse:
		r.Error("a streamed response outside of FULL_DUPLEX_STREAMED")
	}
	if d.name == "request" {
		return string(sent.GetRequestBody().GetBody()), nil
	}
	return string(sent.GetResponseBody().GetBody()), nil
}

func bodyOf(d direction, answer *extproc.ProcessingResponse) *extproc.BodyResponse {
	if d.name == "request" {
		return answer.GetRequestBody()
	}
	return answer.GetResponseBody()
}

func (r *run) hearBody(d direction) (*extproc.CommonResponse, error) {
	answer, err := r.hear()
	if err != nil || r.immediate != nil {
		return nil, err
	}
	if answer.GetModeOverride() != nil {
		r.Error("mode_override in the answer to a body")
	}
	body := bodyOf(d, answer)
	if body == nil {
		r.Errorf("%s: no answer to the body: %v", d.name, answer)
		return nil, errFailed
	}
	return body.GetResponse(), nil
}

func (r *run) hearTrailers(d direction, m *message) error {
	answer, err := r.hear()
	if err != nil || r.immediate != nil {
		r.reset = d.name == "response"
		return err
	}
	return r.applyTrailers(d, answer, m)
}

func (r *run) applyTrailers(d direction, answer *extproc.ProcessingResponse, m *message) error {
	trailers := answer.GetRequestTrailers()
	if d.name == "response" {
		trailers = answer.GetResponseTrailers()
	}
	if trailers == nil {
		r.Errorf("%s: no answer to the trailers: %v", d.name, answer)
		return errFailed
	}
	r.apply(&m.trailers, trailers.GetHeaderMutation(), filter.ProcessingMode_BUFFERED)
	return nil
}

// encode adds the modes to the first frame.
func (r *run) encode(f *extproc.ProcessingRequest) {
	f.ObservabilityMode = r.observes
	if !r.told && !r.untold && !r.observes {
		f.ProtocolConfig = &extproc.ProtocolConfiguration{RequestBodyMode: r.request, ResponseBodyMode: r.response, SendBodyWithoutWaitingForHeaderResponse: r.early}
	}
	r.told = true
}

// tell sends a frame.
func (r *run) tell(f *extproc.ProcessingRequest) {
	r.encode(f)
	if err := r.stream.Send(f); err != nil && err != io.EOF {
		r.Error(err)
	}
}

// hear reads one answer. An immediate response ends the exchange.
func (r *run) hear() (*extproc.ProcessingResponse, error) {
	answer, err := r.stream.Recv()
	if err != nil {
		if err == io.EOF {
			r.Error("the processor ended the stream, and Envoy would pass the rest")
		}
		return nil, fmt.Errorf("%w: %w", errFailed, err)
	}
	r.immediate = answer.GetImmediateResponse()
	return answer, nil
}

// apply changes headers.
func (r *run) apply(all *[]string, m *extproc.HeaderMutation, mode filter.ProcessingMode_BodySendMode) {
	isBuffered := r.keepsLength || mode == filter.ProcessingMode_BUFFERED || mode == filter.ProcessingMode_NONE
	drop := func(name string) {
		*all = slices.DeleteFunc(*all, func(h string) bool { return strings.HasPrefix(h, name+": ") })
	}
	for _, name := range m.GetRemoveHeaders() {
		if name != strings.ToLower(name) || strings.HasPrefix(name, ":") || name == "host" {
			r.Errorf("the header %q may not be removed", name)
		}
		drop(name)
	}
	for _, set := range m.GetSetHeaders() {
		name, value := set.GetHeader().GetKey(), string(set.GetHeader().GetRawValue())
		if set.GetHeader().GetValue() != "" || strings.ContainsAny(value, "\r\n\x00") || strings.HasPrefix(name, ":") || name != strings.ToLower(name) {
			r.Errorf("the header %v may not be set", set)
		}
		if name == "content-length" && !isBuffered {
			continue
		}
		if set.GetAppendAction() != core.HeaderValueOption_OVERWRITE_IF_EXISTS_OR_ADD {
			r.Error("a header is appended")
		}
		drop(name)
		*all = append(*all, name+": "+value)
	}
	if !isBuffered {
		drop("content-length")
	}
}

func headerMap(all []string) *core.HeaderMap {
	out := &core.HeaderMap{}
	for _, h := range all {
		i := strings.Index(h[1:], ": ") + 1
		out.Headers = append(out.Headers, &core.HeaderValue{Key: h[:i], RawValue: bytes.Clone([]byte(h[i+2:]))})
	}
	return out
}
