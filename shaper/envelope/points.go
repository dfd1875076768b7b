package envelope

import (
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// points sets fixed points of an envelope, one after the other, until one fails.
// Its paths are the program's own: sjson is never given a name from outside.
type points struct {
	doc []byte
	err error
}

func (p *points) set(path string, value any) {
	if p.err == nil {
		p.doc, p.err = sjson.SetBytes(p.doc, path, value)
	}
}

func (p *points) setRaw(path string, value []byte) {
	if p.err == nil {
		p.doc, p.err = sjson.SetRawBytes(p.doc, path, value)
	}
}

// add appends to a list. What is no list becomes the first item of one.
func (p *points) add(path string, value []byte) {
	switch old := gjson.GetBytes(p.doc, path); {
	case old.IsArray():
		p.setRaw(path+".-1", value)
	case old.Type == gjson.Null: // absent, too
		p.setRaw(path, array([][]byte{value}))
	default:
		p.setRaw(path, array([][]byte{[]byte(old.Raw), value}))
	}
}
