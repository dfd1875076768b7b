package clientfile

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// readYAML reads the first document of YAML in UTF-8.
func readYAML(source []byte) (*node, error) {
	if !utf8.Valid(source) {
		return nil, errors.New("1:1: this is not YAML in UTF-8")
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		place := ""
		if at := regexp.MustCompile(`line (\d+)`).FindStringSubmatch(err.Error()); at != nil {
			place = at[1] + ": "
		}
		return nil, errors.New(place + "this is not YAML")
	}
	r := yamlReader{source: source, lines: linesOf(source)}
	if doc.Kind != yaml.DocumentNode {
		return &node{}, nil
	}
	return r.node(doc.Content[0]), r.err
}

// yamlReader turns lines and columns into offsets.
type yamlReader struct {
	source []byte
	lines  []int // the offset of each line
	err    error
}

// linesOf returns the offset of each line. YAML knows five line breaks.
func linesOf(source []byte) []int {
	first := len(source) - len(bytes.TrimPrefix(source, []byte("\ufeff")))
	lines := []int{first}
	for at, r := range string(source) {
		switch {
		case r == '\r' && bytes.HasPrefix(source[at:], []byte("\r\n")):
		case strings.ContainsRune("\r\n\u0085\u2028\u2029", r):
			lines = append(lines, at+utf8.RuneLen(r))
		}
	}
	return lines
}

// offset returns the offset of a node. Columns count characters.
func (r *yamlReader) offset(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(r.lines) {
		return len(r.source)
	}
	at := r.lines[n.Line-1]
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(r.source[at:])
		at += size
	}
	return at
}

// node returns a value. An alias, a tagged value and a string over several lines are of another
// kind.
func (r *yamlReader) node(y *yaml.Node) *node {
	n := &node{isBlock: y.Style&yaml.FlowStyle == 0}
	n.start = r.offset(y)
	if y.Anchor != "" || y.Style&yaml.TaggedStyle != 0 {
		return n
	}
	switch y.Kind {
	case yaml.SequenceNode:
		n.kind = list
		for _, item := range y.Content {
			n.items = append(n.items, r.node(item))
		}
	case yaml.MappingNode:
		n.kind = object
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := r.node(y.Content[i])
			n.add(value{key.span, y.Content[i].Value}, r.node(y.Content[i+1]))
		}
	case yaml.ScalarNode:
		if end := r.end(y, n.start); end > 0 {
			n.end, n.value.text = end, y.Value
			if y.ShortTag() == "!!str" {
				n.kind = text
			}
		}
	}
	return n
}

// end returns the end of a string on one line, or 0.
func (r *yamlReader) end(y *yaml.Node, start int) int {
	rest := r.source[start:]
	line := rest
	if at := bytes.IndexAny(rest, "\r\n"); at >= 0 {
		line = rest[:at]
	}
	switch {
	case y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		for at := 1; at < len(line); at++ {
			switch {
			case line[at] == '\\' && line[0] == '"', bytes.HasPrefix(line[at:], []byte("''")):
				at++
			case line[at] == line[0]:
				return start + at + 1
			}
		}
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && bytes.HasPrefix(line, []byte(y.Value)):
		return start + len(y.Value)
	}
	return 0
}
