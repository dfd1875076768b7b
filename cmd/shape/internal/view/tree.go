package view

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// asksTree asks for the values below a pointer.
type asksTree struct {
	Pointer string `json:"pointer"`
	From    int    `json:"from"`
	Limit   int    `json:"limit"`
}

// page is a part of the values below a pointer.
type page struct {
	Nodes []node `json:"nodes"`
	Total int    `json:"total"`
}

// node is a value of the input, or one that a rule added to the result.
type node struct {
	Key     any     `json:"key"` // a name or a position
	Pointer string  `json:"pointer"`
	Kind    string  `json:"kind"`
	Count   int     `json:"count"` // of the values below it
	IsKept  bool    `json:"isKept"`
	Reason  string  `json:"reason"`
	Rule    *rule   `json:"rule"`
	Bytes   int     `json:"bytes"`
	Tokens  int     `json:"tokens"`
	Text    *string `json:"text,omitempty"` // as the model sees it, or else as it was; nil if hidden
	Was     *string `json:"was,omitempty"`  // before, if it changed
	Mark    string  `json:"mark"`
	Of      []int   `json:"of,omitempty"` // the kept elements of a list, and all
}

// The marks of a node.
const (
	markHidden    = "hidden"    // a hiding rule took it, or a part of it
	markCut       = "cut"       // elements of a list went
	markShortened = "shortened" // a text is shorter
	markTable     = "table"     // a list became a table
	markText      = "text"      // a string holds JSON
)

// The reasons of nodes beside those of [shaper.Decision].
const (
	isAdded  = "added"       // a rule wrote it
	byBudget = "budget"      // a budget took it
	byClient = "not shown"   // this client does not get it
	byForm   = "not written" // the value around it has another form
)

// The bounds of a page, of a preview in characters, and of the look ahead for an equal item.
const (
	mostNodes   = 500
	mostPreview = 200
	mostAhead   = 64
	mostReplay  = 1 << 20 // decisions of a tree that is not kept
)

// tree returns the values below a pointer, in the order of the input. Texts come from the result
// and from the response under its hiding rules; the input gives names and sizes.
func (s *server) tree(r *http.Request, asked *asksTree) (any, error) {
	a, err := s.find(r)
	if err != nil {
		return nil, err
	}
	if asked.From < 0 || asked.Limit <= 0 || asked.Limit > mostNodes {
		return nil, errors.New("a page of the tree has 1 to 500 nodes")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	l := &level{attempt: a, full: feed{all: a.decisions}, hide: feed{all: a.concealing}}
	if a.decisions == nil || a.concealing == nil {
		if a.replay == nil || a.replay.pointer != asked.Pointer {
			a.replay = &replay{asked.Pointer, replayed(&a.why, isTold, asked.Pointer), replayed(&a.hidden, isHiding, asked.Pointer)}
		}
		l.full.all, l.hide.all = a.replay.full, a.replay.hide
	}
	root := child{in: a.body, before: a.before, out: a.shown, isKept: true, full: l.full, hide: l.hide}
	page := page{Nodes: []node{}}
	if !scan.IsOpener(a.body[0]) && asked.Pointer == "" {
		root.own, root.hidden = l.full.take("").own, l.hide.take("").own
		page.Nodes, page.Total = append(page.Nodes, l.node(&root)), 1
		return page, nil
	}
	l = l.below(root)
	for _, token := range tokensOf(asked.Pointer) {
		c, ok := l.find(token)
		if !ok {
			return nil, &problem{Status: http.StatusNotFound, Message: "there is no value at this pointer"}
		}
		l = l.below(c)
	}
	for c, ok := l.next(); ok; c, ok = l.next() {
		if page.Total >= asked.From && len(page.Nodes) < asked.Limit {
			page.Nodes = append(page.Nodes, l.node(&c))
		}
		page.Total++
	}
	return page, nil
}

// tokensOf returns the escaped tokens of a pointer.
func tokensOf(pointer string) []string { return strings.Split(pointer, "/")[1:] }

// find returns the item with an escaped token.
func (l *level) find(token string) (child, bool) {
	for {
		if c, ok := l.next(); !ok || c.token == token {
			return c, ok
		}
	}
}

// replay holds the decisions for the pages of a tree at a pointer.
type replay struct {
	pointer    string
	full, hide []shaper.Decision
}

// replayed returns the decisions that satisfy is, about the values beside the way to a pointer
// and two levels below it.
func replayed(x *shaper.Explanation, is func(shaper.Decision) bool, pointer string) (all []shaper.Decision) {
	for d := range x.Decisions() {
		if !is(d) || len(all) == mostReplay {
			continue
		}
		above := d.Pointer[:max(0, strings.LastIndexByte(d.Pointer, '/'))]
		far := above[:max(0, strings.LastIndexByte(above, '/'))]
		if strings.HasPrefix(pointer+"/", above+"/") || far == pointer {
			all = append(all, d)
		}
	}
	return all
}

// feed yields decisions in the order of the input.
type feed struct {
	all []shaper.Decision
	at  int
}

// taken is the decision about a value, and facts of those about the values right below it.
type taken struct {
	own           *shaper.Decision
	cuts, dropped int
}

// take passes over the decisions about the value at a pointer and below it.
func (f *feed) take(pointer string) (t taken) {
	for ; f.at < len(f.all); f.at++ {
		d := &f.all[f.at]
		rest, isBelow := strings.CutPrefix(d.Pointer, pointer)
		switch {
		case !isBelow || rest != "" && rest[0] != '/':
			return t
		case rest == "":
			t.own = d
		case !d.Kept && strings.IndexByte(rest[1:], '/') < 0:
			t.dropped++
			if d.Reason == "cut" {
				t.cuts++
			}
		}
	}
	return t
}

// child is an item of a container in its three forms: of the input, under its hiding rules, and
// of the result. The last two are nil if it is not there.
type child struct {
	taken
	key             any
	token, pointer  string
	in, before, out []byte
	hidden          *shaper.Decision // of the hiding rules
	isKept          bool
	isOpaque        bool // the result holds it in another form
	reason, rule    string
	full, hide      feed // at its decisions
}

// level walks the items of a container.
type level struct {
	*attempt
	of              child
	in, before, out items
	full, hide      feed
	index           int
	isShort         bool    // the result has fewer elements than the rules left
	added           []child // items of the result alone
}

// below returns the level of the items of a child. Without a container under the hiding rules
// there are none.
func (l *level) below(c child) *level {
	in, before, out := inside(c.in), inside(c.before), inside(c.out)
	next := &level{attempt: l.attempt, of: c, full: c.full, hide: c.hide}
	if !isAlike(in, before) {
		return next
	}
	next.in, next.before = itemsOf(in), itemsOf(before)
	if isAlike(in, out) {
		next.out = itemsOf(out)
	} else if c.isKept {
		next.of.isOpaque = true
	}
	ahead := c.full
	next.isShort = in[0] == '[' && count(out) < count(in)-ahead.take(c.pointer).dropped
	return next
}

// inside returns the JSON container that a value is, or that a string holds; nil for none.
func inside(raw []byte) []byte {
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

// next returns the next item with its forms.
func (l *level) next() (c child, ok bool) {
	if !l.in.ok {
		for ; l.out.ok; l.out.advance() {
			l.add()
		}
		if len(l.added) == 0 {
			return c, false
		}
		c, l.added = l.added[0], l.added[1:]
		return c, true
	}
	c = child{key: l.in.name, in: l.in.raw, token: words.Pointer(l.in.name)[1:], full: l.full, hide: l.hide}
	if !l.in.isObject {
		c.key, c.token = l.index, strconv.Itoa(l.index)
	}
	c.pointer = l.of.pointer + "/" + c.token
	l.in.advance()
	l.index++
	c.taken, c.hidden = l.full.take(c.pointer), l.hide.take(c.pointer).own
	if c.hidden == nil || c.hidden.Kept {
		c.before, _ = l.before.pair(c.key)
	}
	c.isKept, c.isOpaque = l.of.isKept && (c.own == nil || c.own.Kept), l.of.isOpaque
	switch {
	case !l.of.isKept && (c.own == nil || c.own.Kept):
		c.reason, c.rule = l.of.reason, l.of.rule
	case c.own != nil:
		c.reason, c.rule = c.own.Reason, c.own.Rule
	}
	if !c.isKept || c.isOpaque {
		return c, true
	}
	if c.isKept = l.pairOut(&c); !c.isKept {
		c.reason, c.rule = l.missing(), ""
	}
	return c, true
}

// pairOut finds the item in the result.
func (l *level) pairOut(c *child) (ok bool) {
	if l.isShort && !bytes.Equal(c.before, l.out.raw) {
		ahead := l.before
		for range mostAhead {
			if !ahead.ok || bytes.Equal(ahead.raw, l.out.raw) {
				break
			}
			ahead.advance()
		}
		if ahead.ok && bytes.Equal(ahead.raw, l.out.raw) {
			return false
		}
	}
	name, isName := c.key.(string)
	for isName && l.out.ok && l.out.name != name && l.out.has(name) {
		l.add()
		l.out.advance()
	}
	c.out, ok = l.out.pair(c.key)
	return ok
}

// add adds the present item of the result.
func (l *level) add() {
	c := child{key: l.out.name, pointer: l.of.pointer + words.Pointer(l.out.name), in: l.out.raw, out: l.out.raw, isKept: true, reason: isAdded}
	if n := l.index + len(l.added); !l.out.isObject {
		c.key, c.pointer = n, l.of.pointer+words.Pointer(strconv.Itoa(n))
	}
	l.added = append(l.added, c)
}

// missing returns the reason why a kept value is not in the result.
func (l *level) missing() string {
	switch {
	case l.isFor:
		return byClient
	case l.why.Report.Fit.IsThere():
		return byBudget
	}
	return byForm
}

// node describes an item for the page.
func (l *level) node(c *child) node {
	n := node{
		Key: c.key, Pointer: c.pointer, Kind: kindOf(c.in), IsKept: c.isKept, Reason: cmp.Or(c.reason, "kept"), Rule: l.ruleOf(c.rule),
		Bytes: len(c.in), Tokens: l.why.Counter.Count(c.in),
	}
	if c.reason == isAdded {
		n.Text = preview(c.in)
		return n
	}
	in, before := inside(c.in), inside(c.before)
	if isAlike(in, before) {
		n.Count = count(in)
	}
	n.Mark, n.Of = c.mark(in, inside(c.out))
	if scan.IsOpener(c.in[0]) {
		return n
	}
	shown := c.before
	if c.isKept && c.out != nil {
		if shown = c.out; c.before != nil && !bytes.Equal(c.out, c.before) {
			n.Was = preview(c.before)
		}
	}
	n.Text = preview(shown)
	return n
}

// isAlike reports whether two values are both objects or both lists.
func isAlike(a, b []byte) bool { return len(a) > 0 && len(b) > 0 && a[0] == b[0] }

// mark returns the mark of an item, and the kept elements of a list that was cut. in and out are
// the containers that the item is or holds.
func (c *child) mark(in, out []byte) (mark string, of []int) {
	isList, isScalar := len(in) > 0 && in[0] == '[', !scan.IsOpener(c.in[0])
	if isList && c.isKept && (c.isOpaque || isAlike(in, out)) {
		all := count(in)
		left := all - c.dropped
		kept := left
		if !c.isOpaque {
			kept = min(left, count(out))
		}
		if c.cuts > 0 || kept < left {
			mark, of = markCut, []int{kept, all}
		}
	}
	switch {
	case c.hidden != nil:
		mark = markHidden
	case isList && c.isKept && len(out) > 0 && out[0] == '{':
		mark = markTable
	case isScalar && in != nil:
		mark = markText
	case c.reason == markShortened || isScalar && c.isKept && c.out != nil && !bytes.Equal(c.out, c.before):
		mark = markShortened
	}
	return mark, of
}

// preview returns the beginning of a scalar, without the quotes and escapes of a string; nil for
// no value.
func preview(raw []byte) *string {
	if raw == nil {
		return nil
	}
	text := string(raw)
	if raw[0] == '"' {
		text = scan.Text(raw)
	}
	n := 0
	for i := range text {
		if n++; n == mostPreview {
			text = text[:i] + "…"
			break
		}
	}
	return &text
}

// kindOf returns the kind of a raw value.
func kindOf(raw []byte) string {
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f', 'n':
		return string(raw)
	}
	return "number"
}

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
