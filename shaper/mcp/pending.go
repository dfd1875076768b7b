package mcp

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/recent"
)

// pending holds the requests of a client that were not answered yet. It is safe for concurrent
// use.
type pending struct {
	mu sync.Mutex
	by recent.Map[asked] // by id
}

// asked is a request that was not answered yet.
type asked struct {
	method string
	call   Call   // of tools/call
	task   string // of tasks/get and tasks/result

	logLevel string // the lowest level of log messages that the request asked for; "" is none
}

// mostPending bounds the requests that wait for an answer. The answer to one that was
// forgotten is hidden from, and nothing else.
const mostPending = 1 << 16

// put adds the request with the key of an id.
func (p *pending) put(key string, a asked) {
	p.mu.Lock()
	p.by.Put(key, a)
	p.mu.Unlock()
}

// anyID is the key of a request whose id is unknown. No id has this key.
const anyID = ""

// take removes and returns the request with an id, or else the one with an unknown id.
func (p *pending) take(id []byte) (a asked, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a, ok = p.by.Take(lines.KeyOf(id)); !ok {
		a, ok = p.by.Take(anyID)
	}
	return a, ok
}

// takeAll removes and returns all requests.
func (p *pending) takeAll() map[string]asked {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.by.All()
	p.by = recent.New[asked](mostPending)
	return all
}

// has reports whether a request waits.
func (p *pending) has() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.by.Len() > 0
}

// takesLogs reports whether a waiting request asked for log messages of a level. A request
// that subscribes has notifications of its own kind alone.
func (p *pending) takesLogs(level string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range p.by.All() {
		if a.logLevel != "" && a.method != "subscriptions/listen" && isAtLeast(level, a.logLevel) {
			return true
		}
	}
	return false
}
