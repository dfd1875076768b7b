package mcp

// recent is a bounded map that forgets its oldest entries.
type recent[T any] struct {
	most  int
	by    map[string]T
	order []string // of the keys, the oldest first; some were taken
}

func newRecent[T any](most int) recent[T] { return recent[T]{most: most, by: map[string]T{}} }

func (r *recent[T]) put(key string, thing T) {
	if _, known := r.by[key]; !known {
		r.order = append(r.order, key)
	}
	r.by[key] = thing
	for len(r.by) > r.most || len(r.order) > 2*r.most {
		delete(r.by, r.order[0])
		r.order = r.order[1:]
	}
}

func (r *recent[T]) get(key string) (thing T, ok bool) {
	thing, ok = r.by[key]
	return thing, ok
}

// take returns an entry and removes it.
func (r *recent[T]) take(key string) (thing T, ok bool) {
	if thing, ok = r.by[key]; ok {
		delete(r.by, key)
	}
	if len(r.by) == 0 {
		r.order = r.order[:0]
	}
	return thing, ok
}
