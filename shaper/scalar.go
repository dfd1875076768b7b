package shaper

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// scalar handles a string, number or literal.
func (w *walker) scalar(f *frame, s *fieldmask.State, h head, i int, a *acts, free bool) int {
	end, kind := scan.Scalar(w.src, i, w.lim.StringBytes)
	if kind != scan.KindNone {
		return w.fail(end, kind)
	}
	switch {
	case s.Verdict() == fieldmask.Partial:
		w.decide(f, s, h, end-i, false, causeOf(s))
		if f == nil || a.root {
			w.vanish(f, h, i)
		}
		return end
	case w.elidesMember(f, a):
		if elision := w.elision(w.src[i:end], a); elision != nil {
			w.decide(f, s, h, end-i, false, *elision)
			return end
		}
	}
	w.head(f, h)
	why := causeOf(s)
	if w.src[i] != '"' || !free || !w.rewrite(f, h, i, end, a, &why) {
		w.to.emit(i, end)
	}
	w.decide(f, s, h, end-i, true, why)
	w.keep(f)
	return end
}

// elision returns why a scalar is one that elision removes, or nil.
func (w *walker) elision(value []byte, a *acts) *cause {
	switch {
	case w.plan.elide.Null && value[0] == 'n':
		return nullValue
	case a.def != nil && bytes.Equal(value, a.def):
		return defaultValue
	}
	return nil
}

// rewrite replaces the string token src[i:end] where it is a text slot that
// holds a document, or where a privacy pattern matches in it, which is why then.
// It reports whether it wrote anything.
func (w *walker) rewrite(f *frame, h head, i, end int, a *acts, why *cause) bool {
	if !a.text && !a.foreign && len(w.plan.patterns) == 0 {
		return false
	}
	w.text = scan.AppendUnquote(w.text[:0], w.src[i+1:end-1])
	out, done := w.text, false
	if a.text || a.foreign {
		var err error
		if out, done, err = w.nested(w.text, w.place(f, h), !a.text); err != nil {
			w.reject(i, err)
			return false
		}
	}
	if !done {
		var by *profiles.Pattern
		if out, by = w.plan.maskText(w.text); by != nil {
			done, *why = true, cause{reason: "redacted", rule: by.Origin.String()}
		}
	}
	if done {
		w.to.quote(out)
	}
	return done
}

// redact writes a fixed string in place of a value. Where only parts of the
// value were asked for, nothing is left to show.
func (w *walker) redact(f *frame, s *fieldmask.State, h head, i int, a *acts) int {
	end, _ := w.skipValue(i)
	if s.Verdict() == fieldmask.Partial && f != nil {
		w.decide(f, s, h, end-i, false, causeOf(s))
		return end
	}
	w.head(f, h)
	w.to.literal(a.redact)
	w.keep(f)
	w.decide(f, s, h, end-i, true, cause{reason: "redacted", rule: a.redactBy})
	return end
}
