package view

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/stats"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// runs answers the requests for recorded sessions, proposals and proxies.
type runs struct {
	*server
	work     chan struct{}        // holds one element while a long request works
	learning chan struct{}        // the same for the requests of Tune
	measured map[string]*measured // units, by content and configuration; of the working request
	last     *opened              // the session that was opened last; of the working request
	proposed *proposed            // the last proposal; of the request that holds learning
	atOnce   int                  // tokens of results that one request measures anew
	ticks    func() (ticks <-chan time.Time, stop func())
	feed     feed
}

// Limits of the replies and of the work of one request.
const (
	mostListed   = 1000     // sessions
	mostMeasured = 8 << 20  // tokens of results that one request measures anew
	mostOfUnit   = 64 << 20 // tokens of results of a unit
	mostCalls    = 1000     // of a reply
	mostTurns    = 500
	mostHits     = 200
	mostUses     = 500       // values of one result
	previewBytes = 120       // of arguments
	pageBytes    = 160 << 10 // of a text; JSON may write six bytes for one
	mostKnown    = 4096      // units whose figures are kept
)

func (s *server) runs() *runs {
	everySecond := func() (<-chan time.Time, func()) { t := time.NewTicker(time.Second); return t.C, t.Stop }
	return &runs{
		server: s, work: make(chan struct{}, 1), learning: make(chan struct{}, 1), measured: map[string]*measured{},
		atOnce: mostMeasured, ticks: everySecond,
	}
}

// routes adds the requests for recorded sessions, proposals and proxies.
func (r *runs) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/sessions", call(r.sessions))
	mux.HandleFunc("GET /api/sessions/{id}", onSession(r, (*opened).part))
	mux.HandleFunc("GET /api/sessions/{id}/calls/{n}", onSession(r, (*opened).call))
	mux.HandleFunc("GET /api/sessions/{id}/page", onSession(r, (*opened).page))
	mux.HandleFunc("POST /api/search", call(r.search))
	mux.HandleFunc("POST /api/tune", call(r.tune))
	mux.HandleFunc("POST /api/tune/{id}/settle", onProposal(r, r.settle))
	mux.HandleFunc("POST /api/tune/{id}/save", onProposal(r, r.saveLines))
	mux.HandleFunc("GET /api/tune/{id}/curve", onProposal(r, curve))
	mux.HandleFunc("GET /api/tune/{id}/curve.svg", onProposal(r, picture))
	mux.HandleFunc("GET /api/now/events", r.events)
}

// begin waits until no other request works. The caller calls done at its end.
func begin(ctx context.Context, work chan struct{}) (done func(), err error) {
	select {
	case work <- struct{}{}:
		return func() { <-work }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// rules is the configuration in force for one request.
type rules struct {
	ctx    context.Context
	engine *shaper.Engine
	set    *config.Snapshot
}

// inForce returns the configuration in force. While the file is broken, it is the last good one.
func (r *runs) inForce(ctx context.Context) (*rules, error) {
	engine, set, err := r.engine()
	if err != nil && !r.source.Status().Closed {
		set = r.source.Current()
		engine, err = app.EngineOver(set, shaper.FailClosed())
	}
	return &rules{ctx, engine, set}, err
}

// hide returns a part of a call without the values that the hiding rules take. It is nil if they
// cannot be taken.
func (v *rules) hide(c *recordings.Call, body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	res, err := v.engine.Shape(v.ctx, shaper.Request{
		Server: c.Server, Tool: cmp.Or(c.Tool, profiles.AnyTool), Arguments: c.Arguments, Body: body, HidingOnly: true, Transit: true,
	})
	if err != nil {
		return nil
	}
	return res.Body
}

// counting returns the options of all figures.
func counting(stop func() error) suggest.Options {
	return suggest.Options{Counter: app.CounterOf(""), Aim: suggest.Aim, Floor: suggest.Floor, Stop: stop}
}

// unit is recordings that are read together.
type unit struct {
	*recordings.Unit
	root *os.Root
	id   string
}

func (u *unit) sessionID(i int) string { return u.id + "-" + strconv.Itoa(i) }

// key tells versions of a unit apart.
func (u *unit) key(v *rules) string {
	return fmt.Sprint(u.id, u.Size, u.Written.UnixNano(), v.set.Hash())
}

// units lists the recordings of the command line, files and those below folders, else those below
// the usual folder, the newest first. close closes the folders.
func (r *runs) units() (all []*unit, close func(), err error) {
	var roots []*os.Root
	close = func() {
		for _, root := range roots {
			root.Close()
		}
	}
	for _, dir := range r.folders() {
		open, in, at := os.OpenRoot, dir, "."
		if dir == record.Dir(r.config) {
			open = state.OpenFolder
			if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
				continue
			}
		} else if isRecording(dir) {
			in, at = filepath.Dir(dir), filepath.Base(dir)
		}
		root, err := open(in)
		if err == nil {
			roots = append(roots, root)
			var some []*recordings.Unit
			some, err = recordings.Units(root, at)
			for _, u := range some {
				sum := sha256.Sum256([]byte(dir + "\x00" + u.Name))
				all = append(all, &unit{u, root, hex.EncodeToString(sum[:6])})
			}
		}
		if err != nil {
			close()
			return nil, nil, fmt.Errorf("%s: %w", dir, state.Cause(err))
		}
	}
	slices.SortStableFunc(all, func(a, b *unit) int { return b.Written.Compare(a.Written) })
	return all, close, nil
}

// isRecording reports whether a path names a regular file of a session, rather than a response.
func isRecording(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && strings.HasSuffix(strings.TrimSuffix(path, ".zst"), ".jsonl")
}

// folders returns the folders with recordings, and the recordings by their files.
func (r *runs) folders() (dirs []string) {
	for _, path := range r.paths {
		if info, err := os.Stat(path); err == nil && (info.IsDir() || isRecording(path)) {
			dirs = append(dirs, path)
		}
	}
	if dir := record.Dir(r.config); dirs == nil && dir != "" {
		return []string{dir}
	}
	return dirs
}

var errEnough = errors.New("enough")

// read calls visit with the sessions of a unit and their numbers. fault tells the parts that are
// not read. An error is that of visit.
func (u *unit) read(ctx context.Context, tool string, visit func(i int, s *recordings.Session) error) (fault string, err error) {
	n := 0
	var visited error
	skipped, err := recordings.Below(u.root, u.Files, tool, func(s *recordings.Session) error {
		if visited = ctx.Err(); visited == nil {
			visited = visit(n, s)
		}
		n++
		return visited
	})
	switch {
	case errors.Is(visited, errEnough):
		return "", nil
	case visited != nil:
		return "", visited
	case err != nil:
		return strings.TrimPrefix(err.Error(), u.Name+": "), nil
	}
	if n == 0 { // documents that are no recordings, such as those of Try
		skipped.Unnamed = 0
	}
	return strings.Join(stats.Faults(skipped), "; "), nil
}

// listed is a session in the list.
type listed struct {
	ID           string    `json:"id"` // "" of a message alone
	File         string    `json:"file,omitempty"`
	Name         string    `json:"name"`
	When         time.Time `json:"when,omitzero"`
	Client       string    `json:"client"`
	Servers      []string  `json:"servers"`
	Calls        *int      `json:"calls,omitempty"` // nil if it is not measured yet
	TokensBefore *int      `json:"tokensBefore,omitempty"`
	TokensAfter  *int      `json:"tokensAfter,omitempty"`
	Fault        string    `json:"fault,omitempty"`
	client       string    // without its version
}

// measured is the figures of a unit.
type measured struct {
	sessions []listed
	sums     map[string]*suggest.Figures // by server; "" if it is unknown, or if a session has several
	tokens   int                         // of the results
	fields   []fieldCost                 // nil until they are asked for
}

// measure measures all sessions of a unit.
func (r *runs) measure(v *rules, u *unit) (*measured, error) {
	m := &measured{sums: map[string]*suggest.Figures{}}
	shape, err := suggest.By(v.set, counting(v.ctx.Err))
	if err != nil {
		return nil, err
	}
	isCut := false
	fault, err := u.read(v.ctx, r.tool, func(i int, s *recordings.Session) error {
		if isCut = m.tokens > mostOfUnit || i >= mostListed; isCut {
			return errEnough
		}
		l, server := u.listed(i, s), ""
		f := l.measure(v, s, shape)
		if len(l.Servers) == 1 {
			server = l.Servers[0]
		}
		if m.sums[server] == nil {
			m.sums[server] = &suggest.Figures{}
		}
		m.sums[server].Add(f)
		m.sessions, m.tokens = append(m.sessions, l), m.tokens+f.Before
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case isCut:
		fault = "the rest of the file is not read: it is too large"
	}
	if fault != "" && len(m.sessions) == 0 {
		l := u.listed(0, &recordings.Session{Name: u.Name})
		l.Calls, l.TokensBefore, l.TokensAfter = new(int), new(int), new(int)
		m.sessions = append(m.sessions, l)
	}
	if fault != "" {
		m.sessions[len(m.sessions)-1].Fault = fault
	}
	return m, nil
}

// measure fills in the figures of a session.
func (l *listed) measure(v *rules, s *recordings.Session, shape suggest.Shape) *suggest.Figures {
	all, err := suggest.Measure(s, counting(v.ctx.Err), shape)
	if err != nil {
		l.Fault = "a result cannot be shaped"
	}
	f := all[0]
	l.Calls, l.TokensBefore, l.TokensAfter = &f.Results, &f.Before, &f.After
	return f
}

// listed returns a session of a unit without figures.
func (u *unit) listed(i int, s *recordings.Session) listed {
	name := s.Name
	if name == "." { // the responses of the folder itself
		name = filepath.Base(u.root.Name())
	}
	l := listed{
		ID: u.sessionID(i), File: u.Name, Name: words.Shorten(name, previewBytes), When: u.Written,
		Client: strings.TrimSpace(s.Client.Name + " " + s.Client.Version), Servers: []string{}, client: s.Client.Name,
	}
	for i := range s.Events {
		if server := s.Events[i].Server; server != "" && !slices.Contains(l.Servers, server) && len(l.Servers) < 8 {
			l.Servers = append(l.Servers, server)
		}
	}
	return l
}

// figures returns the figures of a unit. It takes new ones from room; it returns nil without room.
func (r *runs) figures(v *rules, u *unit, room *int) (m *measured, err error) {
	key := u.key(v)
	if m = r.measured[key]; m != nil || *room <= 0 {
		return m, nil
	}
	if m, err = r.measure(v, u); err != nil {
		return nil, err
	}
	if len(r.measured) >= mostKnown {
		clear(r.measured)
	}
	r.measured[key] = m
	*room -= max(m.tokens, 1)
	return m, nil
}

// sessions lists the sessions. A file beyond the work of one request has no figures.
func (r *runs) sessions(q *http.Request, _ *struct{}) (any, error) {
	v, done, units, err := r.beginUnits(q.Context())
	if err != nil {
		return nil, err
	}
	defer done()
	all, room := []listed{}, r.atOnce
	for i, u := range units {
		if len(all) >= mostListed {
			more := 0
			for _, u := range units[i:] {
				more += len(u.Files)
			}
			return append(all[:mostListed], listed{Servers: []string{}, Fault: fmt.Sprintf("%d older files are not listed", more)}), nil
		}
		m, err := r.figures(v, u, &room)
		if err != nil {
			return nil, err
		}
		if m == nil {
			m = &measured{sessions: []listed{u.listed(0, &recordings.Session{Name: u.Name})}}
		}
		all = append(all, m.sessions...)
	}
	return all, nil
}

// beginUnits begins a long request over recordings.
func (r *runs) beginUnits(ctx context.Context) (v *rules, done func(), units []*unit, err error) {
	end, err := begin(ctx, r.work)
	if err != nil {
		return nil, nil, nil, err
	}
	v, err = r.inForce(ctx)
	if err == nil {
		var closeAll func()
		if units, closeAll, err = r.units(); err == nil {
			return v, func() { closeAll(); end() }, units, nil
		}
	}
	end()
	return nil, nil, nil, err
}

// opened is a session with the effect of the configuration on it.
type opened struct {
	listed
	Shown  []*step  `json:"calls"`
	Total  int      `json:"total"`
	Prompt []prompt `json:"prompt"`

	key   string
	calls []*step
}

// prompt is the tokens of a prompt, after a number of calls.
type prompt struct {
	Call    int `json:"call"`
	Without int `json:"without"`
	With    int `json:"with"`
}

// step is a call of a session.
type step struct {
	N         int    `json:"n"` // from 1 on
	Server    string `json:"server"`
	Tool      string `json:"tool"`
	IsError   bool   `json:"isError"`
	Before    int    `json:"before"`
	After     int    `json:"after"`
	Used      int    `json:"used"`      // values that later calls or answers used
	Retrieved int    `json:"retrieved"` // values that take a retrieval of this result
	Text      string `json:"text"`      // the start of the arguments

	arguments, result []byte // after the hiding rules; nil if they cannot be shown
	uses              []use
}

// use is a value of a result that a later call used, at one of its places.
type use struct {
	Pointer string `json:"pointer"`
	Value   string `json:"value"`
	ByCall  int    `json:"byCall"` // 0: an answer in text, or a call without a result
	IsLost  bool   `json:"isLost"` // under the configuration no result shows it
}

// onSession returns a handler of a session, one request at a time. The session stays for the next
// request.
func onSession(r *runs, do func(o *opened, q *http.Request) (any, error)) http.HandlerFunc {
	return call(func(q *http.Request, _ *struct{}) (any, error) {
		v, done, units, err := r.beginUnits(q.Context())
		if err != nil {
			return nil, err
		}
		defer done()
		id, number, _ := strings.Cut(q.PathValue("id"), "-")
		n, err := strconv.Atoi(number)
		at := slices.IndexFunc(units, func(u *unit) bool { return u.id == id })
		if err != nil || at < 0 {
			return nil, &problem{Status: http.StatusNotFound, Message: "there is no such session any more"}
		}
		if key := units[at].key(v) + "-" + number; r.last == nil || r.last.key != key {
			o, err := v.open(units[at], n, r.tool)
			if err != nil {
				return nil, err
			}
			o.key, r.last = key, o
		}
		return do(r.last, q)
	})
}

// open reads a session of a unit.
func (v *rules) open(u *unit, n int, tool string) (o *opened, err error) {
	fault, err := u.read(v.ctx, tool, func(i int, s *recordings.Session) (err error) {
		if i == n {
			o, err = v.follow(u.listed(i, s), s)
		} else if o != nil {
			err = errEnough
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if o == nil {
		return nil, &problem{Status: http.StatusNotFound, Message: strings.TrimSuffix("the session cannot be read: "+fault, ": ")}
	}
	o.Fault = cmp.Or(fault, o.Fault)
	return o, nil
}

// follow measures a session, and finds the values that later calls used. It reads results and
// arguments after the hiding rules only.
func (v *rules) follow(l listed, s *recordings.Session) (*opened, error) {
	shape, err := suggest.By(v.set, counting(v.ctx.Err))
	if err != nil {
		return nil, err
	}
	var shaped []string // the shaped results
	o := &opened{listed: l}
	f := o.measure(v, s, func(c *recordings.Call, result []byte) ([]byte, error) {
		out, err := shape(c, result)
		shaped = append(shaped, suggest.Plain(out))
		return out, err
	})
	o.Total = f.Results
	answers, at := answersOf(s), 0
	learn.Follow(s, func(c *recordings.Call) string {
		o.calls = append(o.calls, v.call(c, len(o.calls)+1, f.Each[len(o.calls)]))
		return suggest.Plain(o.calls[len(o.calls)-1].result)
	}, func(value string, in []int) {
		isLost := !slices.ContainsFunc(in, func(i int) bool { return strings.Contains(shaped[i], value) })
		of := o.calls[in[0]]
		if of.Used++; of.Used <= mostUses {
			of.uses = append(of.uses, use{Value: value, ByCall: answers[at], IsLost: isLost})
		}
	}, func(*recordings.Event) { at++ })
	for i, t := range f.Turns {
		if step := len(f.Turns)/mostTurns + 1; i%step == 0 || i == len(f.Turns)-1 {
			o.Prompt = append(o.Prompt, prompt{t.Results, t.Prompt, t.Shaped})
		}
	}
	return o, v.ctx.Err()
}

// call returns a call with its figures.
func (v *rules) call(c *recordings.Call, n int, f suggest.ResultFigures) *step {
	result := c.Result()
	of := &step{
		N: n, Server: c.Server, Tool: c.Tool, IsError: isFailure(result), Before: f.Before, After: f.After,
		Retrieved: f.Back, arguments: v.hide(c, c.Arguments), result: v.hide(c, result),
	}
	var compact bytes.Buffer
	if json.Compact(&compact, of.arguments) == nil {
		of.Text = words.Shorten(compact.String(), previewBytes)
	}
	return of
}

// isFailure reports whether a result says that the call failed.
func isFailure(result []byte) bool {
	var r struct{ IsError bool }
	json.Unmarshal(result, &r) // a result of another form says nothing
	return r.IsError
}

// answersOf returns for each event the number of the call that it asks for, 0 for none.
func answersOf(s *recordings.Session) []int {
	waiting, all, n := map[string][]int{}, make([]int, len(s.Events)), 0
	for i := range s.Events {
		e := &s.Events[i]
		key := e.Tool + "\x00" + string(e.Arguments)
		switch e.Kind {
		case recordings.Request:
			waiting[key] = append(waiting[key], i)
		case recordings.Result:
			n++
			if asked := waiting[key]; len(asked) > 0 {
				all[asked[0]], waiting[key] = n, asked[1:]
			}
		}
	}
	return all
}

// part returns a session with a part of its calls.
func (o *opened) part(q *http.Request) (any, error) {
	from, _ := strconv.Atoi(q.FormValue("from"))
	from = min(max(from, 0), len(o.calls))
	shown := *o
	shown.Shown = append([]*step{}, o.calls[from:min(from+mostCalls, len(o.calls))]...)
	return shown, nil
}

// pageOfCall is a call with a page of its result.
type pageOfCall struct {
	Arguments json.RawMessage `json:"arguments"`
	Text      string          `json:"text"` // a page of the result
	Next      int             `json:"next,omitempty"`
	Request   facts           `json:"request"`
	Used      []use           `json:"used"`
	Withheld  bool            `json:"withheld,omitempty"` // the hiding rules cannot act on the result
}

// facts are those of a call that Try needs.
type facts struct {
	Tool   string `json:"tool"`
	Server string `json:"server"`
	Client string `json:"client"`
}

// call returns a call with a page of its result.
func (o *opened) call(q *http.Request) (any, error) {
	n, err := strconv.Atoi(q.PathValue("n"))
	if err != nil || n < 1 || n > len(o.calls) {
		return nil, &problem{Status: http.StatusNotFound, Message: "the session has no such call"}
	}
	c := o.calls[n-1]
	one := pageOfCall{
		Arguments: c.arguments, Request: facts{c.Tool, c.Server, o.client}, Used: placed(c.result, c.uses), Withheld: c.result == nil,
	}
	if len(c.arguments) > pageBytes {
		one.Arguments, _ = json.Marshal("(" + strconv.Itoa(len(c.arguments)) + " bytes)") // a string always can be
	}
	from, _ := strconv.Atoi(q.FormValue("from"))
	one.Text, one.Next = pageOf(c.result, from)
	return one, nil
}

// pageOf returns a page of a text, whole characters of it. next is 0 at the end.
func pageOf(text []byte, from int) (page string, next int) {
	start := min(max(from, 0), len(text))
	end := min(start+pageBytes, len(text))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	if end < len(text) {
		next = end
	}
	return string(text[start:end]), next
}

// placed returns the uses of values with their places in a result, a few for each value.
func placed(result []byte, uses []use) []use {
	all, places := []use{}, map[string][]string{}
	for leaf := range scalars.All(result) {
		for _, u := range uses {
			if len(places[u.Value]) < 8 && strings.Contains(leaf.Text, u.Value) {
				places[u.Value] = append(places[u.Value], leaf.Pointer)
			}
		}
	}
	for _, u := range uses {
		if places[u.Value] == nil { // the name of a member, or a text beside the data
			all = append(all, u)
		}
		for _, u.Pointer = range places[u.Value] {
			all = append(all, u)
		}
	}
	return all
}

// hit is a place with a searched text.
type hit struct {
	Session string `json:"session"`
	Call    int    `json:"call"`
	Tool    string `json:"tool"`
	Excerpt string `json:"excerpt"`
	At      string `json:"at"` // the pointer in the result; "" in the arguments
}

// search looks for a text in the arguments and results of all sessions, the newest first. Case
// does not count.
func (r *runs) search(q *http.Request, asked *sought) (any, error) {
	if asked.Text = strings.ToLower(asked.Text); asked.Text == "" {
		return nil, errors.New("text: it is empty")
	}
	v, done, units, err := r.beginUnits(q.Context())
	if err != nil {
		return nil, err
	}
	defer done()
	hits := []hit{}
	for _, u := range units {
		_, err := u.read(v.ctx, r.tool, func(i int, s *recordings.Session) error {
			hits = asked.in(v, s, u.sessionID(i), hits)
			if len(hits) >= mostHits {
				return errEnough
			}
			return v.ctx.Err()
		})
		if err != nil || len(hits) >= mostHits {
			return hits, err
		}
	}
	return hits, nil
}

// sought is a text, and the tool and the server of the calls; "" is any.
type sought struct{ Text, Tool, Server string }

// in adds the hits in a session to others.
func (a *sought) in(v *rules, s *recordings.Session, id string, hits []hit) []hit {
	n := 0
	isPlain := !strings.ContainsFunc(a.Text, func(c rune) bool { // JSON writes it in one way
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && !strings.ContainsRune(" -_.:", c)
	})
	for i := range s.Events {
		e := &s.Events[i]
		if e.Kind != recordings.Result {
			continue
		}
		n++
		if a.Tool != "" && a.Tool != e.Tool || a.Server != "" && a.Server != e.Server {
			continue
		}
		for k, body := range [][]byte{e.Arguments, e.Result()} {
			if isPlain && !bytes.Contains(bytes.ToLower(body), []byte(a.Text)) || len(hits) >= mostHits {
				continue
			}
			if excerpt, at := found(v.hide(&e.Call, body), a.Text); at != "" {
				hits = append(hits, hit{id, n, e.Tool, excerpt, []string{"", at}[k]})
			}
		}
	}
	return hits
}

// around is the bytes of an excerpt on each side of the searched text.
const around = 60

// found returns the first place of a text in lower case, with its surroundings.
func found(body []byte, text string) (excerpt, pointer string) {
	for leaf := range scalars.All(body) {
		lower := strings.ToLower(leaf.Text)
		at := strings.Index(lower, text)
		if at < 0 {
			continue
		}
		if len(lower) != len(leaf.Text) { // the places differ
			leaf.Text = lower
		}
		from, to := max(at-around, 0), min(at+len(text)+around, len(leaf.Text))
		return strings.ToValidUTF8(leaf.Text[from:to], ""), cmp.Or(leaf.Pointer, "/")
	}
	return "", ""
}
