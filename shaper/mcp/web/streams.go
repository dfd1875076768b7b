package web

import (
	"context"
	"sync"
)

// streams are the open streams of listening clients.
type streams struct {
	mu     sync.Mutex
	all    map[*stream]bool
	closed bool
}

func (all *streams) add(s *stream) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.closed {
		s.letGo()
		return
	}
	if all.all == nil {
		all.all = map[*stream]bool{}
	}
	all.all[s] = true
}

func (all *streams) remove(s *stream) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.all, s)
}

// close lets go of all, and of all that come later.
func (all *streams) close() {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.closed = true
	for s := range all.all {
		s.letGo()
	}
}

// tell notifies all streams of their changes. A slow reader delays no other one.
func (all *streams) tell() {
	all.mu.Lock()
	defer all.mu.Unlock()
	for s := range all.all {
		go func() {
			s.turn.exchange.Refresh(context.Background())
			s.tellFault()
			if msg := s.turn.exchange.ListChanged(); msg != nil {
				s.put(events(msg))
			}
		}()
	}
}
