package pass

import "bytes"

// Under a plan that hides something, strings are places where JSON may stand, in
// containers too of which no rule takes a member. To copy such a container as a
// whole all the same, it is searched for a string that has to be looked into: by
// its bytes, which costs next to nothing where only excludes hide.

// isQuiet reports whether nothing in a container has to be looked into: no string
// has an escape, nor does one begin with what [hide.Hider.Looks] takes for a value.
// A container that is not quiet is walked, and so are all in it, so that no byte is
// searched twice.
func (p *Pass) isQuiet(v *value) bool {
	if p.plan.Hiding == nil || !p.plan.Hiding.Acts() {
		return true // patterns alone are asked for elsewhere
	}
	if p.plan.Hiding.Private != nil || v.start < p.ahead.loud {
		return false
	}
	end, _ := p.skip.Value(p.src, v.start, p.doc.Depth+len(p.stack), &p.doc.Limits)
	if opensInside(p.src[v.start:end]) {
		p.ahead.loud = end
		return false
	}
	return true
}

// opensInside reports whether a string of a text may hold JSON, or a name may look
// as if it did.
func opensInside(text []byte) bool {
	for _, sign := range [...]string{`\`, `"{`, `"[`, `"/`, `" `} {
		if bytes.Contains(text, []byte(sign)) {
			return true
		}
	}
	for _, c := range text {
		if c >= 0x80 {
			return true
		}
	}
	return false
}
