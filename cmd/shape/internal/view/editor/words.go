package editor

import (
	"encoding/json"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Completion replaces the columns from From up to To of the line.
type Completion struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Words []Word `json:"words"`
}

// Word is a name or a value, as JSON.
type Word struct {
	Word  string `json:"word"`
	About string `json:"about"`
}

// mostWords bounds a completion.
const mostWords = 200

// Complete returns the words that can stand at a place of a configuration. The text may be
// broken. more adds names of a section, such as tool_overrides, and values of a key.
func Complete(text string, line, column int, more map[string][]string) Completion {
	begin := 0
	for range min(line-1, strings.Count(text, "\n")) {
		begin += strings.IndexByte(text[begin:], '\n') + 1
	}
	at := max(begin, min(begin+column-1, len(text)))
	c, end := cursorAt(text[:at]), at
	if c.isInString { // the rest of the word goes, with its quote
		if n := strings.IndexAny(text[at:], "\"\n:,{}[]"); n >= 0 && text[at+n] == '"' {
			end = at + n + 1
		}
	}
	told := Completion{From: c.start - begin + 1, To: end - begin + 1, Words: []Word{}}
	var root schema
	if json.Unmarshal(config.Schema(), &root) != nil {
		return told
	}
	typed := strings.Trim(text[c.start:at], `"`)
	if of := root.at(&root, c.path); of != nil {
		for _, w := range of.words(&root, &c, more) {
			isTold := slices.ContainsFunc(told.Words, func(t Word) bool { return t.Word == w.Word })
			if !isTold && strings.Contains(strings.Trim(w.Word, `"`), typed) && len(told.Words) < mostWords {
				told.Words = append(told.Words, w)
			}
		}
	}
	return told
}

// words lists the words of a schema at a cursor: names that the object lacks, or values.
func (s *schema) words(root *schema, c *cursor, more map[string][]string) (all []Word) {
	key := ""
	if len(c.path) > 0 {
		key = c.path[len(c.path)-1]
	}
	for _, name := range more[key] {
		if !c.isKey || !slices.Contains(c.names, name) {
			all = append(all, Word{quote(name), ""})
		}
	}
	if c.isKey {
		for name, property := range s.Properties {
			if !slices.Contains(c.names, name) {
				all = append(all, Word{quote(name), property.about(root)})
			}
		}
		sort.Slice(all, func(i, j int) bool { return all[i].Word < all[j].Word })
		return all
	}
	for _, value := range slices.Concat(s.Enum, s.Examples) {
		all = append(all, Word{string(value), s.about(root)})
	}
	if strings.Contains(string(s.Type), `"boolean"`) {
		all = append(all, Word{"true", s.about(root)}, Word{"false", s.about(root)})
	}
	return all
}

// schema is the part of JSON Schema that the configuration's schema needs for words.
type schema struct {
	Ref         string             `json:"$ref"`
	Description string             `json:"description"`
	Type        json.RawMessage    `json:"type"`
	Properties  map[string]*schema `json:"properties"`
	More        json.RawMessage    `json:"additionalProperties"` // a schema or a boolean
	Items       *schema            `json:"items"`
	Enum        []json.RawMessage  `json:"enum"`
	Examples    []json.RawMessage  `json:"examples"`
	Defs        map[string]*schema `json:"$defs"`
}

// at returns the schema of the value at a path; nil if it is unknown. An element of a list has
// the name "".
func (s *schema) at(root *schema, path []string) *schema {
	for s != nil && s.Ref != "" {
		s = root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
	}
	if s == nil || len(path) == 0 {
		return s
	}
	next := s.Properties[path[0]]
	if path[0] == "" {
		next = s.Items
	}
	if next == nil && len(s.More) > 0 && s.More[0] == '{' {
		next = &schema{}
		if json.Unmarshal(s.More, next) != nil {
			return nil
		}
	}
	return next.at(root, path[1:])
}

// about returns the description of a schema, or of the one that it refers to.
func (s *schema) about(root *schema) string {
	if s.Description != "" {
		return s.Description
	}
	if of := s.at(root, nil); of != nil {
		return of.Description
	}
	return ""
}

// cursor is the place at the end of a text of JSON with comments.
type cursor struct {
	path       []string // of the object for a name, or of the value; "" is a list
	names      []string // of the object so far
	isKey      bool     // a name stands here
	isInString bool
	start      int // of the word that the text ends with
}

// frame is an open container.
type frame struct {
	isObject bool
	name     string // of the member that is read
	isValue  bool   // a colon followed the name
	names    []string
}

// wordsOfJSON finds comments, strings, signs and bare words, also unfinished ones.
var wordsOfJSON = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`//[^\n]*\n?|/\*(?s:.*?)(?:\*/|$)|"(?:[^"\\\n]|\\.)*"?|[\[\]{}:,]|[^\s\[\]{}:,"/]+`)
})

// isClosed reports whether a token is a string with both quotes.
func isClosed(token string) bool {
	return len(token) > 1 && token[0] == '"' && strings.HasSuffix(token, `"`)
}

// cursorAt reads a text up to the cursor. It expects no valid text.
func cursorAt(text string) cursor {
	c, open := cursor{start: len(text)}, []frame{{}}
	for _, at := range wordsOfJSON().FindAllStringIndex(text, -1) {
		token, top := text[at[0]:at[1]], &open[len(open)-1]
		isString, isEnd := token[0] == '"', at[1] == len(text)
		switch token[0] {
		case '/':
			if isEnd && !strings.HasSuffix(token, "*/") && !strings.HasSuffix(token, "\n") {
				return cursor{start: len(text), path: []string{"", ""}} // no word stands in a comment
			}
		case '{', '[':
			open = append(open, frame{isObject: token[0] == '{'})
		case '}', ']':
			open = open[:max(1, len(open)-1)]
		case ':':
			top.isValue = true
		case ',':
			top.isValue, top.name = false, ""
		default:
			if isEnd && !isClosed(token) {
				c.start, c.isInString = at[0], isString
			} else if isString && top.isObject && !top.isValue {
				top.name = scan.Text([]byte(token))
				top.names = append(top.names, top.name)
			}
		}
	}
	for i, f := range open[1:] {
		if i == len(open)-2 && f.isObject && !f.isValue {
			c.isKey, c.names = true, f.names
		} else {
			c.path = append(c.path, f.name)
		}
	}
	return c
}
