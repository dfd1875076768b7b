package web

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// Under a hiding rule an answer of the server is one of three: JSON in UTF-8, an event stream,
// or empty. The text of an error status is a fourth. Any other answer is refused, since it may
// hold text that the rules did not see. An example is a compressed body without a label.

const (
	noJSON    = "the server's answer is no JSON in UTF-8, and something may be hidden in it"
	noType    = "the server names no single type of its answer (Content-Type), and something may be hidden in it"
	noCharset = "the server's answer is not in UTF-8 (charset), and something may be hidden in it"
	noText    = "the answer cannot be shown"

	oddSession = fault("the server gives a session id that is no token (Mcp-Session-Id)")
)

// contentType returns the media type of a response, "" if it names none. The error is that
// of a header that names several types, is malformed, or names another charset than UTF-8.
func contentType(header http.Header) (kind string, err error) {
	value := strings.Join(header.Values("Content-Type"), ", ")
	if value == "" {
		return "", nil
	}
	kind, params, err := mime.ParseMediaType(value)
	if err != nil {
		kind, _, _ = mime.ParseMediaType(header.Get("Content-Type"))
		return kind, fault(noType)
	}
	switch strings.ToLower(params["charset"]) {
	case "", "utf-8", "utf8", "us-ascii":
		return kind, nil
	}
	return kind, fault(noCharset)
}

func hasOddSession(header http.Header) bool {
	id := strings.Join(header.Values(remote.SessionHeader), ", ")
	return id != "" && !isSessionID(id)
}

// passHeaders leaves of the headers of a response those of the allowlist.
func (t *turn) passHeaders(res *http.Response) {
	passHeaders(res.Header, func(value string) bool {
		shown, ok := t.exchange.Other(res.Request.Context(), []byte(value))
		return ok && string(shown) == value
	})
}

// judge returns the body of a response as the client gets it under a hiding rule, and
// names its type. The error is that the body is refused.
func (t *turn) judge(res *http.Response, kind string, body []byte) ([]byte, error) {
	body = bytes.TrimPrefix(body, lines.Mark)
	isError := res.StatusCode >= http.StatusBadRequest
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return nil, nil
	case (isJSONType(kind) || isError && isTextType(kind)) && mcp.IsJSON(body):
		res.Header.Set("Content-Type", "application/json")
		return t.document(res, body), nil
	case (isError || !t.waits(res.Request.Method)) && isTextType(kind) && isPlain(body):
		res.Header.Set("Content-Type", "text/plain; charset=utf-8")
		shown, ok := t.exchange.Other(res.Request.Context(), body)
		if !ok {
			shown = []byte(noText)
		}
		return shown, nil
	}
	return nil, fault(noJSON)
}

// document returns a JSON document of the server as the client gets it.
func (t *turn) document(res *http.Response, body []byte) (shown []byte) {
	ctx := res.Request.Context()
	if mcp.IsMessage(body) {
		shown = t.exchange.FromServer(ctx, body)
	} else if other, ok := t.exchange.Other(ctx, body); ok {
		shown = other
	}
	if shown == nil {
		return t.lost(noText)
	}
	return shown
}

// waits reports whether the client waits for a message of the server.
func (t *turn) waits(method string) bool {
	switch method {
	case http.MethodGet:
		return true
	case http.MethodPost:
		return t.exchange.Waits()
	}
	return false
}

// isJSONType reports whether a body of a media type may be JSON; "" is an answer that
// names no type.
func isJSONType(kind string) bool {
	return kind == "" || kind == "application/json" || kind == "text/json" || strings.HasSuffix(kind, "+json")
}

func isTextType(kind string) bool {
	return isJSONType(kind) || strings.HasPrefix(kind, "text/") || kind == "application/xml"
}

// tooLong answers in place of a response over the limit; part is its beginning. The rest of
// the response is read and dropped.
func (t *turn) tooLong(res *http.Response, part []byte) ([]byte, error) {
	message := t.exchange.Long()
	message.Take(part)
	var piece [32 << 10]byte
	for {
		n, err := res.Body.Read(piece[:])
		message.Take(piece[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fault(remote.EndedEarly)
		}
	}
	if message.Passes() {
		return nil, fault(noText) // the rules changed meanwhile
	}
	if instead := message.End(); instead != nil {
		res.Header.Set("Content-Type", "application/json")
		return instead, nil
	}
	return nil, fault(fmt.Sprintf("the server's answer has more than %d bytes, and something may be hidden in it", len(part)-1))
}
