package raw

import (
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// Points sets fixed points of an envelope, one after the other, until one fails.
// Its paths are the program's own: sjson is never given a name from outside.
type Points struct {
	Doc []byte
	Err error
}

func (p *Points) Set(path string, value any) {
	if p.Err == nil {
		p.Doc, p.Err = sjson.SetBytes(p.Doc, path, value)
	}
}

func (p *Points) setRaw(path string, value []byte) {
	if p.Err == nil {
		p.Doc, p.Err = sjson.SetRawBytes(p.Doc, path, value)
	}
}

// Add appends to a list. What is no list becomes the first item of one.
func (p *Points) Add(path string, value []byte) {
	switch old := gjson.GetBytes(p.Doc, path); {
	case old.IsArray():
		p.setRaw(path+".-1", value)
	case old.Type == gjson.Null: // absent, too
		p.setRaw(path, Array([][]byte{value}))
	default:
		p.setRaw(path, Array([][]byte{[]byte(old.Raw), value}))
	}
}
