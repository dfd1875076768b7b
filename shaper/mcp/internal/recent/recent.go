// Package recent holds a bounded map.
package recent

// Map is a bounded map that forgets its oldest entries.
type Map[T any] struct {
	most  int
	by    map[string]T
	order []string // of the keys, the oldest first; some were taken
}

// New returns a map of at most so many entries.
func New[T any](most int) Map[T] { return Map[T]{most: most, by: map[string]T{}} }

// Put sets the entry of a key.
func (r *Map[T]) Put(key string, thing T) {
	if _, known := r.by[key]; !known {
		r.order = append(r.order, key)
	}
	r.by[key] = thing
	for len(r.by) > r.most || len(r.order) > 2*r.most {
		delete(r.by, r.order[0])
		r.order = r.order[1:]
	}
}

// Get returns an entry.
func (r *Map[T]) Get(key string) (thing T, ok bool) {
	thing, ok = r.by[key]
	return thing, ok
}

// Take returns an entry and removes it.
func (r *Map[T]) Take(key string) (thing T, ok bool) {
	if thing, ok = r.by[key]; ok {
		delete(r.by, key)
	}
	if len(r.by) == 0 {
		r.order = r.order[:0]
	}
	return thing, ok
}

// Len is the number of entries.
func (r *Map[T]) Len() int { return len(r.by) }

// All returns the entries by their keys.
func (r *Map[T]) All() map[string]T { return r.by }
