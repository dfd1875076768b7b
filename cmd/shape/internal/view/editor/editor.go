// Package editor writes rules into the text of a configuration, and completes its words.
package editor

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/tree"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// Wish asks for a rule about the value at a pointer. Body is the response, if it is known;
// without it a name of digits alone counts as a position.
type Wish struct {
	Action  string // one of [Actions]
	Pointer string
	Tool    string
	Server  string
	N       int // of elements or characters; 0 is usual
	Body    []byte
}

// Actions are the known actions.
var Actions = []string{"omit-here", "omit-everywhere", "keep-only", "first", "shorten", "mask"}

// Edited is a text with one more rule, and its place. Line and Column count from 1, in bytes.
type Edited struct {
	Text         string
	Line, Column int
	Said         string
}

// Edit writes the rule of a wish into the text of a configuration. Comments, layout and order
// stay. A rule joins the list that is there. A rule that makes an error of the text is an error.
// name is that of the file in errors.
func Edit(name, text string, w Wish) (*Edited, error) {
	bare, isMarked := strings.CutPrefix(text, words.ByteOrderMark)
	c, err := w.change([]byte(bare))
	if err != nil {
		return nil, err
	}
	out, at, err := c.write(name, []byte(bare))
	if err != nil {
		return nil, err
	}
	if _, err := config.Parse(name, out); err != nil {
		return nil, fmt.Errorf("the rule cannot stand here: %w", err)
	}
	e := &Edited{Text: string(out), Said: c.said}
	e.Line, e.Column = strings.Count(e.Text[:at], "\n")+1, at-strings.LastIndexByte(e.Text[:at], '\n')
	if isMarked {
		e.Text = words.ByteOrderMark + e.Text
	}
	return e, nil
}

// change is a value of the configuration to set, or an element of a list to add.
type change struct {
	path   []string
	value  string // JSON
	isList bool
	said   string
}

// usual lengths of a list and a text.
const (
	usualItems = 10
	usualChars = 200
)

// change returns the change of the configuration for an action.
func (w *Wish) change(text []byte) (*change, error) {
	p := placeOf(w.Pointer, w.Body)
	var entry []string
	if w.Tool != "" {
		entry = []string{"tool_overrides", entryOf(text, w.Server, w.Tool)}
	}
	isHere := w.Action != "omit-everywhere" && w.Action != "mask"
	switch {
	case isHere && entry == nil:
		return nil, errors.New("name the tool first: the rule is about one tool")
	case !isHere && p.name == "":
		return nil, errors.New("the value has no name, so no rule for every tool can meet it")
	case (w.Action == "omit-here" || w.Action == "keep-only") && p.mask == "":
		return nil, errors.New("this is the whole payload; choose a value in it")
	}
	length := func(key, unit string, usual int) *change {
		n := cmp.Or(w.N, usual)
		said := fmt.Sprintf("keeps at most %s of %s of %s", terminal.Counted(n, unit), cmp.Or(p.mask, "the payload"), w.Tool)
		return &change{append(entry, "shorten", cmp.Or(p.mask, profiles.Itself), key), strconv.Itoa(n), false, said}
	}
	everywhere := "**." + fieldmask.Spell(p.name)
	switch w.Action {
	case "omit-here":
		mask := p.mask
		if fieldmask.IsBare([]byte(mask)) { // alone, the name would hold at every depth
			mask = "." + mask
		}
		return &change{append(entry, "omit_fields"), quote(mask), true, fmt.Sprintf("omits %s of %s", mask, w.Tool)}, nil
	case "omit-everywhere":
		return &change{[]string{"global", "omit_fields"}, quote(everywhere), true, fmt.Sprintf("omits %s of all tools", everywhere)}, nil
	case "keep-only":
		return &change{append(entry, "include_only"), quote(p.mask), true, fmt.Sprintf("keeps %s of %s, and nothing that no such mask selects", p.mask, w.Tool)}, nil
	case "first":
		return length("items", "element", usualItems), nil
	case "shorten":
		return length("chars", "character", usualChars), nil
	case "mask":
		return &change{[]string{"privacy", "mask"}, `{"path": ` + quote(everywhere) + `}`, true, fmt.Sprintf("replaces the values of %s of all tools", everywhere)}, nil
	}
	return nil, words.Hinted(fmt.Errorf("unknown action %q; known: %s", w.Action, strings.Join(Actions, ", ")), w.Action, Actions)
}

// place is the place of a value as masks spell it.
type place struct {
	mask string // from the payload; "" is the payload itself
	name string // the last name; "" if there is none, or if the value is an element
}

// placeOf returns the place of the value at a pointer into a response. Envelopes, halves and
// texts around the payload are no part of its mask.
func placeOf(pointer string, body []byte) (p place) {
	tokens := tree.Tokens(pointer)
	for len(tokens) > 0 {
		n := aroundPayload(tokens, body)
		if n == 0 {
			break
		}
		for _, t := range tokens[:n] {
			body = tree.ItemAt(tree.Inside(body), t)
		}
		tokens = tokens[n:]
	}
	var steps []string
	for i, t := range tokens {
		container := tree.Inside(body)
		isPosition := t != "" && strings.Trim(t, "0123456789") == ""
		if container != nil {
			isPosition = container[0] == '['
			body = tree.ItemAt(container, t)
		}
		name := words.Unescape(t)
		switch {
		case !isPosition:
			p.name = name
			steps = append(steps, fieldmask.Spell(name))
		case i == len(tokens)-1:
			p.name = ""
			steps = append(steps, "["+t+"]")
		case len(steps) == 0:
			steps = append(steps, "[]")
		}
	}
	p.mask = strings.ReplaceAll(strings.Join(steps, "."), ".[", "[")
	return p
}

// aroundPayload returns the number of tokens that lead from a document to its payload; 0 if it
// is one.
func aroundPayload(tokens []string, body []byte) int {
	switch {
	case tokens[0] == "result" && len(tokens) > 1 && (len(body) == 0 || tree.Member(body, "jsonrpc") != nil):
		return 1
	case tokens[0] == "structuredContent":
		return 1
	case tokens[0] == "content" && len(tokens) > 2 && tokens[2] == "text":
		return 3
	}
	if doc := tree.Inside(body); doc != nil {
		if _, layout := dialects.Look(dialects.SkimValid(doc)); layout != nil && slices.Contains(layout.Payload, words.Unescape(tokens[0])) {
			return 1
		}
	}
	return 0
}

// entryOf returns the name of the entry of tool_overrides for one tool, as the text spells it.
// That with a server comes first. Without an entry it is a new name.
func entryOf(text []byte, server, tool string) string {
	full := strings.TrimPrefix(server+"."+tool, ".")
	var names []string
	if root, err := hujson.Parse(text); err == nil {
		if v := root.Find("/tool_overrides"); v != nil {
			if entries, ok := v.Value.(*hujson.Object); ok {
				for _, m := range entries.Members {
					names = append(names, m.Name.Value.(hujson.Literal).String())
				}
			}
		}
	}
	shared := slices.DeleteFunc(profiles.SharingTools(names, []string{full}), func(name string) bool { return strings.Contains(name, "*") })
	for _, name := range shared {
		if name != tool {
			return name
		}
	}
	if len(shared) > 0 {
		return shared[0]
	}
	return full
}

// write writes the change into a text, and returns the offset of the rule. Comments, layout and
// order stay.
func (c *change) write(name string, text []byte) (out []byte, at int, err error) {
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, 0, errors.New("the configuration is no JSON; mend it first")
	}
	known := 0
	for known < len(c.path) && root.Find(words.Pointer(c.path[:known+1]...)) != nil {
		known++
	}
	to := root.Find(words.Pointer(c.path[:known]...))
	pointer := words.Pointer(c.path...)
	switch _, isArray := to.Value.(*hujson.Array); {
	case known < len(c.path) && known < c.key():
		if out, err = c.addMember(name, text); err != nil {
			return nil, 0, err
		}
		if c.isList {
			pointer += "/0"
		}
	case known < len(c.path):
		if _, isObject := to.Value.(*hujson.Object); !isObject {
			return nil, 0, fmt.Errorf("%s is no object, so no rule can be added to it", words.Pointer(c.path[:known]...))
		}
		value := c.value
		for _, key := range slices.Backward(c.path[known+1:]) {
			value = "{" + quote(key) + ": " + value + "}"
		}
		out = insertItem(text, to, quote(c.path[known])+": "+value)
	case !c.isList:
		out = splice(text, to.StartOffset, to.EndOffset, c.value)
	case isArray:
		elements := to.Value.(*hujson.Array).Elements
		if i := slices.IndexFunc(elements, func(v hujson.Value) bool { return same(v, c.value) }); i >= 0 {
			return text, elements[i].StartOffset, nil
		}
		out = insertItem(text, to, c.value)
		pointer += "/" + strconv.Itoa(len(elements))
	case same(*to, c.value):
		return text, to.StartOffset, nil
	default: // one mask without its list
		one := string(text[to.StartOffset:to.EndOffset])
		out = splice(text, to.StartOffset, to.EndOffset, "["+one+", "+c.value+"]")
		pointer += "/1"
	}
	if root, err = hujson.Parse(out); err != nil {
		return nil, 0, errors.New("no rule can be added to this text")
	}
	if v := root.Find(pointer); v != nil {
		at = v.StartOffset
	}
	return out, at, nil
}

// key returns the number of names that lead to the key of a section. [config.AddMembers] adds
// such a key as a whole.
func (c *change) key() int {
	if c.path[0] == "tool_overrides" {
		return 3
	}
	return 2
}

// addMember adds the key with the rule, on lines of its own.
func (c *change) addMember(name string, text []byte) ([]byte, error) {
	value := c.value
	if c.isList {
		value = "[" + value + "]"
	}
	for _, key := range slices.Backward(c.path[c.key():]) {
		value = "{" + quote(key) + ": " + value + "}"
	}
	var b strings.Builder
	for i, key := range c.path[:c.key()] {
		fmt.Fprintf(&b, "{\n%s%s: ", strings.Repeat("  ", i+1), quote(key))
	}
	b.WriteString(value)
	for i := c.key() - 1; i >= 0; i-- {
		b.WriteString("\n" + strings.Repeat("  ", i) + "}")
	}
	out, _, kept, err := config.AddMembers(name, text, []byte(b.String()))
	if err != nil {
		return nil, err
	}
	if len(kept) > 0 {
		return nil, fmt.Errorf("%s is set for this tool elsewhere in the file; change it there", c.path[c.key()-1])
	}
	return out, nil
}

// same reports whether a value is a JSON text, but for white space and comments.
func same(v hujson.Value, text string) bool {
	v = v.Clone()
	v.Minimize()
	other, err := hujson.Parse([]byte(text))
	if err != nil {
		return false
	}
	other.Minimize()
	return bytes.Equal(v.Pack(), other.Pack())
}

// insertItem adds an item at the end of a container, in its layout.
func insertItem(text []byte, to *hujson.Value, item string) []byte {
	var last *hujson.Value
	switch container := to.Value.(type) {
	case *hujson.Array:
		if n := len(container.Elements); n > 0 {
			last = &container.Elements[n-1]
		}
	case *hujson.Object:
		if n := len(container.Members); n > 0 {
			last = &container.Members[n-1].Value
		}
	}
	end := to.EndOffset - 1 // of the items
	line := bytes.LastIndexByte(text[:end], '\n') + 1
	isAlone := line > to.StartOffset && len(bytes.TrimSpace(text[line:end])) == 0
	newline := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	indent := string(text[line:end]) + "  "
	comma, hasComma := 0, false
	if last != nil {
		comma = last.EndOffset + len(last.AfterExtra)
		hasComma = text[comma] == ','
		begin := bytes.LastIndexByte(text[:last.EndOffset], '\n') + 1
		if begin > to.StartOffset {
			indent = string(text[begin : begin+len(text[begin:])-len(bytes.TrimLeft(text[begin:], " \t"))])
		}
	}
	switch {
	case isAlone:
		if hasComma {
			item += ","
		}
		text = splice(text, line, line, indent+item+newline)
		if last != nil && !hasComma {
			text = splice(text, last.EndOffset, last.EndOffset, ",")
		}
		return text
	case last == nil:
		return splice(text, end, end, item)
	case hasComma:
		return splice(text, comma+1, comma+1, " "+item)
	}
	return splice(text, last.EndOffset, last.EndOffset, ", "+item)
}

func quote(text string) string { return string(scan.AppendQuote(nil, []byte(text))) }

func splice(text []byte, start, end int, with string) []byte {
	return slices.Concat(text[:start], []byte(with), text[end:])
}
