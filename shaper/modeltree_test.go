package shaper_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// The model of the laws of masks (fieldmask/LAWS.md) has four files. They hold documents as
// trees (this one), paths in them (modelpath_test.go), the reach of rules
// (modelrules_test.go), and the outcome (model_test.go). The model is independent of the
// engine: recursive, slow, and with one look at the whole document for each rule.

// node is a value of a document. A scalar is its text. Members and elements have their order.
type node struct {
	kind    byte // '{', '[', or 0 of a scalar
	raw     string
	members []member
	elems   []*node
}

type member struct {
	name, raw string // unescaped, and as written with quotes
	node      *node
}

// parseValue reads a valid document. A name may come twice in an object.
func parseValue(t testing.TB, src []byte) *node {
	t.Helper()
	n, err := newTreeDecoder(src).value()
	if err != nil {
		t.Fatalf("%v in %s", err, src)
	}
	return n
}

type treeDecoder struct {
	src []byte
	dec *json.Decoder
}

func newTreeDecoder(src []byte) *treeDecoder {
	d := &treeDecoder{src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	d.dec.UseNumber()
	return d
}

// token returns the next token and how it is written.
func (d *treeDecoder) token() (token json.Token, raw string, err error) {
	start := d.dec.InputOffset()
	token, err = d.dec.Token()
	return token, strings.TrimLeft(string(d.src[start:d.dec.InputOffset()]), " \t\r\n,:"), err
}

func (d *treeDecoder) value() (*node, error) {
	token, raw, err := d.token()
	delim, isContainer := token.(json.Delim)
	if err != nil || !isContainer {
		return &node{raw: raw}, err
	}
	n := &node{kind: byte(delim)}
	for d.dec.More() {
		var m member
		if n.kind == '{' {
			name, raw, err := d.token()
			if err != nil {
				return nil, err
			}
			m.name, m.raw = name.(string), raw
		}
		if m.node, err = d.value(); err != nil {
			return nil, err
		}
		if n.kind == '{' {
			n.members = append(n.members, m)
		} else {
			n.elems = append(n.elems, m.node)
		}
	}
	_, _, err = d.token()
	return n, err
}

// String writes the value without white space, each token as it was (LAWS 8).
func (n *node) String() string {
	var parts []string
	for _, m := range n.members {
		parts = append(parts, m.raw+":"+m.node.String())
	}
	for _, e := range n.elems {
		parts = append(parts, e.String())
	}
	switch n.kind {
	case '{':
		return "{" + strings.Join(parts, ",") + "}"
	case '[':
		return "[" + strings.Join(parts, ",") + "]"
	}
	return n.raw
}

func (n *node) isEmpty() bool { return n.kind != 0 && len(n.members)+len(n.elems) == 0 }
