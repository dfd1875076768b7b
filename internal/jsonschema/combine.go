package jsonschema

// The rules of this file apply schemas to the value itself.

type allRule struct {
	keyword
	of []*node
}

func (all *allRule) check(r *run, v value, seen *evaluated) bool {
	ok := true
	for _, n := range all.of {
		if !r.check(n, v, seen) {
			if ok = false; r.quiet > 0 {
				return false
			}
		}
	}
	return ok
}

type anyRule struct {
	keyword
	of []*node
}

func (a *anyRule) check(r *run, v value, seen *evaluated) bool {
	ok := false
	for _, n := range a.of {
		if r.try(n, v, seen) {
			if ok = true; seen == nil {
				return true
			}
		}
	}
	return ok || r.fail(&a.keyword, v)
}

type oneRule struct {
	keyword
	of []*node
}

func (one *oneRule) check(r *run, v value, seen *evaluated) bool {
	fit := 0
	for _, n := range one.of {
		if r.try(n, v, seen) {
			fit++
		}
	}
	return fit == 1 || r.failCount(&one.keyword, v, fit)
}

type notRule struct {
	keyword
	of *node
}

func (not *notRule) check(r *run, v value, _ *evaluated) bool {
	return !r.try(not.of, v, nil) || r.fail(&not.keyword, v)
}

// ifRule is if, then and else; either may be absent.
type ifRule struct {
	when, then, otherwise *node
}

func (i *ifRule) check(r *run, v value, seen *evaluated) bool {
	branch := i.otherwise
	if r.try(i.when, v, seen) {
		branch = i.then
	}
	return branch == nil || r.check(branch, v, seen)
}

func (b *builder) combinations() {
	if k, all := b.list("allOf"); all != nil {
		b.combine(&allRule{k, all})
	}
	if k, all := b.list("anyOf"); all != nil {
		b.combine(&anyRule{k, all})
	}
	if k, all := b.list("oneOf"); all != nil {
		b.combine(&oneRule{k, all})
	}
	if k, n := b.one("not"); n != nil {
		b.combine(&notRule{k, n})
	}
	if _, when := b.one("if"); when != nil {
		_, then := b.one("then")
		_, otherwise := b.one("else")
		b.combine(&ifRule{when, then, otherwise})
	}
}

func (b *builder) combine(r rule) { b.node.combined = append(b.node.combined, r) }
