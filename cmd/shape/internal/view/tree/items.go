package tree

import (
	"bytes"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// items walks the members or elements of a valid container.
type items struct {
	src      []byte
	end      int // of the item
	isObject bool
	ok       bool // there is an item
	name     string
	raw      []byte
	skipper  scan.Skipper
}

func itemsOf(container []byte) items {
	if len(container) == 0 || !scan.IsOpener(container[0]) || scan.IsEmpty(container, 0) {
		return items{}
	}
	i := items{src: container, isObject: container[0] == '{'}
	i.read(1)
	return i
}

// read reads the item after an offset.
func (i *items) read(at int) {
	at = scan.Space(i.src, at)
	if i.isObject {
		end := i.skipper.End(i.src, at)
		i.name = scan.Text(i.src[at:end])
		at = scan.Space(i.src, scan.Space(i.src, end)+1)
	}
	i.end = i.skipper.End(i.src, at)
	i.raw, i.ok = i.src[at:i.end], true
}

func (i *items) advance() {
	at := scan.Space(i.src, i.end)
	if i.ok = i.src[at] == ','; i.ok {
		i.read(at + 1)
	} else {
		i.raw, i.name = nil, ""
	}
}

// pair returns the item of a name, or the next element for a position.
func (i *items) pair(key any) (raw []byte, ok bool) {
	name, isName := key.(string)
	if !i.ok || isName != i.isObject || isName && i.name != name {
		return nil, false
	}
	raw = i.raw
	i.advance()
	return raw, true
}

// has reports whether one of the next items has a name.
func (i *items) has(name string) bool {
	ahead := *i
	for range mostAhead {
		if !ahead.ok || ahead.name == name {
			break
		}
		ahead.advance()
	}
	return ahead.ok && ahead.name == name
}

// count returns the number of items of a container.
func count(container []byte) (n int) {
	for i := itemsOf(container); i.ok; i.advance() {
		n++
	}
	return n
}

// Inside returns the JSON container that a value is, or that a string holds; nil for none.
func Inside(raw []byte) []byte {
	if len(raw) > 0 && raw[0] == '"' {
		raw = scan.AppendUnquote(nil, raw[1:len(raw)-1])
		raw = bytes.TrimSpace(raw)
		if len(raw) == 0 || !scan.IsOpener(raw[0]) || scan.Check(raw, scan.Limits{}, false) != nil {
			return nil
		}
	}
	if len(raw) == 0 || !scan.IsOpener(raw[0]) {
		return nil
	}
	return raw
}

// Member returns a member of the object that a text begins with, as raw JSON; nil without one.
func Member(text []byte, name string) (raw []byte) {
	var s scan.Skipper
	s.EachMember(text, scan.Space(text, 0), func(n []byte, _, value int) bool {
		if string(n) == name {
			raw = text[value:s.End(text, value)]
		}
		return raw == nil
	})
	return raw
}

// ItemAt returns the item of a container at an escaped token of a pointer; nil without one.
func ItemAt(container []byte, token string) []byte {
	n := 0
	for i := itemsOf(container); i.ok; i.advance() {
		if i.isObject && i.name == words.Unescape(token) || !i.isObject && strconv.Itoa(n) == token {
			return i.raw
		}
		n++
	}
	return nil
}
