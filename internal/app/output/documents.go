package output

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Layout is the format of documents. The zero Layout is one line each.
type Layout struct {
	Indent   string // of each level; "" is one line
	Sort     bool   // members in the order of their names
	Sequence bool   // a record separator leads each document (RFC 7464)
	// Form appends a document in another format than JSON; nil for JSON.
	Form func(dst, doc []byte) ([]byte, error)
}

// Documents collects documents and writes them whole, in one layout. A nil *Documents discards
// values.
type Documents struct {
	to      Target
	layout  Layout
	buf     []byte
	scratch []byte // a document before its layout
	sorted  []byte // scratch in order
	sorter  sorter
	open    bool  // raw text lacks a final newline
	err     error // of raw text
}

// collected is the number of bytes that Flush waits for.
const collected = 64 << 10

// New returns a collector of documents.
func New(to Target, l Layout) *Documents { return &Documents{to: to, layout: l} }

// Document appends the output of write as one document. It returns that output, valid until the
// next document.
func (o *Documents) Document(write func(dst []byte) ([]byte, error)) (doc []byte, err error) {
	before := o.begin()
	if l := &o.layout; l.Indent == "" && !l.Sort && l.Form == nil {
		start := len(o.buf)
		o.buf, err = write(o.buf)
		doc = o.buf[start:]
	} else if o.scratch, err = write(o.scratch[:0]); err == nil {
		doc = o.scratch
		err = o.layOut(doc)
	}
	if err != nil {
		o.buf = o.buf[:before]
		return nil, err
	}
	o.buf = append(o.buf, '\n')
	return doc, nil
}

// begin ends the line of raw text, and returns its end. Behind it begins a document, with the
// record separator of a sequence.
func (o *Documents) begin() (at int) {
	if o.open {
		o.buf, o.open = append(o.buf, '\n'), false
	}
	at = len(o.buf)
	if o.layout.Sequence {
		o.buf = append(o.buf, scan.RecordSeparator)
	}
	return at
}

// Raw begins a document that is written as it comes. The returned function writes each piece of
// text at once. The next Flush returns its error.
func (o *Documents) Raw() func(text []byte) {
	o.begin()
	return func(text []byte) {
		o.buf = append(o.buf, text...)
		o.open = !bytes.HasSuffix(text, []byte("\n"))
		o.err = o.Flush(true)
	}
}

func (o *Documents) layOut(doc []byte) (err error) {
	switch {
	case o.layout.Form != nil:
		o.buf, err = o.layout.Form(o.buf, doc)
		return err
	case o.layout.Indent == "":
		o.buf = o.sorter.Append(slices.Grow(o.buf, len(doc)+len("\n")), doc)
		return nil
	}
	if o.layout.Sort {
		o.sorted = o.sorter.Append(slices.Grow(o.sorted[:0], len(doc)), doc)
		doc = o.sorted
	}
	o.buf = scan.AppendIndent(slices.Grow(o.buf, 2*len(doc)), doc, o.layout.Indent)
	return nil
}

func (o *Documents) Value(v any) error {
	if o == nil {
		return nil
	}
	_, err := o.Document(func(dst []byte) ([]byte, error) { return appendValue(dst, v) })
	return err
}

// List appends an object with one more member, a list, as one line. It holds only the part of
// the list that it writes next.
func List[T any](o *Documents, object any, name string, items iter.Seq[T]) (err error) {
	if o.buf, err = appendValue(o.buf, object); err != nil {
		return err
	}
	o.buf = append(bytes.TrimSuffix(o.buf, []byte("}")), `,"`+name+`":[`...)
	first := true
	for item := range items {
		if !first {
			o.buf = append(o.buf, ',')
		}
		first = false
		if o.buf, err = appendValue(o.buf, item); err == nil {
			err = o.Flush(false)
		}
		if err != nil {
			return err
		}
	}
	o.buf = append(o.buf, "]}\n"...)
	return nil
}

// appendValue appends a Go value as JSON, without escapes for HTML.
func appendValue(dst []byte, v any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), err
}

// Flush writes the collected documents: always, or if there are many. A stream can colour them.
func (o *Documents) Flush(always bool) error {
	if o == nil {
		return nil
	}
	if o.err != nil {
		return o.err
	}
	if len(o.buf) == 0 || !always && len(o.buf) < collected {
		return nil
	}
	var err error
	if s, ok := o.to.(*Stream); ok && o.layout.Form == nil {
		err = s.WriteDocuments(o.buf)
	} else {
		_, err = o.to.Write(o.buf)
	}
	o.buf = o.buf[:0]
	return Fault(err)
}

// End writes the rest and commits it, or discards it after an error.
func (o *Documents) End(err error) error {
	if o == nil {
		return err
	}
	if o.open {
		o.buf = append(o.buf, '\n')
	}
	if flushed := o.Flush(true); err == nil {
		err = flushed
	}
	if err != nil {
		o.to.Discard()
		return err
	}
	return o.to.Commit()
}

func (o *Documents) Discard() { o.to.Discard() }
