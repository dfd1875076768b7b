package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// modify turns the server's response into the client's. The client gets the error in its
// place.
func (p *Proxy) modify(res *http.Response) error {
	t := turnOf(res.Request)
	hides := p.server.Hides()
	if hides && hasOddSession(res.Header) {
		return oddSession
	}
	p.note(t, res)
	res.Header.Del("Set-Cookie")
	if p.pages != nil && (res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden) {
		if t.asksLogin(res); res.StatusCode == http.StatusUnauthorized {
			return nil
		}
	}
	if err := unusable(res); err != nil {
		return err
	}
	kind, err := p.judgeHeaders(res, t, hides)
	if err != nil {
		return err
	}
	if kind == remote.EventStream {
		res.ContentLength = -1
		res.Body = p.stream(res, t)
		return nil
	}
	return p.whole(res, t, kind, hides)
}

// judgeHeaders leaves the headers that the client gets, and returns the media type of the
// body. The error is that of [contentType], under a hiding rule alone.
func (p *Proxy) judgeHeaders(res *http.Response, t *turn, hides bool) (kind string, err error) {
	if res.StatusCode >= 400 && t.body != nil { // a server without a stream of its own refuses GET
		p.failure(t, "the server answers with status "+strconv.Itoa(res.StatusCode))
	}
	kind, err = contentType(res.Header)
	if hides {
		if err != nil {
			return "", err
		}
		if t.passHeaders(res); kind == remote.EventStream {
			res.Header.Set("Content-Type", kind)
		}
	}
	if kind == remote.EventStream {
		res.Header.Del("Content-Length")
	}
	return kind, nil
}

// unusable says why a response cannot be handed on.
func unusable(res *http.Response) error {
	encoding := strings.Join(res.Header.Values("Content-Encoding"), ", ")
	switch code := res.StatusCode; {
	case code == http.StatusUnauthorized || code == http.StatusProxyAuthRequired:
		return fault(remote.NoAccess)
	case code == http.StatusSwitchingProtocols || code >= 300 && code < 400 && code != http.StatusNotModified:
		return fault(remote.Elsewhere)
	case !strings.EqualFold(encoding, "identity") && encoding != "":
		return fault("the server has encoded its answer, though it was not asked to")
	}
	return nil
}

// whole handles a response that is one message, or a text.
func (p *Proxy) whole(res *http.Response, t *turn, kind string, hides bool) error {
	text, err := p.readAnswer(res, t)
	if err != nil {
		return err
	}
	switch {
	case len(text) > p.server.Limit() && hides:
		text, err = t.tooLong(res, text)
	case len(text) > p.server.Limit():
		p.passLong(res, t, text)
		return nil
	case hides:
		text, err = t.judge(res, kind, text)
	case len(text) > 0:
		if text = t.exchange.FromServer(res.Request.Context(), text); text == nil {
			text = t.lost(noText)
		}
	}
	if err != nil {
		return err
	}
	if t.instead != nil {
		text = t.beside(res, text)
	}
	t.limit(len(text))
	res.Body.Close()
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	res.Header.Set("Content-Length", strconv.Itoa(len(text)))
	return nil
}

// readAnswer reads the body of a response, and one byte of a body that is over the limit.
func (p *Proxy) readAnswer(res *http.Response, t *turn) ([]byte, error) {
	limit := int64(p.server.Limit())
	body, err := t.load.readAll(io.LimitReader(res.Body, limit+1), min(res.ContentLength, limit+1), answerCopies)
	switch {
	case err == errBusy || err == errLarge:
		return nil, ofAnswer(err)
	case err != nil:
		return nil, fault(remote.EndedEarly)
	}
	return body, nil
}

// passLong hands on a response over the limit in pieces; text is the first one.
func (p *Proxy) passLong(res *http.Response, t *turn, text []byte) {
	rest := struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(text), res.Body), res.Body}
	res.Body = &long{from: rest, message: t.exchange.Long()}
	res.Header.Del("Content-Length")
	res.ContentLength = -1
}

// beside adds the answers of messages that the server did not get to a response (MCP
// 2025-03-26).
func (t *turn) beside(res *http.Response, text []byte) []byte {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		res.StatusCode, res.Status = http.StatusOK, ""
		res.Header.Set("Content-Type", "application/json")
		return t.instead
	}
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("[")), []byte("]"))
	more := t.instead[1 : len(t.instead)-1]
	return bytes.Join([][]byte{[]byte("["), text, []byte(","), more, []byte("]")}, nil)
}

// long is a response over the limit.
type long struct {
	from    io.ReadCloser
	message *mcp.Long
	piece   [32 << 10]byte
	left    []byte // for the client
	err     error
}

func (l *long) Read(p []byte) (int, error) {
	for len(l.left) == 0 {
		if l.err != nil {
			return 0, l.err
		}
		var n int
		n, l.err = l.from.Read(l.piece[:])
		l.left = l.message.Take(l.piece[:n])
		if l.err == io.EOF {
			l.left = append(l.left, l.message.End()...)
		}
	}
	n := copy(p, l.left)
	l.left = l.left[n:]
	return n, nil
}

func (l *long) Close() error { return l.from.Close() }

// fault is the reason, for a client, why the server gives no answer.
type fault string

func (f fault) Error() string { return string(f) }

// fails tells a client that there will be no answer of the server.
func (p *Proxy) fails(w http.ResponseWriter, r *http.Request, err error) {
	why, isBusy := reasonOf(err)
	t := turnOf(r)
	if r.Context().Err() == nil { // else the client went
		p.failure(t, why)
	}
	if isBusy {
		tooBusy(w, t.lost(why))
		return
	}
	answer(w, http.StatusBadGateway, t.lost(why))
}

// reasonOf returns the reason of an error for a client, and whether it is one of [busy].
func reasonOf(err error) (why string, isBusy bool) {
	if lacks, isBusy := errors.AsType[busy](err); isBusy {
		return lacks.Error(), true
	}
	if why, known := errors.AsType[fault](err); known {
		return string(why), false
	}
	return remote.Reason(err), false
}

// lost returns the error responses for the answers that the client still waits for.
func (t *turn) lost(why string) []byte {
	if t.exchange != t.session.rest {
		if all := t.exchange.Lost(why); all != nil {
			return all
		}
	}
	return nobodys(why)
}

// nobodys is an error that answers no request.
func nobodys(why string) []byte { return mcp.Failure([]byte("null"), why) }

func refuse(w http.ResponseWriter, status int, why string) { answer(w, status, nobodys(why)) }

func answer(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}
