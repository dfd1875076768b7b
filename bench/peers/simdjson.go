package main

import "github.com/minio/simdjson-go"

// simd parses onto the tape of simdjson-go and writes the kept values.
type simd struct {
	tape   *simdjson.ParsedJson
	frames []*simdFrame // by depth, for use again
	depth  int
	inner  *simd  // for a document in a string
	out    []byte // output for that document
}

type simdFrame struct {
	object simdjson.Object
	array  simdjson.Array
	iter   simdjson.Iter
}

// simdWork needs a processor with AVX2.
func simdWork(t task) shaper {
	if !simdjson.SupportedCPU() {
		return nil
	}
	s := &simd{}
	return func(dst, doc []byte) ([]byte, error) { return s.shape(dst, doc, t.mask) }
}

func (s *simd) shape(dst, doc []byte, m *mask) (_ []byte, err error) {
	if s.tape, err = simdjson.Parse(doc, s.tape, simdjson.WithCopyStrings(false)); err != nil {
		return dst, err
	}
	iter := s.tape.Iter()
	iter.Advance()
	kind, root, err := iter.Root(nil)
	if err != nil {
		return dst, err
	}
	s.depth = 0
	return s.value(dst, kind, root, m)
}

func (s *simd) value(dst []byte, kind simdjson.Type, v *simdjson.Iter, m *mask) ([]byte, error) {
	switch {
	case m == whole:
	case kind == simdjson.TypeObject:
		return s.object(dst, v, m)
	case kind == simdjson.TypeArray:
		return s.array(dst, v, m)
	case kind == simdjson.TypeString && m.text != nil:
		return s.document(dst, v, m.text)
	}
	return v.MarshalJSONBuffer(dst)
}

// enter returns the frame for a container; it is left by s.depth--.
func (s *simd) enter() *simdFrame {
	if s.depth == len(s.frames) {
		s.frames = append(s.frames, &simdFrame{})
	}
	s.depth++
	return s.frames[s.depth-1]
}

func (s *simd) object(dst []byte, v *simdjson.Iter, m *mask) ([]byte, error) {
	f := s.enter()
	o, err := v.Object(&f.object)
	if err != nil {
		return dst, err
	}
	dst = append(dst, '{')
	for {
		name, kind, err := o.NextElementBytes(&f.iter)
		if err != nil {
			return dst, err
		}
		if kind == simdjson.TypeNone {
			break
		}
		next := m.ofBytes(name)
		if next == nil || m.elide && kind == simdjson.TypeNull {
			continue
		}
		before := len(dst)
		dst = appendName(appendComma(dst), text(name))
		from := len(dst)
		if dst, err = s.value(dst, kind, &f.iter, next); err != nil {
			return dst, err
		}
		if m.elide && isEmptied(dst, from) {
			dst = dst[:before]
		}
	}
	s.depth--
	return append(dst, '}'), nil
}

func (s *simd) array(dst []byte, v *simdjson.Iter, m *mask) ([]byte, error) {
	f := s.enter()
	a, err := v.Array(&f.array)
	if err != nil {
		return dst, err
	}
	items := a.Iter()
	dst = append(dst, '[')
	for first := true; ; first = false {
		kind, err := items.AdvanceIter(&f.iter)
		if err != nil {
			return dst, err
		}
		if kind == simdjson.TypeNone {
			break
		}
		if !first {
			dst = append(dst, ',')
		}
		if dst, err = s.value(dst, kind, &f.iter, m); err != nil {
			return dst, err
		}
	}
	s.depth--
	return append(dst, ']'), nil
}

// document appends the output for a document in a string.
func (s *simd) document(dst []byte, v *simdjson.Iter, m *mask) ([]byte, error) {
	doc, err := v.StringBytes()
	if err != nil {
		return dst, err
	}
	if s.inner == nil {
		s.inner = &simd{}
	}
	s.out, err = s.inner.shape(s.out[:0], doc, m)
	return appendQuoted(dst, text(s.out)), err
}
