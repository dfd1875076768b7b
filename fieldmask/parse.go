package fieldmask

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"encoding/json"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// SyntaxError is a mask that does not parse.
type SyntaxError struct {
	Input   string // the mask
	Offset  int    // byte offset of the fault in Input
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("mask %q: %s at offset %d", words.Shorten(e.Input, longestShown), e.Message, e.Offset)
}

// longestShown bounds the part of a mask that an error quotes, in bytes.
const longestShown = 60

// Parse reads a mask: one or more paths, separated by commas. A group such as
// a(b,c) becomes one path for each member. The error is a [*SyntaxError].
func Parse(mask string) ([]Path, error) { return parse(mask, false) }

// ParseFields reads a mask with "/" as a further separator of steps: a/b(c,d), the notation of
// Google's partial responses.
func ParseFields(mask string) ([]Path, error) { return parse(mask, true) }

func parse(mask string, slashes bool) ([]Path, error) {
	p := &parser{in: mask, slashes: slashes}
	switch {
	case len(mask) > MaxBytes:
		return nil, p.fail(MaxBytes, "mask is longer than %d bytes", MaxBytes)
	case !utf8.ValidString(mask):
		return nil, p.fail(0, "mask is not valid UTF-8")
	}
	if rest := strings.TrimLeft(mask, "-!"); !slashes && len(mask)-len(rest) <= 1 && strings.HasPrefix(rest, "/") {
		return p.pointer(rest)
	}
	if err := p.mask(Path{}); err != nil {
		return nil, err
	}
	if p.pos < len(p.in) {
		return nil, p.fail(p.pos, "unexpected %q", p.in[p.pos])
	}
	return p.out, nil
}

type parser struct {
	in      string
	pos     int
	slashes bool
	depth   int // open groups
	total   int // steps of all paths
	out     []Path
}

func (p *parser) fail(offset int, format string, args ...any) error {
	return &SyntaxError{Input: p.in, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.in) {
		return p.in[p.pos]
	}
	return 0
}

func (p *parser) accept(c byte) bool {
	if p.peek() != c || p.pos == len(p.in) {
		return false
	}
	p.pos++
	return true
}

// mask reads paths up to the end or a closing parenthesis. Each path continues prefix. They
// share the spare capacity behind its steps. Its recursion through groups is bounded by
// MaxDepth.
func (p *parser) mask(prefix Path) error {
	for {
		p.pos += p.blanks()
		path := Path{steps: prefix.steps, negated: prefix.negated}
		start := p.pos
		if p.accept('-') || p.accept('!') {
			if path.negated {
				return p.fail(start, "negation inside a negated group")
			}
			path.negated = true
		}
		dotted := p.accept('.')
		if err := p.steps(&path); err != nil {
			return err
		}
		path.dotted = dotted && len(path.steps) == 1 && path.steps[0].op != opIndex
		if p.peek() == '(' {
			if err := p.group(path); err != nil {
				return err
			}
		} else {
			if len(p.out) == MaxPaths {
				return p.fail(start, "more than %d paths in one mask", MaxPaths)
			}
			if p.total += len(path.steps); p.total > MaxBytes {
				return p.fail(start, "groups expand to more than %d steps", MaxBytes)
			}
			path.steps = slices.Clone(path.steps)
			p.out = append(p.out, path)
		}
		p.pos += p.blanks()
		if !p.accept(',') {
			return nil
		}
	}
}

func (p *parser) group(prefix Path) error {
	open := p.pos
	if p.depth++; p.depth > MaxDepth {
		return p.fail(open, "groups nested deeper than %d", MaxDepth)
	}
	p.pos++
	if err := p.mask(prefix); err != nil {
		return err
	}
	if !p.accept(')') {
		return p.fail(open, "group is not closed")
	}
	p.depth--
	return nil
}

// steps reads one step or more and appends them to path.
func (p *parser) steps(path *Path) error {
	for first := true; ; first = false {
		var s step
		var err error
		switch p.peek() {
		case '"':
			s, err = p.quoted()
		case '[':
			s, err = p.index()
		default:
			s, err = p.bare(first)
		}
		if err != nil {
			return err
		}
		if s.op != opDeep || len(path.steps) == 0 || path.steps[len(path.steps)-1].op != opDeep {
			path.steps = append(path.steps, s)
		}
		if len(path.steps) > MaxDepth {
			return p.fail(p.pos, "path has more than %d steps", MaxDepth)
		}
		switch c := p.peek(); {
		case c == '.' || c == '/' && p.slashes:
			p.pos++
		case p.pos == len(p.in) || c == ',' || c == '(' || c == ')' || isBlank(c):
			return nil
		case c != '[' && s.op != opIndex:
			return p.fail(p.pos, "expected \".\" before %q", p.in[p.pos])
		}
	}
}

func (p *parser) index() (step, error) {
	start := p.pos
	end := strings.IndexByte(p.in[start:], ']')
	if end < 0 {
		return step{}, p.fail(start, "index is not closed")
	}
	p.pos += end + 1
	at, ok := parseSpan(p.in[start+1 : start+end])
	if !ok {
		return step{}, p.fail(start, "index must be [], [n], [-n] or [from:to]")
	}
	return step{op: opIndex, at: at}, nil
}

// pointer reads the mask as one RFC 6901 pointer.
func (p *parser) pointer(text string) ([]Path, error) {
	path := Path{pointer: true, negated: len(text) < len(p.in)}
	offset := len(p.in) - len(text)
	for _, token := range strings.Split(text[1:], "/") {
		offset++
		name, bad := unescapePointer(token)
		if bad >= 0 {
			return nil, p.fail(offset+bad, "\"~\" must be followed by 0 or 1")
		}
		path.steps = append(path.steps, step{op: opPointer, name: name})
		offset += len(token)
	}
	if len(path.steps) > MaxDepth {
		return nil, p.fail(0, "path has more than %d steps", MaxDepth)
	}
	return []Path{path}, nil
}

// unescapePointer decodes one token; bad is the offset of a wrong escape or -1.
func unescapePointer(token string) (name string, bad int) {
	for i := 0; i < len(token); i++ {
		if token[i] != '~' {
			continue
		}
		if i+1 == len(token) || token[i+1] != '0' && token[i+1] != '1' {
			return "", i
		}
	}
	return words.Unescape(token), -1
}

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

// bare reads an unquoted name, a glob, * or **. Its pattern has "\x" for each literal x that
// has a meaning in patterns, and for no other.
func (p *parser) bare(first bool) (step, error) {
	start := p.pos
	var text, pattern []byte
	stars := false
	for n := 1; p.pos < len(p.in) && !p.endsName(); p.pos += n {
		c := p.in[p.pos]
		switch n = 1; {
		case c == '/' && p.pos == start && !p.slashes:
			return step{}, p.fail(p.pos, "a pointer must be an entry of its own (quote a name that starts with \"/\")")
		case strings.IndexByte(`"]`, c) >= 0:
			return step{}, p.fail(p.pos, "%q must be quoted or escaped", c)
		case strings.IndexByte("{}", c) >= 0:
			return step{}, p.fail(p.pos, "braces make no group: write a(b,c), or quote them in a name")
		case c == '\\':
			if p.pos++; p.pos == len(p.in) {
				return step{}, p.fail(p.pos-1, "nothing follows the backslash")
			}
		case isBlank(c):
			n = p.blanks()
		case c == '*':
			text, pattern, stars = append(text, '*'), append(pattern, '*'), true
			continue
		}
		for _, c := range []byte(p.in[p.pos : p.pos+n]) {
			if strings.IndexByte(special+blanks, c) >= 0 || text == nil && strings.IndexByte(signs, c) >= 0 {
				pattern = append(pattern, '\\')
			}
			text, pattern = append(text, c), append(pattern, c)
		}
	}
	switch pattern := string(pattern); {
	case text == nil:
		return step{}, p.missing(start, first)
	case !stars:
		return step{op: opName, name: string(text)}, nil
	case pattern == "*":
		return step{op: opAny}, nil
	case pattern == "**":
		return step{op: opDeep}, nil
	default:
		return step{op: opGlob, name: pattern}, nil
	}
}

func (p *parser) missing(at int, first bool) error {
	if first {
		return p.fail(at, "a path is missing")
	}
	return p.fail(at, "a name is missing")
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
