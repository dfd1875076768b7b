package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// tokens walks a document by the tokens of jsontext and copies the kept ones.
type tokens struct {
	in  bytes.Buffer
	dec *jsontext.Decoder

	options []jsontext.Options
	inner   *tokens // for a document in a string
	text    []byte  // that document
	out     []byte  // and its output
}

// jsontextWork allows names that come twice, as all others do.
func jsontextWork(t task) shaper { return newTokens().shaper(t.mask) }

func newTokens() *tokens {
	t := &tokens{options: []jsontext.Options{jsontext.AllowDuplicateNames(true)}}
	t.dec = jsontext.NewDecoder(&t.in, t.options...)
	return t
}

func (t *tokens) shaper(m *mask) shaper {
	return func(dst, doc []byte) ([]byte, error) {
		t.in = *bytes.NewBuffer(doc)
		t.dec.Reset(&t.in, t.options...)
		dst, err := t.value(dst, m)
		if err != nil {
			return dst, err
		}
		if _, err := t.dec.ReadToken(); err != io.EOF {
			return dst, fmt.Errorf("after the document: %v", err)
		}
		return dst, nil
	}
}

func (t *tokens) value(dst []byte, m *mask) ([]byte, error) {
	if m != whole {
		switch t.dec.PeekKind() {
		case '{':
			return t.object(dst, m)
		case '[':
			return t.array(dst, m)
		case '"':
			if m.text != nil {
				return t.document(dst, m.text)
			}
		}
	}
	raw, err := t.dec.ReadValue()
	return append(dst, raw...), err
}

func (t *tokens) object(dst []byte, m *mask) ([]byte, error) {
	if _, err := t.dec.ReadToken(); err != nil {
		return dst, err
	}
	dst = append(dst, '{')
	for t.dec.PeekKind() != '}' {
		raw, err := t.dec.ReadValue()
		if err != nil {
			return dst, err
		}
		next, err := t.named(raw, m)
		if err != nil {
			return dst, err
		}
		if next == nil || m.elide && t.dec.PeekKind() == 'n' {
			if err := t.dec.SkipValue(); err != nil {
				return dst, err
			}
			continue
		}
		before := len(dst)
		dst = append(append(appendComma(dst), raw...), ':')
		from := len(dst)
		if dst, err = t.value(dst, next); err != nil {
			return dst, err
		}
		if m.elide && isEmptied(dst, from) {
			dst = dst[:before]
		}
	}
	_, err := t.dec.ReadToken()
	return append(dst, '}'), err
}

// named is the mask of a member, by its name as it is written.
func (t *tokens) named(raw []byte, m *mask) (*mask, error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return m.ofBytes(raw[1 : len(raw)-1]), nil
	}
	name, err := jsontext.AppendUnquote(nil, raw)
	return m.ofBytes(name), err
}

func (t *tokens) array(dst []byte, m *mask) ([]byte, error) {
	if _, err := t.dec.ReadToken(); err != nil {
		return dst, err
	}
	dst = append(dst, '[')
	for first := true; t.dec.PeekKind() != ']'; first = false {
		if !first {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = t.value(dst, m); err != nil {
			return dst, err
		}
	}
	_, err := t.dec.ReadToken()
	return append(dst, ']'), err
}

// document appends the output for a document in a string.
func (t *tokens) document(dst []byte, m *mask) ([]byte, error) {
	raw, err := t.dec.ReadValue()
	if err != nil {
		return dst, err
	}
	if t.inner == nil {
		t.inner = newTokens()
	}
	if t.text, err = jsontext.AppendUnquote(t.text[:0], raw); err != nil {
		return dst, err
	}
	if t.out, err = t.inner.shaper(m)(t.out[:0], t.text); err != nil {
		return dst, err
	}
	return jsontext.AppendQuote(dst, t.out)
}
