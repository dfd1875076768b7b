// Package learn finds the fields of tool results that models use. It reads recorded sessions,
// collects evidence about each place of a tool's results, and decides about the places.
package learn

import (
	"cmp"
	"encoding/json"
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Evidence is the evidence of sessions. [Evidence.Decide] decides by any part of it. Add may
// read sessions in any order: decisions do not depend on it.
type Evidence struct {
	// Shows names the halves of a result that the client shows: the tokens of others do not
	// count. Without it those of both count.
	Shows func(*recordings.Call) (texts, data bool)
	// Most bounds the places, the pairs of places and the used values of all sessions, of up to 80
	// bytes each. The default is 8 million; a gigabyte of recordings has about 3 million.
	Most     int
	tools    map[string]*node // the roots of results, by tool
	sessions []*session
	kept     int // places, pairs and used values of all sessions
	beyond   int // sessions without room
}

// Beyond returns the number of sessions that were left out, since all others take the room.
func (e *Evidence) Beyond() int { return e.beyond }

// node is a place in the results of a tool, the same in every element of a list.
type node struct {
	tool     string
	parent   *node
	name     string
	children map[string]*node
}

// Limits of the work. Names beyond mostMembers share one place.
const (
	mostMembers = 4096    // of one object
	mostDepth   = 64      // of a place
	mostPlaces  = 64      // of one value in one result
	mostShared  = 24      // places of one value in one result that are compared
	leastFile   = 200     // bytes of the contents of a file; less may be a message
	mostPairs   = 1 << 17 // of places that are compared in a session
	mostKept    = 1 << 23 // the default of [Evidence.Most]
)

func (n *node) child(name string) *node {
	c := n.children[name]
	if c == nil && len(n.children) >= mostMembers {
		name = anyName
		c = n.children[name]
	}
	if c == nil {
		c = &node{tool: n.tool, parent: n, name: name}
		if n.children == nil {
			n.children = map[string]*node{}
		}
		n.children[name] = c
	}
	return c
}

// anyName stands for the names of a map. No usual document has it.
const anyName = "\x00*"

// session is the evidence of one session.
type session struct {
	task      string
	stats     map[*node]*stat // until the session is packed
	uptakes   [][]*node       // the places of each value that was taken up
	arguments map[string]bool // names of arguments
	results   map[string]int  // by tool
	files     map[string]int  // results that may be the contents of a file, by tool
	distinct  map[*node]int   // values of a place, each counted once in a result
	shared    map[pair]int    // of them, those that stand at another place of the result, too
	packed    []packed
	pairs     []pairs
}

// packed is a place with its stat and its distinct values, in little memory.
type packed struct {
	stat
	at       *node
	distinct uint32
}

// pairs is a pair of places with the number of values that they share.
type pairs struct {
	pair
	shared uint32
}

// pack replaces the maps of places, since a session is never changed once it is read.
func (s *session) pack() {
	s.packed = make([]packed, 0, len(s.stats))
	for n, st := range s.stats {
		s.packed = append(s.packed, packed{*st, n, uint32(s.distinct[n])})
	}
	s.pairs = make([]pairs, 0, len(s.shared))
	for of, n := range s.shared {
		s.pairs = append(s.pairs, pairs{of, uint32(n)})
	}
	s.stats, s.distinct, s.shared = nil, nil, nil
}

type pair struct{ one, other *node }

// stat counts the values of a place.
type stat struct {
	results uint32 // that have a scalar there
	objects uint32
	scalars uint32
	tokens  uint32 // of the scalars and their names
	classes [classes]uint32
	echoes  uint32 // results with one value there, and it stands in the arguments
	differs bool   // there are other values
	value   uint64 // the hash of the first scalar
}

func (st *stat) add(o *stat) {
	if o.scalars > 0 {
		st.differs = st.differs || o.differs || st.scalars > 0 && st.value != o.value
		st.value = o.value
	}
	st.results += o.results
	st.objects += o.objects
	st.scalars += o.scalars
	st.tokens += o.tokens
	st.echoes += o.echoes
	for c, n := range o.classes {
		st.classes[c] += n
	}
}

// seed is that of the hashes of values. They only tell whether two values are equal.
var seed = maphash.MakeSeed()

func (s *session) at(n *node) *stat {
	st := s.stats[n]
	if st == nil {
		st = &stat{}
		s.stats[n] = st
	}
	return st
}

// Task returns the task of a session. A session without one is named by its first call:
// sessions that begin alike are taken for one task.
func Task(s *recordings.Session) string {
	if s.Task != "" {
		return s.Task
	}
	for _, event := range s.Events {
		if event.Kind == recordings.Request {
			return event.Tool + " " + string(event.Arguments)
		}
	}
	return s.Name
}

// Add adds the evidence of a session. It keeps no value of it. Memory is bounded: a session
// without room counts in [Evidence.Beyond].
func (e *Evidence) Add(s *recordings.Session) {
	if e.kept >= cmp.Or(e.Most, mostKept) {
		e.beyond++
		return
	}
	if e.tools == nil {
		e.tools = map[string]*node{}
	}
	of := &session{
		task: Task(s), stats: map[*node]*stat{}, arguments: map[string]bool{}, results: map[string]int{},
		files: map[string]int{}, distinct: map[*node]int{}, shared: map[pair]int{},
	}
	for _, names := range s.Inputs {
		for _, name := range names {
			of.arguments[name] = true
		}
	}
	var results []*text
	Follow(s, func(c *recordings.Call) string {
		results = append(results, e.result(of, c))
		return results[len(results)-1].String()
	}, func(value string, in []int) {
		var places []*node
		for _, i := range in {
			places = results[i].places(value, places)
		}
		of.uptakes = append(of.uptakes, places)
	}, func(event *recordings.Event) {
		var named map[string]json.RawMessage
		if event.Kind == recordings.Request && json.Unmarshal(event.Arguments, &named) == nil {
			for name := range named {
				of.arguments[name] = true
			}
		}
	})
	of.pack()
	e.kept += len(of.packed) + len(of.pairs) + len(of.uptakes)
	e.sessions = append(e.sessions, of)
}

// text is the scalars of a result with the names of their members, a line each.
type text struct {
	strings.Builder
	starts []int // of the lines
	nodes  []*node
}

func (t *text) say(line string, at *node) {
	t.starts = append(t.starts, t.Len())
	t.nodes = append(t.nodes, at)
	t.WriteString(line)
	t.WriteByte('\n')
}

// places adds the places of a value to others.
func (t *text) places(value string, places []*node) []*node {
	all := t.String()
	for from, found := 0, 0; found < mostPlaces; found++ {
		at := strings.Index(all[from:], value)
		if at < 0 {
			break
		}
		from += at
		i, isStart := slices.BinarySearch(t.starts, from)
		if !isStart {
			i--
		}
		if n := t.nodes[i]; !slices.Contains(places, n) {
			places = append(places, n)
		}
		from += len(value)
	}
	return places
}

// result adds the result of a call. The facts of a failure are no evidence about places.
func (e *Evidence) result(of *session, c *recordings.Call) *text {
	root := e.tools[c.Tool]
	if root == nil {
		root = &node{tool: c.Tool}
		e.tools[c.Tool] = root
	}
	w := walk{of: of, last: map[*node]string{}, values: map[string][]*node{}}
	body := c.Result()
	payloads, data, failed := payloadsOf(body)
	if failed {
		w.of = &session{stats: map[*node]*stat{}}
	} else {
		of.results[c.Tool]++
		if isFile(payloads) {
			of.files[c.Tool]++
		}
	}
	texts, structured := true, true
	if e.Shows != nil && data > 0 { // a result of one half is shown
		texts, structured = e.Shows(c)
	}
	for i, payload := range payloads {
		if w.isShown = texts; i == data {
			w.isShown = structured
		}
		w.value(payload, root, 0)
	}
	if failed {
		return &w.text
	}
	values := map[*node]int{}
	for _, nodes := range w.values {
		for _, one := range nodes {
			values[one]++
			of.distinct[one]++
			for _, other := range nodes {
				if one != other && len(nodes) <= mostShared && len(of.shared) < mostPairs {
					of.shared[pair{one, other}]++
				}
			}
		}
	}
	asked := scalarsOf(c.Arguments)
	for n := range w.last {
		st := of.at(n)
		st.results++
		if values[n] == 1 && asked[w.last[n]] != nil {
			st.echoes++
		}
	}
	return &w.text
}

// scalarsOf returns the places of the scalars of arguments.
func scalarsOf(arguments []byte) map[string][]*node {
	v, ok := scalars.Decode(arguments)
	if !ok {
		return nil
	}
	asked := walk{of: &session{stats: map[*node]*stat{}}, last: map[*node]string{}, values: map[string][]*node{}}
	asked.value(v, &node{}, 0)
	return asked.values
}

// payloadsOf returns the payloads of a result: its texts, or the documents in them, and
// structuredContent at data. Without it data is -1. failed tells that the call failed.
func payloadsOf(body []byte) (all []any, data int, failed bool) {
	doc, ok := scalars.Decode(body)
	if !ok {
		return []any{string(body)}, -1, false
	}
	result, _ := doc.(map[string]any)
	blocks, isResult := result["content"].([]any)
	structured := result["structuredContent"]
	if !isResult && structured == nil {
		return []any{doc}, -1, false
	}
	for _, b := range blocks {
		block, _ := b.(map[string]any)
		resource, _ := block["resource"].(map[string]any)
		for _, of := range []map[string]any{block, resource} {
			if text, ok := of["text"].(string); ok {
				all = append(all, text)
			}
		}
	}
	if data = -1; structured != nil {
		all, data = append(all, structured), len(all)
	}
	return all, data, result["isError"] == true
}

// isFile reports whether a result may be the contents of a file or a page. That is one text
// that is no JSON, or a text that stands in {"content": …} once more.
func isFile(payloads []any) bool {
	if len(payloads) == 0 {
		return false
	}
	text, ok := payloads[0].(string)
	if !ok {
		return false
	}
	if len(payloads) == 2 {
		half, _ := payloads[1].(map[string]any)
		return len(half) == 1 && half["content"] == text
	}
	_, isJSON := scalars.Decode([]byte(text))
	return len(payloads) == 1 && len(text) >= leastFile && !isJSON
}

// walk reads the values of a result.
type walk struct {
	of     *session
	last   map[*node]string // the last value of a place
	values map[string][]*node
	text   text

	isShown bool // the client shows the value, so that its tokens count
}

func (w *walk) value(v any, at *node, depth int) {
	if depth > mostDepth {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		w.of.at(at).objects++
		for _, name := range slices.Sorted(maps.Keys(v)) {
			member := at.child(name)
			switch v[name].(type) {
			case map[string]any, []any:
			default:
				w.text.say(name, member)
			}
			w.value(v[name], member, depth+1)
		}
	case []any:
		for _, element := range v {
			w.value(element, at, depth+1)
		}
	case string:
		if len(v) > 1 && strings.ContainsAny(v[:1], `{["`) {
			if inner, ok := scalars.Decode([]byte(v)); ok {
				w.value(inner, at, depth+1)
				return
			}
		}
		w.scalar(v, at)
	case json.Number:
		w.scalar(v.String(), at)
	case bool:
		w.scalar(strconv.FormatBool(v), at)
	case nil:
		w.scalar("null", at)
	}
}

func (w *walk) scalar(value string, at *node) {
	w.last[at] = value
	one := stat{scalars: 1, value: maphash.String(seed, value)}
	if w.isShown {
		one.tokens = uint32(tokens.Estimate{}.Count([]byte(value)) + len(at.name)/4 + 2)
	}
	one.classes[classOf(value)]++
	w.of.at(at).add(&one)
	if nodes := w.values[value]; !slices.Contains(nodes, at) {
		w.values[value] = append(nodes, at)
	}
	w.text.say(value, at)
}

// Class is the kind of the values of a place.
type Class int

// The classes of values.
const (
	Empty Class = iota // null and ""
	Truth              // true and false
	Number
	Time
	URL
	Opaque // hashes, UUIDs, signatures
	Word   // texts of 80 bytes at most
	Text   // longer texts
	classes
)

func classOf(value string) Class {
	switch {
	case value == "" || value == "null":
		return Empty
	case value == "true" || value == "false":
		return Truth
	case strings.HasPrefix(value, "https://") || strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "git://"):
		return URL
	case isNumber(value):
		return Number
	case isTime(value):
		return Time
	case strings.HasPrefix(value, "-----BEGIN "), isOpaque(value):
		return Opaque
	case len(value) <= longest:
		return Word
	}
	return Text
}

func isNumber(value string) bool {
	_, err := strconv.ParseFloat(value, 64)
	return err == nil && strings.Trim(value, "-.0123456789") == ""
}

// isTime reports whether a value begins with a date or a time of day, and is short.
func isTime(value string) bool {
	date, clock := "0000-00-00", "00:00:00"
	return len(value) < 40 && (hasForm(value, date) && (len(value) == len(date) || strings.ContainsAny(value[len(date):len(date)+1], "T ")) ||
		hasForm(value, clock) || len(value) == len("00:00") && hasForm(value, "00:00"))
}

// hasForm reports whether a value begins with a form: 0 stands for a digit.
func hasForm(value, form string) bool {
	if len(value) < len(form) {
		return false
	}
	for i, c := range []byte(form) {
		if digit := value[i] >= '0' && value[i] <= '9'; digit != (c == '0') || !digit && value[i] != c {
			return false
		}
	}
	return true
}

// isOpaque reports whether a value is one long word of letters, digits and the signs of
// base64, with a digit.
func isOpaque(value string) bool {
	if len(value) < 16 || !strings.ContainsAny(value, "0123456789") {
		return false
	}
	return !strings.ContainsFunc(value, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/=_-", r))
	})
}

// comparePaths orders paths.
func comparePaths(a, b *Place) int {
	return cmp.Or(cmp.Compare(a.tool, b.tool), slices.Compare(a.Path, b.Path))
}
