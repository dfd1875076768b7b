package output

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Documents collects documents and writes them whole, one to a line or indented. A
// nil one takes values and forgets them.
type Documents struct {
	to      Target
	indent  string
	buf     []byte
	scratch []byte // a document before it is indented
}

// collected is how many bytes are collected before they are written.
const collected = 64 << 10

// New returns a collector of documents. Each is laid out with a number of blanks
// per level, or with 0 on one line.
func New(to Target, indent int) *Documents {
	return &Documents{to: to, indent: strings.Repeat(" ", indent)}
}

// Document appends what write appends, as one document, and returns it as it
// was before indentation. It is valid until the next one.
func (o *Documents) Document(write func(dst []byte) ([]byte, error)) (doc []byte, err error) {
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

// Value appends a value as one document.
func (o *Documents) Value(v any) error {
	if o == nil {
		return nil
	}
	_, err := o.Document(func(dst []byte) ([]byte, error) {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(v)
		return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), err
	})
	return err
}

// Flush writes what was collected: always, or where it is much.
func (o *Documents) Flush(always bool) error {
	if o == nil || len(o.buf) == 0 || !always && len(o.buf) < collected {
		return nil
	}
	_, err := o.to.Write(o.buf)
	o.buf = o.buf[:0]
	return Fault(err)
}

// End writes the rest. What is written counts only where all went well.
func (o *Documents) End(err error) error {
	if o == nil {
		return err
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

// Discard gives up what was written.
func (o *Documents) Discard() { o.to.Discard() }
