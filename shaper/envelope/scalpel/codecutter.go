package scalpel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// codeNames are the member names that mean program text, without "_" and "-".
var codeNames = []string{
	"code", "source", "sourcecode", "sourceline", "sourcelines", "snippet", "codesnippet",
	"content", "contents", "filecontent", "filecontents", "rawast", "ast",
}

// withoutCode copies a valid JSON value and leaves out the members and elements
// that may hold program text. removed holds their dotted paths.
func withoutCode(src []byte) (out []byte, removed []string) {
	c := codeCutter{src: src, out: make([]byte, 0, len(src))}
	for i := scan.Space(src, 0); i < len(src); i = scan.Space(src, i) {
		switch src[i] {
		case ',':
			i++
		case ']', '}':
			c.out = append(c.out, src[i])
			c.open = c.open[:len(c.open)-1]
			i++
		default:
			i = c.value(i)
		}
	}
	return c.out, c.removed
}

// codeCutter walks one value with a stack of its own, so that its depth does
// not matter.
type codeCutter struct {
	src, out []byte
	open     []container
	skipper  scan.Skipper
	removed  []string
}

// container is an object or array being copied.
type container struct {
	object bool
	filled bool   // something was written into it
	index  int    // of the next element
	name   string // of the member being read
}

// value copies or leaves out the member, element or value at i and returns the
// index after what it has dealt with: the whole of a scalar, the bracket of a
// container.
func (c *codeCutter) value(i int) int {
	start := i
	var top *container
	if n := len(c.open); n > 0 {
		top = &c.open[n-1]
		i = c.label(top, i)
	}
	nested := c.src[i] == '{' || c.src[i] == '['
	end := i + 1
	if !nested {
		end, _ = scan.Scalar(c.src, i, len(c.src))
	}
	if top != nil && c.isCode(top, c.src[i:end]) {
		c.removed = append(c.removed, c.path())
		limits := scan.Limits{}.OrDefault()
		end, _, _ = c.skipper.Value(c.src, i, len(c.open), &limits)
		return end
	}
	if top != nil {
		if top.filled {
			c.out = append(c.out, ',')
		}
		top.filled = true
	}
	c.out = append(c.out, c.src[start:end]...)
	if nested {
		c.open = append(c.open, container{object: c.src[i] == '{'})
	}
	return end
}

// label reads what names the next value of a container, its key or its index,
// and returns where the value starts.
func (c *codeCutter) label(top *container, i int) int {
	if !top.object {
		top.name = strconv.Itoa(top.index)
		top.index++
		return i
	}
	end, _, _ := scan.String(c.src, i, len(c.src))
	top.name = raw.Text(c.src[i:end])
	i = scan.Space(c.src, end) // at the colon
	return scan.Space(c.src, i+1)
}

// isCode judges a value by its name and its first token: numbers, booleans and
// null hold no code.
func (c *codeCutter) isCode(top *container, token []byte) bool {
	switch raw.Kind(token) {
	case "number", "boolean", "null":
		return false
	case "string":
		if strings.ContainsFunc(raw.Text(token), isLineBreak) {
			return true
		}
	}
	return top.object && slices.Contains(codeNames, plainName(top.name))
}

func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

func (c *codeCutter) path() string {
	path := ""
	for _, o := range c.open {
		path = raw.Join(path, o.name)
	}
	return path
}
