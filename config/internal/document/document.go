// Package document reads the text of a configuration file, JSON with comments and trailing
// commas, and knows the place of each value.
package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/internal/formathint"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Document is a parsed file: its values, and the place of each.
type Document struct {
	Name   string
	Values map[string]any // nil unless the file holds an object

	lines []int // offset of the first byte of each line
	root  hujson.Value
	names map[*hujson.Object]map[string]*hujson.ObjectMember
}

// Problem is a fault of a file.
type Problem struct {
	profiles.Problem
	Ignored bool // an unknown key without effect
}

// MaxProblems is how many problems are told at most.
const MaxProblems = 200

// Parse reads a file. A document comes back even if there are duplicate names, so that all
// problems can be told; nil if the syntax is broken.
func Parse(name string, data []byte) (*Document, []Problem) {
	var problems []Problem
	data, marked := bytes.CutPrefix(data, []byte(words.ByteOrderMark))
	d := &Document{Name: name, lines: []int{0}, names: map[*hujson.Object]map[string]*hujson.ObjectMember{}}
	for i, c := range data[:min(len(data), files.MaxSize)] {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	if marked {
		problems = append(problems, d.at(0, "", "the byte order mark is ignored"))
		problems[0].Warning = true
	}
	offset, fault := guard(data)
	if fault == "" {
		root, err := hujson.Parse(slices.Concat(data, []byte("\n"))) // the parser wants a line comment ended
		if d.root = root; err != nil {
			offset, fault = d.offset(err, len(data)), syntaxMessage(err)
		}
	}
	if fault != "" {
		problem := d.at(offset, "", fault)
		if fault != endsEarly { // a format hint would not fit: the fault lies elsewhere
			problem.Hint = formathint.Like(data, offset)
		}
		return nil, append(problems, problem)
	}
	twins, comments := d.index()
	problems = slices.Concat(problems, d.refuse(twins), d.tell(comments))
	return d, append(problems, d.decode()...)
}

// decode sets the values without ignored parts. Declared defaults keep their spelling.
func (d *Document) decode() []Problem {
	plain := d.root.Clone() // offsets are those of the file, and comments are gone
	plain.Standardize()
	decoder := json.NewDecoder(bytes.NewReader(plain.Pack()))
	decoder.UseNumber()
	if err := decoder.Decode(&d.Values); err != nil || d.Values == nil {
		return []Problem{d.at(d.root.StartOffset, "", "expected an object")}
	}
	grammar.DropOlder(d.Values)
	Simplify(d.Values)
	tools, _ := d.Values["tool_overrides"].(map[string]any)
	for name, tool := range tools {
		if settings, ok := tool.(map[string]any); ok {
			d.keepDefaults(name, settings)
		}
	}
	return nil
}

// keepDefaults gives the declared defaults of a tool as they are written.
func (d *Document) keepDefaults(tool string, settings map[string]any) {
	object, ok := d.find([]string{"tool_overrides", tool, "defaults"}).value.Value.(*hujson.Object)
	if !ok || settings["defaults"] == nil {
		return
	}
	defaults := map[string]any{}
	for field, member := range d.names[object] {
		value := member.Value.Clone()
		value.Minimize()
		defaults[field] = written(value.Pack())
	}
	settings["defaults"] = defaults
}

// written is a value as a file has it. No schema looks into it: to the validator
// it is null.
type written json.RawMessage

// MarshalJSON returns null for the validator.
func (written) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// Simplify gives numbers the Go types that the decoder takes for numbers.
func Simplify(values map[string]any) {
	todo := []any{values}
	for len(todo) > 0 {
		last := len(todo) - 1
		container := todo[last]
		todo = todo[:last]
		switch c := container.(type) {
		case map[string]any:
			for name, value := range c {
				c[name] = plainNumber(value)
				todo = append(todo, value)
			}
		case []any:
			for i, value := range c {
				c[i] = plainNumber(value)
				todo = append(todo, value)
			}
		}
	}
}

func plainNumber(value any) any {
	number, ok := value.(json.Number)
	if !ok {
		return value
	}
	if n, err := number.Int64(); err == nil {
		return n
	}
	f, _ := number.Float64()
	return max(min(f, math.MaxFloat64), -math.MaxFloat64)
}

// Validate checks the values against the schema, and removes faulty ones. With strict no
// unknown key is a warning. The problems have no order.
func (d *Document) Validate(strict bool) (problems []Problem) {
	for _, f := range grammar.Validate(d.Values, strict) {
		place := d.find(f.Path)
		offset := place.value.StartOffset
		if f.AtKey {
			offset = place.member.Name.StartOffset
		}
		problem := d.at(offset, words.Pointer(f.Path...), f.Message)
		problem.Hint, problem.Warning, problem.Ignored = f.Hint, f.Warning, f.Ignored
		problems = append(problems, problem)
	}
	return problems
}

// guard refuses a text that must not reach the parser, since that descends once for each
// level. It returns the offset of the fault and its message, or "".
func guard(data []byte) (at int, fault string) {
	if len(data) > files.MaxSize {
		return 0, files.ErrTooLarge.Error()
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i, "invalid UTF-8"
		}
		i += size
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i, "NUL byte"
	}
	if i := tooDeep(data); i >= 0 {
		return i, fmt.Sprintf("nested deeper than %d levels", grammar.MaxDepth)
	}
	return 0, ""
}

// tooDeep is the offset of the first bracket that opens a level too many, or
// -1. It reads brackets, strings and comments as the parser does.
func tooDeep(data []byte) int {
	depth := 0
	for i := 0; i < len(data); i++ {
		commentEnd := ""
		switch c := data[i]; {
		case c == '[' || c == '{':
			if depth++; depth > grammar.MaxDepth {
				return i
			}
		case c == ']' || c == '}':
			depth--
		case c == '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case bytes.HasPrefix(data[i:], []byte("//")):
			commentEnd = "\n"
		case bytes.HasPrefix(data[i:], []byte("/*")):
			commentEnd = "*/"
		}
		if commentEnd != "" {
			n := bytes.Index(data[i+2:], []byte(commentEnd))
			if n < 0 {
				return -1
			}
			i += 2 + n + len(commentEnd) - 1
		}
	}
	return -1
}

const endsEarly = "the file ends too early"

// syntaxMessage returns the parser's message without its quotes from the file.
func syntaxMessage(err error) string {
	message := errors.Unwrap(err).Error()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return endsEarly
	}
	if strings.HasPrefix(message, "invalid literal") {
		return "invalid literal"
	}
	_, where, _ := strings.Cut(message, "' ")
	return "invalid character " + where
}

// node is a container on the path through a document. Its parents give its pointer, spelled
// out only in a message.
type node struct {
	up       *node
	name     string
	of       hujson.ValueTrimmed
	level    int
	declared bool // the defaults of a tool, or inside of them
}

func (n *node) pointer() string {
	var names []string
	for ; n.up != nil; n = n.up {
		names = append(names, n.name)
	}
	slices.Reverse(names)
	return words.Pointer(names...)
}

// push adds a value below n to the containers that are to be visited, if it is
// one.
func (n *node) push(todo []*node, name string, value hujson.ValueTrimmed) []*node {
	if _, scalar := value.(hujson.Literal); scalar {
		return todo
	}
	below := &node{up: n, name: name, of: value, level: n.level + 1, declared: n.declared}
	below.declared = below.declared || below.section() == "defaults"
	return append(todo, below)
}

// twin is a name that occurs again in an object.
type twin struct {
	object         *node
	name           string
	earlier, later int // offsets
}

// index takes the comments out and records the members of every object. It returns
// the names that occur twice, and the comments that hold a setting.
func (d *Document) index() (twins []twin, found []idle) {
	todo := []*node{{of: d.root.Value}}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch container := n.of.(type) {
		case *hujson.Array:
			for i, element := range container.Elements {
				todo = n.push(todo, strconv.Itoa(i), element.Value)
			}
		case *hujson.Object:
			found = append(found, n.uncomment(container)...)
			names := make(map[string]*hujson.ObjectMember, len(container.Members))
			d.names[container] = names
			for i := range container.Members {
				member := &container.Members[i]
				name := nameOf(*member)
				if earlier, twice := names[name]; twice {
					twins = append(twins, twin{n, name, earlier.Name.StartOffset, member.Name.StartOffset})
				}
				names[name] = member
			}
			for name, member := range names {
				todo = n.push(todo, name, member.Value.Value)
			}
		}
	}
	return twins, found
}

// refuse reports the names that occur twice. If they are too many, the rest is a problem of
// the whole file, since their subject is unknown.
func (d *Document) refuse(twins []twin) (problems []Problem) {
	sort.Slice(twins, func(i, j int) bool { return twins[i].later < twins[j].later })
	if told := MaxProblems - 1; len(twins) > told {
		message := fmt.Sprintf("duplicate keys not told: %d", len(twins)-told)
		problems = append(problems, d.at(twins[told].later, "", message))
		twins = twins[:told]
	}
	for _, t := range twins {
		line, column := d.position(t.earlier)
		message := fmt.Sprintf("duplicate key; it is already at line %d, column %d", line, column)
		problems = append(problems, d.at(t.later, t.object.pointer()+words.Pointer(t.name), message))
	}
	return problems
}

// idle is a comment that contains a setting.
type idle struct {
	object    *node
	name, key string
	offset    int
}

// uncomment takes the comments out of an object, and returns those that hold a
// setting. Inside of declared defaults all names are those of fields.
func (n *node) uncomment(object *hujson.Object) (found []idle) {
	if n.declared {
		return nil
	}
	object.Members = slices.DeleteFunc(object.Members, func(m hujson.ObjectMember) bool {
		name := nameOf(m)
		if !grammar.IsFreeName(name) || n.holds(name, m.Value.Value) {
			return false
		}
		if key := anyKey(m.Value.Value, grammar.Load().Telling); key != "" {
			found = append(found, idle{n, name, key, m.Name.StartOffset})
		}
		return true
	})
	return found
}

// holds reports whether a value is in effect under the name of a comment. Users choose the
// names of profiles, tools, modes, derived fields, lengths, clients and limits. An entry of
// these is recognized by a key of its kind, and a limit by its number; then it is in effect.
// In such a section a name that begins with x- is always in effect.
func (n *node) holds(name string, value hujson.ValueTrimmed) bool {
	section := n.section()
	keys := grammar.Load().Entries[section]
	switch {
	case strings.HasPrefix(name, grammar.Extension):
		return keys != nil || section == "limits"
	case section == "limits":
		return value.Kind() == '0'
	}
	return anyKey(value, keys) != ""
}

// section returns the name of the section whose names users choose, or "".
func (n *node) section() string {
	switch {
	case n.level == 1 && (n.name == "profiles" || n.name == "tool_overrides" || n.name == "clients"),
		n.level == 3 && n.up.up.name == "tool_overrides",
		n.name == "shorten" && (n.level == 2 && n.up.name == "global" || n.level == 3 && n.up.up.name == "profiles"),
		n.level == 5 && n.name == "limits" && n.up.up.name == "response_modes":
		return n.name
	}
	return ""
}

// tell warns of comments that hold a setting.
func (d *Document) tell(found []idle) (problems []Problem) {
	sort.Slice(found, func(i, j int) bool { return found[i].offset < found[j].offset })
	for _, c := range found[:min(len(found), MaxProblems)] {
		message := fmt.Sprintf("%q in it is ignored, since the name is one of a comment", c.key)
		warning := d.at(c.offset, c.object.pointer()+words.Pointer(c.name), message)
		warning.Warning = true
		problems = append(problems, warning)
	}
	return problems
}

// anyKey is a key of an object that is one of the known ones; "" if there is
// none.
func anyKey(value hujson.ValueTrimmed, known []string) string {
	object, ok := value.(*hujson.Object)
	if !ok {
		return ""
	}
	for _, m := range object.Members {
		if name := nameOf(m); slices.Contains(known, name) {
			return name
		}
	}
	return ""
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// found is the place of a value in a document.
type found struct {
	value  *hujson.Value
	member *hujson.ObjectMember // that holds the value; nil in an array and at the root
	path   []string             // to the value
	whole  bool                 // all of the path asked for was there
}

// find follows a path as far as it goes. Parts that a short form leaves out count as present.
// Examples are the list around a single mask, and the object around the profile or the fields
// of a tool or a mode.
func (d *Document) find(path []string) found {
	f := found{value: &d.root}
	for _, name := range path {
		switch container := f.value.Value.(type) {
		case *hujson.Object:
			member, ok := d.names[container][name]
			if !ok {
				return f
			}
			f.value, f.member = &member.Value, member
		case *hujson.Array:
			if name == "fields" {
				continue
			}
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(container.Elements) {
				return f
			}
			f.value, f.member = &container.Elements[n], nil
		default:
			f.whole = true
			return f
		}
		f.path = append(f.path, name)
	}
	f.whole = true
	return f
}

// Origin is where the value at a pointer was written; without a file where nothing was.
func (d *Document) Origin(ptr string) profiles.Origin {
	f := d.find(words.Path(ptr))
	if !f.whole {
		return profiles.Origin{Pointer: ptr}
	}
	line, column := d.position(f.value.StartOffset)
	return profiles.Origin{File: d.Name, Line: line, Column: column, Pointer: words.Pointer(f.path...)}
}

// Entries returns the names of the entries of a section in the order of the file.
func (d *Document) Entries(name string) (names []string) {
	section := d.find([]string{name})
	entries, ok := section.value.Value.(*hujson.Object)
	if !ok || !section.whole {
		return nil
	}
	for _, member := range entries.Members {
		names = append(names, nameOf(member))
	}
	return names
}

// at is a problem at an offset.
func (d *Document) at(offset int, ptr, message string) Problem {
	line, column := d.position(offset)
	origin := profiles.Origin{File: d.Name, Line: line, Column: column, Pointer: ptr}
	return Problem{Problem: profiles.Problem{Origin: origin, Message: message}}
}

// position turns an offset into a line and a column, both from 1, the column in
// bytes.
func (d *Document) position(offset int) (line, column int) {
	line, exact := slices.BinarySearch(d.lines, offset)
	if exact {
		line++
	}
	return line, offset - d.lines[line-1] + 1
}

// offset returns the offset of a parser error, at most size. The error has only a line and a
// column.
func (d *Document) offset(err error, size int) int {
	var line, column int
	fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &column)
	if line < 1 || line > len(d.lines) {
		return size
	}
	return min(d.lines[line-1]+column-1, size)
}
