package web

import (
	"container/list"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// session is a client, over all of its requests.
type session struct {
	client *mcp.Session
	// rest is what comes on streams that answer no request, and the answers for which a
	// client comes back.
	rest *mcp.Exchange
}

// sessions are the clients that were seen last, by what they are known by: what was not
// seen for long is forgotten, so that nobody can fill them up.
type sessions struct {
	server *mcp.Server
	most   int

	mu    sync.Mutex
	by    map[string]*list.Element
	order list.List // of named, the one that was seen last in front
}

type named struct {
	key string
	*session
}

// mostSessions bounds the clients that are remembered. One that was forgotten is as one
// that never listed the tools: the rules hold for it all the same.
const mostSessions = 1 << 13

func newSessions(server *mcp.Server, most int) *sessions {
	return &sessions{server: server, most: most, by: map[string]*list.Element{}}
}

// create makes a client that nobody knows yet.
func (s *sessions) create() *session {
	client := s.server.Session()
	return &session{client, client.Exchange()}
}

// of is the client of a key, a new one where there is none.
func (s *sessions) of(key string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, known := s.by[key]; known {
		s.order.MoveToFront(e)
		return e.Value.(named).session
	}
	one := s.create()
	s.add(key, one)
	return one
}

// put lets a key be that of a client.
func (s *sessions) put(key string, one *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(key)
	s.add(key, one)
}

// drop forgets a client.
func (s *sessions) drop(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(key)
}

func (s *sessions) add(key string, one *session) {
	s.by[key] = s.order.PushFront(named{key, one})
	if len(s.by) > s.most {
		s.remove(s.order.Back().Value.(named).key)
	}
}

func (s *sessions) remove(key string) {
	if e, known := s.by[key]; known {
		s.order.Remove(e)
		delete(s.by, key)
	}
}
