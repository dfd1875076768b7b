package fieldmask

import (
	"encoding/json"
	"strings"
)

func (p *parser) quoted() (step, error) {
	start := p.pos
	for p.pos++; p.pos < len(p.in) && p.in[p.pos] != '"'; p.pos++ {
		if p.in[p.pos] == '\\' {
			p.pos++
		}
	}
	if p.pos >= len(p.in) {
		return step{}, p.fail(start, "quoted name is not closed")
	}
	p.pos++
	var name string
	if err := json.Unmarshal([]byte(p.in[start:p.pos]), &name); err != nil {
		return step{}, p.fail(start, "quoted name is not a JSON string")
	}
	return step{op: opName, name: name}, nil
}

// bare reads an unquoted name, a glob, * or **.
func (p *parser) bare(first bool) (step, error) {
	start := p.pos
	var name bareName
	for p.pos < len(p.in) && !p.endsName() {
		n := 1
		switch c := p.in[p.pos]; {
		case c == '/' && p.pos == start && !p.slashes:
			return step{}, p.fail(p.pos, "a pointer must be an entry of its own (quote a name that starts with \"/\")")
		case c == '"' || c == ']':
			return step{}, p.fail(p.pos, "%q must be quoted or escaped", c)
		case c == '{' || c == '}':
			return step{}, p.fail(p.pos, "braces make no group: write a(b,c), or quote them in a name")
		case c == '\\':
			if p.pos++; p.pos == len(p.in) {
				return step{}, p.fail(p.pos-1, "nothing follows the backslash")
			}
			name.literal(p.in[p.pos])
		case isBlank(c):
			n = p.blanks()
			name.literal([]byte(p.in[p.pos : p.pos+n])...)
		case c == '*':
			name.star()
		default:
			name.literal(c)
		}
		p.pos += n
	}
	if name.text == nil {
		return step{}, p.missing(start, first)
	}
	return name.step(), nil
}

func (p *parser) missing(at int, first bool) error {
	if first {
		return p.fail(at, "a path is missing")
	}
	return p.fail(at, "a name is missing")
}

// bareName collects an unquoted name and its form as a pattern. The pattern has "\x" for each
// literal x that has a meaning in patterns, and for no other.
type bareName struct {
	text, pattern []byte
	stars         bool
}

func (b *bareName) literal(text ...byte) {
	for _, c := range text {
		if strings.IndexByte(special+blanks, c) >= 0 || b.text == nil && strings.IndexByte(signs, c) >= 0 {
			b.pattern = append(b.pattern, '\\')
		}
		b.text, b.pattern = append(b.text, c), append(b.pattern, c)
	}
}

func (b *bareName) star() {
	b.text, b.pattern, b.stars = append(b.text, '*'), append(b.pattern, '*'), true
}

func (b *bareName) step() step {
	switch pattern := string(b.pattern); {
	case !b.stars:
		return step{op: opName, name: string(b.text)}
	case pattern == "*":
		return step{op: opAny}
	case pattern == "**":
		return step{op: opDeep}
	default:
		return step{op: opGlob, name: pattern}
	}
}

// endsName reports whether the byte at pos ends a bare name. White space,
// line breaks included, ends it only before a comma, a parenthesis or the end,
// for names may hold it.
func (p *parser) endsName() bool {
	switch c := p.in[p.pos]; {
	case strings.IndexByte(".,()[", c) >= 0:
		return true
	case c == '/':
		return p.slashes
	case isBlank(c):
		after := p.pos + p.blanks()
		return after == len(p.in) || strings.IndexByte(",()", p.in[after]) >= 0
	}
	return false
}

// blanks is the length of the white space at pos.
func (p *parser) blanks() int {
	rest := p.in[p.pos:]
	return len(rest) - len(strings.TrimLeft(rest, blanks))
}
