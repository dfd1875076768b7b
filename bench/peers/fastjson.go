package main

import "github.com/valyala/fastjson"

// fast parses with fastjson and writes the kept values.
type fast struct {
	parser fastjson.Parser
	visit  func(name []byte, v *fastjson.Value)

	dst   []byte
	mask  *mask  // of the object that is visited
	inner *fast  // for a document in a string
	out   []byte // output for that document
	err   error  // that the inner one had
}

func fastWork(t task) shaper {
	f := newFast()
	return func(dst, doc []byte) ([]byte, error) {
		if t.validate {
			if err := fastjson.ValidateBytes(doc); err != nil {
				return dst, err
			}
		}
		return f.shape(dst, doc, t.mask)
	}
}

func newFast() *fast {
	f := &fast{}
	f.visit = func(name []byte, v *fastjson.Value) {
		if next := f.mask.ofBytes(name); next != nil {
			f.member(text(name), v, next)
		}
	}
	return f
}

func (f *fast) shape(dst, doc []byte, m *mask) ([]byte, error) {
	v, err := f.parser.ParseBytes(doc)
	if err != nil {
		return dst, err
	}
	f.dst, f.err = dst, nil
	f.value(v, m)
	return f.dst, f.err
}

func (f *fast) value(v *fastjson.Value, m *mask) {
	if m != whole {
		switch v.Type() {
		case fastjson.TypeObject:
			f.object(v.GetObject(), m)
			return
		case fastjson.TypeArray:
			f.array(v.GetArray(), m)
			return
		case fastjson.TypeString:
			if m.text != nil {
				f.document(v.GetStringBytes(), m.text)
				return
			}
		}
	}
	f.dst = v.MarshalTo(f.dst)
}

// fewNames are so many that looking for each of them is faster than looking at all.
const fewNames = 16

// object asks for each name where only some are kept, and visits all where only some
// are dropped.
func (f *fast) object(o *fastjson.Object, m *mask) {
	outer := f.mask
	f.mask = m
	f.dst = append(f.dst, '{')
	if m.lists() && len(m.order) <= fewNames {
		for _, name := range m.order {
			if v := o.Get(name); v != nil {
				f.member(name, v, m.names[name])
			}
		}
	} else {
		o.Visit(f.visit)
	}
	f.dst = append(f.dst, '}')
	f.mask = outer
}

func (f *fast) member(name string, v *fastjson.Value, next *mask) {
	elide := f.mask.elide
	if elide && v.Type() == fastjson.TypeNull {
		return
	}
	before := len(f.dst)
	f.dst = appendName(appendComma(f.dst), name)
	from := len(f.dst)
	f.value(v, next)
	if elide && isEmptied(f.dst, from) {
		f.dst = f.dst[:before]
	}
}

func (f *fast) array(items []*fastjson.Value, m *mask) {
	f.dst = append(f.dst, '[')
	for i, item := range items {
		if i > 0 {
			f.dst = append(f.dst, ',')
		}
		f.value(item, m)
	}
	f.dst = append(f.dst, ']')
}

// document returns the output for a document in a string.
func (f *fast) document(doc []byte, m *mask) {
	if f.inner == nil {
		f.inner = newFast()
	}
	f.out, f.err = f.inner.shape(f.out[:0], doc, m)
	f.dst = appendQuoted(f.dst, text(f.out))
}
