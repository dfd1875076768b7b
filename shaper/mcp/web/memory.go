package web

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// WithMemory bounds the memory of all messages that the proxy holds at once, in bytes. The
// default is 512 MiB. A message counts from its first byte read to its last byte written. A
// request counts twice its size, an answer four times, since the rules make copies. A request
// beyond the bound gets status 503 with Retry-After, and one that could never fit status 413.
//
// Messages over 1 MiB share three quarters of the bound, so that small ones are answered
// while large ones wait. A client has a minute to read an answer, and one second more for
// each 256 KiB.
func WithMemory(bytes int64) Option {
	return func(p *Proxy) { p.memory = &memory{most: bytes} }
}

// WithMemoryOf shares the bound of another proxy.
func WithMemoryOf(other *Proxy) Option { return func(p *Proxy) { p.memory = other.memory } }

const (
	defaultMemory = 512 << 20
	smallLoad     = 1 << 20 // bytes that one request may hold of the whole bound
	firstRoom     = 4 << 10 // bytes that are made room for before a body comes
	requestCopies = 2
	answerCopies  = 4
)

// memory is the bound over all requests.
type memory struct {
	most int64 // bytes
	used atomic.Int64
}

// load is the memory of one request. It is safe for concurrent use.
type load struct {
	of *memory

	mu    sync.Mutex
	held  int64
	ended bool
}

// take adds bytes to the load. It returns false, and adds nothing, if the bound has no room
// for them or the request has ended.
func (l *load) take(bytes int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || !l.of.take(bytes, l.most(bytes)) {
		return false
	}
	l.held += bytes
	return true
}

// most is the bound for a load with so many bytes more.
func (l *load) most(bytes int64) int64 {
	if l.held+bytes > smallLoad {
		return l.of.most - l.of.most/4
	}
	return l.of.most
}

// mayFit reports whether the bound has room for so many bytes more if no other request
// holds any.
func (l *load) mayFit(bytes int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held+bytes <= l.most(bytes)
}

// hold takes bytes. It returns errBusy if there is no room for them now, and errLarge if
// there never is.
func (l *load) hold(bytes int64) error {
	switch {
	case !l.mayFit(bytes):
		return errLarge
	case !l.take(bytes):
		return errBusy
	}
	return nil
}

func (m *memory) take(bytes, most int64) bool {
	for {
		used := m.used.Load()
		if used+bytes > most {
			return false
		}
		if m.used.CompareAndSwap(used, used+bytes) {
			return true
		}
	}
}

// give takes bytes off the load.
func (l *load) give(bytes int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	bytes = min(bytes, l.held)
	l.held -= bytes
	l.of.used.Add(-bytes)
}

// end takes all bytes off the load for good.
func (l *load) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.of.used.Add(-l.held)
	l.held, l.ended = 0, true
}

// busy is the error of a message that does not fit at the moment.
type busy struct{ fault }

var (
	errBusy       = busy{"the proxy holds as many bytes as it may (--max-memory); try again later"}
	errBusyAnswer = busy{"the proxy holds as many bytes as it may (--max-memory), so that the answer is lost; the server may have done what was asked"}
)

// Errors of a message that can never fit.
const (
	errLarge       = fault("the message needs more memory than the proxy may hold (--max-memory)")
	errLargeAnswer = fault("the answer needs more memory than the proxy may hold (--max-memory), so that it is lost; the server may have done what was asked")
)

// ofAnswer is the error of hold for an answer.
func ofAnswer(err error) error {
	switch err {
	case errBusy:
		return errBusyAnswer
	case errLarge:
		return errLargeAnswer
	}
	return err
}

// tooBusy refuses a request that does not fit at the moment.
func tooBusy(w http.ResponseWriter, body []byte) {
	w.Header().Set("Retry-After", "1")
	answer(w, http.StatusServiceUnavailable, body)
}

// readAll reads a body and adds copies times its room to the load. size is the announced size,
// or -1. It returns errBusy if the body does not fit now, and errLarge if it can never fit.
func (l *load) readAll(from io.Reader, size, copies int64) ([]byte, error) {
	room := int64(firstRoom)
	if size >= 0 {
		room = min(room, size+1) // one byte more, to see the end
	}
	if !l.mayFit(copies * (size + 1)) {
		return nil, errLarge
	}
	if err := l.hold(copies * room); err != nil {
		return nil, err
	}
	body := make([]byte, 0, room)
	for {
		if len(body) == cap(body) {
			more := room
			if size >= room {
				more = min(more, size+1-room)
			}
			if err := l.hold(copies * more); err != nil {
				return nil, err
			}
			room += more
			body = append(make([]byte, 0, room), body...)
		}
		n, err := from.Read(body[len(body):cap(body)])
		if body = body[:len(body)+n]; err == io.EOF {
			return body, nil
		}
		if err != nil {
			return body, err
		}
	}
}

// metered is an event stream whose events add to a load while they are read.
type metered struct {
	io.Reader
	load *load
	held int64 // of the event that is read
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	if bytes := int64(n) * answerCopies; n > 0 {
		if err := m.load.hold(bytes); err != nil {
			return 0, ofAnswer(err)
		}
		m.held += bytes
	}
	return n, err
}

// written takes the events that were written off the load.
func (m *metered) written() { m.keep(0) }

// keep leaves so many bytes of the load, at most.
func (m *metered) keep(bytes int64) {
	if m.held > bytes {
		m.load.give(m.held - bytes)
		m.held = bytes
	}
}

// Clients that read slowly hold memory, so that a write that does not fit into the buffers
// of the connection has a time limit.
const (
	freeWrite = 64 << 10 // bytes without a limit
	writeTime = time.Minute
	slowest   = 256 << 10 // bytes a second
)

// limit bounds the client's time to read that many bytes.
func (t *turn) limit(bytes int) {
	if bytes <= freeWrite && !t.isLimited.Load() {
		return
	}
	if t.isLimited.Store(true); t.client == nil {
		return // another program writes
	}
	t.client.SetWriteDeadline(time.Now().Add(writeTime + time.Duration(bytes/slowest)*time.Second))
}

// unlimit lets the connection be used for the next request.
func (t *turn) unlimit() {
	if t.isLimited.Load() {
		t.client.SetWriteDeadline(time.Time{})
	}
}
