package jsonschema

import "strings"

type refRule struct {
	keyword
	to *node
}

func (ref *refRule) check(r *run, v value, seen *evaluated) bool { return r.check(ref.to, v, seen) }

// dynamicRule is a reference that the outermost resource on the way to it may
// redirect.
type dynamicRule struct {
	refRule
	anchor *string // nil: none does
}

func (ref *dynamicRule) check(r *run, v value, seen *evaluated) bool {
	to := ref.to
	if ref.anchor != nil {
		for _, home := range r.scope {
			if n := home.dynamic[*ref.anchor]; n != nil {
				to = n
				break
			}
		}
	}
	return r.check(to, v, seen)
}

func (b *builder) references() {
	refer := func(r rule) { b.node.references = append(b.node.references, r) }
	if k, to := b.reference("$ref"); to != nil {
		refer(&refRule{k, to})
	}
	for _, name := range []string{"$dynamicRef", "$recursiveRef"} {
		if k, to := b.reference(name); to != nil {
			refer(&dynamicRule{refRule{k, to}, b.dynamicName(k, to)})
		}
	}
}

// reference finds what a keyword refers to.
func (b *builder) reference(name string) (k keyword, to *node) {
	k, ok := b.find(name, text)
	if !ok {
		return k, nil
	}
	at, in, ok := b.target(b.node.home, b.doc.string(k.at))
	if !ok {
		b.fail(k.at, name+" leads to nothing in this document, and nothing is fetched")
		return k, nil
	}
	if b.err = b.locate(at, in); b.err != nil {
		return k, nil
	}
	return k, b.schema(at)
}

// dynamicName is the anchor that a reference looks for from the outside, nil
// where it is one like any other.
func (b *builder) dynamicName(k keyword, to *node) *string {
	name := ""
	if k.name == "$dynamicRef" {
		_, name, _ = strings.Cut(b.doc.string(k.at), "#")
	}
	if at, ok := to.home.dynamics[name]; !ok || at != to.at {
		return nil
	}
	return &name
}
