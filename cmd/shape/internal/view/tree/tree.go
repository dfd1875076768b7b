// Package tree shows the values of a response, each with its decision, in pages. It walks the
// input, the response under its hiding rules and the result side by side. Texts come from the
// last two alone, so nothing hidden leaves.
package tree

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Tree is a response with its decisions. Fields are not modified after Keep.
type Tree struct {
	Config      string // the path of the configuration
	Body        []byte // as it came
	Before      []byte // under its hiding rules alone
	Shown       []byte // the result
	Why         shaper.Explanation
	Hidden      shaper.Explanation // of the hiding rules alone; zero if they change nothing
	IsForClient bool

	mu                    sync.Mutex        // an explanation yields its decisions to one reader at a time
	decisions, concealing []shaper.Decision // of Why and Hidden; nil if they are replayed
	replay                *replay           // the last one
}

// mostDecisions bounds the decisions that a tree keeps of one explanation.
const mostDecisions = 1 << 18

// Keep keeps the decisions, up to a bound. Without them each page of another pointer replays them.
func (t *Tree) Keep() { t.decisions, t.concealing = few(&t.Why, isTold), few(&t.Hidden, isHiding) }

// Forget frees the decisions, unless a page is read now.
func (t *Tree) Forget() {
	if t.mu.TryLock() {
		t.decisions, t.concealing, t.replay = nil, nil, nil
		t.mu.Unlock()
	}
}

// isHiding reports whether a decision hides a value, or a part of it.
func isHiding(d shaper.Decision) bool { return !d.Kept || d.Reason != "kept" && d.Reason != "included" }

// isTold reports whether a decision is more than to keep a value without a rule.
func isTold(d shaper.Decision) bool { return isHiding(d) || d.Rule != "" }

// few returns the decisions that satisfy is, or nil if there are too many. They are not nil if
// there are none.
func few(x *shaper.Explanation, is func(shaper.Decision) bool) []shaper.Decision {
	all := []shaper.Decision{}
	for d := range x.Decisions() {
		if !is(d) {
			continue
		}
		if len(all) == mostDecisions {
			return nil
		}
		all = append(all, d)
	}
	return all
}

// Rule is the origin of a decision. Line is 0 if it does not stand in the text on the page.
type Rule struct {
	Text   string `json:"text"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// RuleOf returns the rule of an origin; nil for none.
func (t *Tree) RuleOf(origin string) *Rule {
	if origin == "" {
		return nil
	}
	rest, isInForce := strings.CutPrefix(origin, t.Config+":")
	line, rest, _ := strings.Cut(rest, ":")
	column, text, isPlace := strings.Cut(rest, ": ")
	r := &Rule{Text: app.ByFlags(origin)}
	if n, err := strconv.Atoi(line); isInForce && isPlace && err == nil {
		r.Text, r.Line = text, n
		r.Column, _ = strconv.Atoi(column)
	}
	return r
}

// Page is a part of the values below a pointer.
type Page struct {
	Nodes []Node `json:"nodes"`
	Total int    `json:"total"`
}

// Node is a value of the input, or one that a rule added to the result.
type Node struct {
	Key     any     `json:"key"` // a name or a position
	Pointer string  `json:"pointer"`
	Kind    string  `json:"kind"`
	Count   int     `json:"count"` // of the values below it
	IsKept  bool    `json:"isKept"`
	Reason  string  `json:"reason"`
	Rule    *Rule   `json:"rule"`
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
	IsAdded  = "added"       // a rule wrote it
	byBudget = "budget"      // a budget took it
	byClient = "not shown"   // this client does not get it
	byForm   = "not written" // the value around it has another form
)

// The bounds of a page, of a preview in characters, and of the look ahead for an equal item.
const (
	MostNodes   = 500
	mostPreview = 200
	mostAhead   = 64
	mostReplay  = 1 << 20 // decisions of a tree that is not kept
)

// The errors of [Tree.Page].
var (
	ErrRange   = fmt.Errorf("a page of the tree has 1 to %d nodes", MostNodes)
	ErrNoValue = errors.New("there is no value at this pointer")
)

// Page returns values below a pointer, in the order of the input. Those of the root are below "".
// A root that is no container is its only node.
func (t *Tree) Page(pointer string, from, limit int) (*Page, error) {
	if from < 0 || limit <= 0 || limit > MostNodes {
		return nil, ErrRange
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := &level{Tree: t, full: feed{all: t.decisions}, hide: feed{all: t.concealing}}
	if t.decisions == nil || t.concealing == nil {
		if t.replay == nil || t.replay.pointer != pointer {
			t.replay = &replay{pointer, replayed(&t.Why, isTold, pointer), replayed(&t.Hidden, isHiding, pointer)}
		}
		l.full.all, l.hide.all = t.replay.full, t.replay.hide
	}
	root := child{in: t.Body, before: t.Before, out: t.Shown, isKept: true, full: l.full, hide: l.hide}
	page := &Page{Nodes: []Node{}}
	if !scan.IsOpener(t.Body[0]) && pointer == "" {
		root.own, root.hidden = l.full.take("").own, l.hide.take("").own
		page.Nodes, page.Total = append(page.Nodes, l.node(&root)), 1
		return page, nil
	}
	l = l.below(root)
	for _, token := range Tokens(pointer) {
		c, ok := l.find(token)
		if !ok {
			return nil, ErrNoValue
		}
		l = l.below(c)
	}
	for c, ok := l.next(); ok; c, ok = l.next() {
		if page.Total >= from && len(page.Nodes) < limit {
			page.Nodes = append(page.Nodes, l.node(&c))
		}
		page.Total++
	}
	return page, nil
}

// Tokens returns the escaped tokens of a pointer.
func Tokens(pointer string) []string { return strings.Split(pointer, "/")[1:] }

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
	*Tree
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
	in, before, out := Inside(c.in), Inside(c.before), Inside(c.out)
	next := &level{Tree: l.Tree, of: c, full: c.full, hide: c.hide}
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
	c := child{key: l.out.name, pointer: l.of.pointer + words.Pointer(l.out.name), in: l.out.raw, out: l.out.raw, isKept: true, reason: IsAdded}
	if n := l.index + len(l.added); !l.out.isObject {
		c.key, c.pointer = n, l.of.pointer+words.Pointer(strconv.Itoa(n))
	}
	l.added = append(l.added, c)
}

// missing returns the reason why a kept value is not in the result.
func (l *level) missing() string {
	switch {
	case l.IsForClient:
		return byClient
	case l.Why.Report.Fit.IsThere():
		return byBudget
	}
	return byForm
}

// node describes an item for the page.
func (l *level) node(c *child) Node {
	n := Node{
		Key: c.key, Pointer: c.pointer, Kind: kindOf(c.in), IsKept: c.isKept, Reason: cmp.Or(c.reason, "kept"), Rule: l.RuleOf(c.rule),
		Bytes: len(c.in), Tokens: l.Why.Counter.Count(c.in),
	}
	if n.Kind == "string" { // as a model reads it
		n.Tokens = l.Why.Counter.Count([]byte(scan.Text(c.in)))
	}
	if c.reason == IsAdded {
		n.Text = preview(c.in)
		return n
	}
	in, before := Inside(c.in), Inside(c.before)
	if isAlike(in, before) {
		n.Count = count(in)
	}
	n.Mark, n.Of = c.mark(in, Inside(c.out))
	if scan.IsOpener(c.in[0]) {
		return n
	}
	shown := c.before
	if c.isKept && c.out != nil {
		if shown = c.out; c.before != nil && c.isChanged() {
			n.Was = preview(c.before)
		}
	}
	n.Text = preview(shown)
	return n
}

// isAlike reports whether two values are both objects or both lists.
func isAlike(a, b []byte) bool { return len(a) > 0 && len(b) > 0 && a[0] == b[0] }

// isChanged reports whether the result has the item with another text.
func (c *child) isChanged() bool { return c.isKept && c.out != nil && !bytes.Equal(c.out, c.before) }

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
	case c.reason == markShortened || isScalar && c.isChanged():
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
