// Package clients remembers those that were seen last, and no more than may be.
package clients

import (
	"container/list"
	"sync"
)

// Recent maps keys of clients to their state, bounded in number: it forgets the client unseen
// for longest. It is safe for concurrent use.
type Recent[T any] struct {
	most int
	make func() T

	mu    sync.Mutex
	by    map[string]*list.Element
	order list.List // of named, the one that was seen last in front
}

type named[T any] struct {
	key   string
	known T
}

// New returns a Recent for at most that many clients. make makes the state of a new one.
func New[T any](most int, make func() T) *Recent[T] {
	return &Recent[T]{most: most, make: make, by: map[string]*list.Element{}}
}

// Of returns the state of the client of a key, new if there is none.
func (r *Recent[T]) Of(key string) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, known := r.by[key]; known {
		r.order.MoveToFront(e)
		return e.Value.(named[T]).known
	}
	one := r.make()
	r.add(key, one)
	return one
}

// Put lets a key be that of a client.
func (r *Recent[T]) Put(key string, one T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(key)
	r.add(key, one)
}

// Drop forgets a client.
func (r *Recent[T]) Drop(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(key)
}

// Len is how many are remembered.
func (r *Recent[T]) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.by)
}

func (r *Recent[T]) add(key string, one T) {
	r.by[key] = r.order.PushFront(named[T]{key, one})
	if len(r.by) > r.most {
		r.remove(r.order.Back().Value.(named[T]).key)
	}
}

func (r *Recent[T]) remove(key string) {
	if e, known := r.by[key]; known {
		r.order.Remove(e)
		delete(r.by, key)
	}
}
