package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// keyed returns the value beside a key whose value is the name. Examples: "name: password"
// with "value: x" on the next line, {"key":"password","value":"x"}, and variable
// "password" with its default. The value may stand first.
func (a *Assignments) keyed(_ Assignment, before, after int) (v scan.Span) {
	key, ok := a.keyBefore(before)
	if !ok {
		return v
	}
	of, ok := a.valueBehind(after)
	if !ok {
		if of, ok = a.valueBefore(key); !ok {
			return v
		}
	}
	all := a.value(of)
	if all.start < key {
		all.end = min(all.end, key)
	}
	return a.trimmed(scan.Span{Start: all.start, End: all.end})
}

// keyBefore returns the end of the key that has the name at i as its value. ok reports
// whether that key names the value beside it. A path may precede the name.
func (a *Assignments) keyBefore(i int) (end int, ok bool) {
	start := max(0, i-2*maxPair)
	line := bytes.TrimRight(a.text[start:i], " \t:=\"'\\/")
	if keyOf(line) != namingKey {
		line = bytes.TrimRight(line[:max(0, bytes.LastIndexByte(line, '"'))], " \t:")
	}
	return start + len(line), keyOf(line) == namingKey
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
	"attribute": namingKey, "label": namingKey, "value": valueKey, "default": defaultKey, "content": defaultKey,
}

// keyOf returns the index of the key that ends a text. The last word of a compound key
// counts, as in ParameterKey.
func keyOf(text []byte) int {
	text = bytes.TrimRight(text, " \t\"'\\")
	start := len(text)
	for start > 0 && len(text)-start < 16 && isAlnum(text[start-1]) {
		if start--; text[start] <= 'Z' && start+1 < len(text) && text[start+1] >= 'a' {
			break
		}
	}
	return recordKeys[string(bytes.ToLower(text[start:]))]
}

// valueBehind returns the value of the record that continues at i. A key named value wins
// over a default.
func (a *Assignments) valueBehind(i int) (of Assignment, ok bool) {
	depth := 0
	for at := i; at < len(a.text) && at < i+maxLine && depth >= 0; at++ {
		switch a.text[at] {
		case '{':
			depth++
		case '}':
			depth--
		case '\n':
			if a.beginsRecord(at + 1) {
				return of, ok
			}
		case ':', '=':
			switch key := keyOf(a.text[i:at]); {
			case key == namingKey:
				return of, ok
			case key == valueKey:
				return a.before(at)
			case key == defaultKey && !ok:
				of, ok = a.before(at)
			}
		}
	}
	return of, ok
}

// beginsRecord reports whether the line at i is blank or begins with a dash.
func (a *Assignments) beginsRecord(i int) bool {
	i = inLine(a.text, i)
	return i == len(a.text) || isLineEnd(a.text[i]) || isItem(a.text[i:])
}

// bordersRecord reports whether the curly bracket at i begins or ends a record: one in a
// word does not.
func (a *Assignments) bordersRecord(i int) bool {
	if a.text[i] == '{' {
		return !isAlnum(a.prev(i))
	}
	next := inLine(a.text, i+1)
	return next == len(a.text) || isLineEnd(a.text[next]) || bytes.IndexByte([]byte(",;]{}"), a.text[next]) >= 0
}

// valueBefore returns the value of the record whose key ends at end, if the value precedes
// the key. A bracket, a dash at the beginning of a line, or a blank line begins a record.
func (a *Assignments) valueBefore(end int) (of Assignment, ok bool) {
	text := a.text[min(a.floor, end):end]
	text = text[max(0, len(text)-1<<16):]
	floor := end - len(text)
	for {
		n := bytes.LastIndexAny(text, ":={}\n")
		if n < 0 {
			return of, ok
		}
		switch text[n] {
		case '{', '}':
			if a.bordersRecord(floor + n) {
				return of, ok
			}
		case '\n':
			if a.beginsRecord(floor + n + 1) {
				return of, ok
			}
		default:
			switch key := keyOf(text[:n]); {
			case key == namingKey:
				return of, false
			case key == valueKey && !ok:
				of, ok = a.before(floor + n)
			}
		}
		text = text[:n]
	}
}

// endsWithWord reports whether a text ends with a word.
func endsWithWord(text []byte, word string) bool {
	n := len(text) - len(word)
	return n >= 0 && string(text[n:]) == word && (n == 0 || !isAlnum(text[n-1]))
}

// explicit is the value of an explicit key of YAML: "? password" and below ": x".
func (a *Assignments) explicit(of Assignment, before, after int) (v scan.Span) {
	head := bytes.TrimSpace(a.text[a.lineStart(before):before])
	end := a.near(after)
	below := inLine(a.text, nextLine(a.text, end))
	if string(head) != "?" || a.next(below) != ':' {
		return v
	}
	of.Sign, of.Behind, of.Bare = below, below+1, false
	all := a.value(of)
	return scan.Span{Start: all.start, End: all.end}
}
