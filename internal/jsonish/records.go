package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// keyed returns the value beside a key whose value is the name. Examples: "name: password"
// with "value: x" on the next line, {"key":"password","value":"x"}, and variable
// "password" with its default. The value may stand first.
func (p pair) keyed() (v scan.Span) {
	key, ok := p.keyBefore()
	if !ok {
		return v
	}
	of, ok := p.valueBehind()
	if !ok {
		if of, ok = p.valueBefore(key); !ok {
			return v
		}
	}
	all := p.value(of)
	if all.start < key {
		all.end = min(all.end, key)
	}
	return p.text.Trimmed(scan.Span{Start: all.start, End: all.end})
}

// keyBefore returns the end of the key that has the name as its value. ok reports whether
// that key names the value beside it. A path may precede the name.
func (p pair) keyBefore() (end int, ok bool) {
	start := max(0, p.start-2*lex.MaxPair)
	line := bytes.TrimRight(p.text[start:max(start, p.phraseStart(p.start))], " \t:=\"'\\/")
	if keyOf(line) != namingKey {
		line = bytes.TrimRight(line[:max(0, bytes.LastIndexByte(line, '"'))], " \t:")
	}
	isBlock := p.of.Quoted && bytes.HasPrefix(p.text[p.end:], []byte(" {")) // of HCL
	return start + len(line), isBlock || keyOf(line) == namingKey
}

// The keys of a record that holds a name and its value.
const (
	otherKey  = iota
	namingKey // of a name
	valueKey
	defaultKey
)

// recordKeys are those keys, in lower case.
var recordKeys = map[string]int{
	"name": namingKey, "key": namingKey, "variable": namingKey, "header": namingKey, "field": namingKey, "param": namingKey,
	"parameter": namingKey, "setting": namingKey, "property": namingKey, "option": namingKey, "env": namingKey,
	"attribute": namingKey, "label": namingKey, "title": namingKey, "value": valueKey, "default": defaultKey, "content": defaultKey,
}

// keyOf returns the index of the key that ends a text. The last word of a compound key
// counts, as in ParameterKey.
func keyOf(text []byte) int {
	text = bytes.TrimRight(text, " \t\"'\\")
	start := len(text)
	for start > 0 && len(text)-start < 16 && lex.IsAlnum(text[start-1]) {
		if start--; text[start] <= 'Z' && start+1 < len(text) && text[start+1] >= 'a' {
			break
		}
	}
	return recordKeys[string(bytes.ToLower(text[start:]))]
}

// valueBehind returns the value of the record that continues behind the name. A key named
// value wins over a default.
func (p pair) valueBehind() (of Assignment, ok bool) {
	depth := 0
	for at := p.end; at < len(p.text) && at < p.end+lex.MaxLine && depth >= 0; at++ {
		switch p.text[at] {
		case '{':
			depth++
		case '}':
			depth--
		case '\n':
			if p.beginsRecord(at + 1) {
				return of, ok
			}
		case ':', '=':
			switch key := keyOf(p.text[p.end:at]); {
			case key == namingKey:
				return of, ok
			case key == valueKey:
				return p.nameBefore(at)
			case key == defaultKey && !ok:
				of, ok = p.nameBefore(at)
			}
		}
	}
	return of, ok
}

// beginsRecord reports whether the line at i is blank or begins with a dash.
func (p pair) beginsRecord(i int) bool {
	i = p.text.InLine(i)
	return p.text.EndsLine(i) || p.text.IsItem(i)
}

// valueBefore returns the value of the record whose key ends at end, if the value precedes
// the key. Bytes that the search before has read are not read again.
func (p pair) valueBefore(end int) (of Assignment, ok bool) {
	floor, known := max(min(p.floor, end), end-1<<16), p.record
	if known.end > end || known.floor > floor {
		known = record{}
	}
	found, ended := p.readRecord(floor, max(floor, known.end), end)
	if !ended {
		if found.key = known.key; !found.ok && known.of.Sign >= floor {
			found.of, found.ok = known.of, known.ok
		}
	}
	p.record = found
	return found.of, found.ok && found.key <= floor
}

// record is a search before an offset: the value of the record, and the sign of another key of a
// name before the value. floor is the least offset that the search may reach.
type record struct {
	end, floor, key int
	of              Assignment
	ok              bool
}

// readRecord reads text[from:end] backwards. ended reports whether the record begins there, or
// holds another key of a name. A bracket, a dash at the beginning of a line, or a blank line
// begins a record.
func (p pair) readRecord(floor, from, end int) (found record, ended bool) {
	found.end, found.floor = end, floor
	for i := end; i > from; {
		n := bytes.LastIndexAny(p.text[from:i], ":={}\n")
		if n < 0 {
			break
		}
		switch i = from + n; p.text[i] {
		case '{':
			if !lex.IsAlnum(p.text.Before(i)) { // not one in a word
				return found, true
			}
		case '}':
			next := p.text.InLine(i + 1)
			if p.text.EndsLine(next) || bytes.IndexByte([]byte(",;]{}"), p.text[next]) >= 0 {
				return found, true
			}
		case '\n':
			if p.beginsRecord(i + 1) {
				return found, true
			}
		default:
			switch key := keyOf(p.text[floor:i]); {
			case key == namingKey:
				found.key = i
				return found, true
			case key == valueKey && !found.ok:
				found.of, found.ok = p.nameBefore(i)
			}
		}
	}
	return found, false
}
