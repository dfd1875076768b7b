package main

import (
	"bytes"
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// output collects documents and writes them whole, one to a line or indented. A
// nil output takes values and forgets them.
type output struct {
	to      target
	indent  string
	buf     []byte
	scratch []byte // a document before it is indented
}

// outputSize is how much is collected before it is written.
const outputSize = 64 << 10

// document appends what write appends, as one document, and returns it as it
// was before indentation. It is valid until the next one.
func (o *output) document(write func(dst []byte) ([]byte, error)) (doc []byte, err error) {
	if o.indent == "" {
		start := len(o.buf)
		o.buf, err = write(o.buf)
		doc = o.buf[start:]
	} else {
		o.scratch, err = write(o.scratch[:0])
		doc = o.scratch
	}
	if err != nil {
		return nil, err
	}
	if o.indent != "" {
		o.buf = scan.AppendIndent(o.buf, doc, o.indent)
	}
	o.buf = append(o.buf, '\n')
	return doc, nil
}

// value appends a value as one document.
func (o *output) value(v any) error {
	if o == nil {
		return nil
	}
	_, err := o.document(func(dst []byte) ([]byte, error) {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(v)
		return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), err
	})
	return err
}

// flush writes what was collected: always, or where it is much.
func (o *output) flush(always bool) error {
	if o == nil || len(o.buf) == 0 || !always && len(o.buf) < outputSize {
		return nil
	}
	_, err := o.to.Write(o.buf)
	o.buf = o.buf[:0]
	return writeError(err)
}

// end writes the rest. What is written counts only where all went well.
func (o *output) end(err error) error {
	if o == nil {
		return err
	}
	if flushed := o.flush(true); err == nil {
		err = flushed
	}
	if err != nil {
		o.to.discard()
		return err
	}
	return o.to.commit()
}
