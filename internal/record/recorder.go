// Package record writes calls of tools and their results into sessions, for shape suggest. They
// are recorded after hiding, in a private folder with bounds on size and age.
package record

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Settings hold for the recording of a process. On may change while it runs.
type Settings struct {
	On       bool
	Dir      string        // of all recordings
	MaxBytes int64         // of them, compressed
	TTL      time.Duration // of a session after its last event
	Raw      bool          // no detector acts
}

// Recorder records the sessions of a process. Record only copies: a goroutine takes all events
// of a moment, hides, compresses and writes them. It pauses while messages pass, since its work
// would delay them. If more comes than it can take, events are dropped and counted.
type Recorder struct {
	settings func() Settings
	say      func(string) // called at most once for each message
	now      func() time.Time
	wakes    chan struct{} // events wait
	isFull   chan struct{} // many events wait
	ends     chan struct{}
	written  chan struct{}

	mu      sync.Mutex
	waiting []event
	events  int       // that are not written, with those that the goroutine has taken
	bytes   int       // of their bodies
	spare   [][]byte  // buffers of bodies that were written
	last    time.Time // of the last event
	lost    losses
	said    map[string]bool

	// Of the goroutine alone.
	sessions   map[*mcp.Session]*recorded
	folder     folder
	restsUntil time.Time // after a failed write
}

// Limits of the work that waits. Beyond them events are dropped.
const (
	mostEvents  = 1 << 12
	mostWaiting = 64 << 20 // bytes of bodies
	mostBody    = 16 << 20 // bytes of one body; a larger one is recorded by its size
	leastSpare  = 16 << 10 // bytes of a buffer that is used again
	mostSpare   = 256 << 10
	mostSpares  = 16 // such buffers
)

// Limits of a session.
const (
	mostSessions = 256       // in memory; the one that rests longest is closed first
	mostDefined  = 4 << 20   // bytes of the definitions of tools
	flushAt      = 256 << 10 // bytes of lines that become a frame
)

// moment is the time that events wait for others. It is short, so that few buffers serve all. A
// process that is killed loses these events.
const moment = 100 * time.Millisecond

// quiet is the time after the last event until the goroutine works.
const quiet = time.Millisecond

// idle is the time after the last event until a file is closed. The next event begins a part.
const idle = 10 * time.Minute

// losses counts the events that were dropped.
type losses struct {
	of  map[*mcp.Session]int // that the session's file does not count yet
	all int
}

// Condition returns the folder of recordings, "" while none is written, and the number of events
// that were dropped.
func (r *Recorder) Condition() (dir string, dropped int) {
	if now := r.settings(); now.On {
		dir = now.Dir
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return dir, r.lost.all
}

// event is a record on its way to the goroutine.
type event struct {
	mcp.Record
	at time.Time
}

// New returns a recorder. It asks for the settings at each event, and opens the folder at the
// first one that it writes. say gets a sentence about events that are lost.
func New(settings func() Settings, say func(string)) *Recorder {
	r := newRecorder(settings, say)
	go r.run()
	return r
}

func newRecorder(settings func() Settings, say func(string)) *Recorder {
	return &Recorder{
		settings: settings, say: say, now: time.Now,
		wakes: make(chan struct{}, 1), isFull: make(chan struct{}, 1), ends: make(chan struct{}), written: make(chan struct{}),
		lost: losses{of: map[*mcp.Session]int{}}, said: map[string]bool{}, sessions: map[*mcp.Session]*recorded{},
	}
}

// Record implements [mcp.Recorder].
func (r *Recorder) Record(one mcp.Record) {
	if !r.settings().On {
		return
	}
	if len(one.Body) > mostBody {
		one.Body = nil
	}
	r.mu.Lock()
	isTaken := r.events < mostEvents && r.bytes+len(one.Body) <= mostWaiting
	if isTaken {
		one.Body = r.copied(one.Body)
		r.waiting = append(r.waiting, event{one, r.now()})
		r.events, r.bytes = r.events+1, r.bytes+len(one.Body)
	}
	r.last = time.Now()
	isFirst, isFull := len(r.waiting) == 1, r.hasMuch()
	r.mu.Unlock()
	if !isTaken {
		r.lose(one.Session)
		r.sayOnce("more calls come than can be recorded; some are left out")
	}
	if isFirst {
		signal(r.wakes)
	}
	if isFull {
		signal(r.isFull)
	}
}

// copied copies a body, into a spare buffer if one fits: fresh memory costs more than the copy.
// The caller holds the lock.
func (r *Recorder) copied(body []byte) []byte {
	if n := len(r.spare) - 1; n >= 0 && len(body) <= cap(r.spare[n]) && len(body) >= leastSpare {
		to := r.spare[n]
		r.spare = r.spare[:n]
		return append(to[:0], body...)
	}
	return bytes.Clone(body)
}

// hasMuch reports whether events take half of their room. The caller holds the lock.
func (r *Recorder) hasMuch() bool { return r.events > mostEvents/2 || r.bytes > mostWaiting/2 }

// awaitQuiet waits until no message passes. It does not wait if much is to be written, or at
// the end.
func (r *Recorder) awaitQuiet() {
	for {
		r.mu.Lock()
		left, hasMuch := quiet-time.Since(r.last), r.hasMuch()
		r.mu.Unlock()
		if left <= 0 || hasMuch {
			return
		}
		select {
		case <-time.After(left):
		case <-r.ends:
			return
		}
	}
}

// free gives the room of an event back.
func (r *Recorder) free(e *event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events, r.bytes = r.events-1, r.bytes-len(e.Body)
	if n := cap(e.Body); n >= leastSpare && n <= mostSpare && len(r.spare) < mostSpares {
		r.spare = append(r.spare, e.Body)
	}
}

// signal sends on a channel that holds one value, unless it is full.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// lose counts a lost event.
func (r *Recorder) lose(s *mcp.Session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lost.all++
	if _, known := r.lost.of[s]; known || len(r.lost.of) < mostSessions {
		r.lost.of[s]++
	}
}

// takeLost returns the lost events of a session, and forgets them.
func (r *Recorder) takeLost(s *mcp.Session) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.lost.of[s]
	delete(r.lost.of, s)
	return n
}

func (r *Recorder) sayOnce(message string) {
	r.mu.Lock()
	isNew := !r.said[message]
	r.said[message] = true
	r.mu.Unlock()
	if isNew {
		r.say(message)
	}
}

// Close writes the events that wait, for at most a moment.
func (r *Recorder) Close(wait time.Duration) {
	close(r.ends)
	select {
	case <-r.written:
	case <-time.After(wait):
		r.sayOnce("the last calls were not recorded in time")
	}
}

// run writes the events until Close.
func (r *Recorder) run() {
	defer close(r.written)
	for {
		select {
		case <-r.wakes:
			select {
			case <-time.After(moment):
			case <-r.isFull:
			case <-r.ends:
			}
			r.takeAll()
		case <-r.ends:
			r.finish()
			return
		}
	}
}

// finish writes all events and closes the files.
func (r *Recorder) finish() {
	r.takeAll()
	for of := range r.sessions {
		r.close(of)
	}
	r.folder.close()
}

// takeAll writes all events that wait.
func (r *Recorder) takeAll() {
	r.mu.Lock()
	all := r.waiting
	r.waiting = nil
	r.mu.Unlock()
	for i := range all {
		r.awaitQuiet()
		r.take(all[i])
		r.free(&all[i])
	}
	for _, s := range r.sessions {
		r.fail(r.flush(s), s)
		if r.now().Sub(s.last) > idle {
			s.file.close()
		}
	}
}

// flush writes the lines of a session as one frame.
func (r *Recorder) flush(s *recorded) error {
	if len(s.lines) == 0 {
		return nil
	}
	frame := session.Append(nil, s.lines)
	if err := s.file.write(frame); err != nil {
		return err
	}
	s.lines, s.pending = s.lines[:0], 0
	return r.folder.keep(int64(len(frame)), r.settings(), r.now())
}

func (r *Recorder) close(of *mcp.Session) {
	s := r.sessions[of]
	r.fail(r.flush(s), s)
	s.file.close()
	delete(r.sessions, of)
}

// take adds an event to its session. A panic ends the file, and not the proxy.
func (r *Recorder) take(e event) {
	s := r.sessionOf(e.Session)
	defer func() {
		if recover() != nil {
			r.fail(errors.New("a fault of shape itself"), s)
		}
	}()
	body, err := e.Hidden(context.Background())
	s.last = e.at
	switch e.Kind {
	case mcp.RecordServer:
		s.introduce(body)
		return
	case mcp.RecordTools:
		s.list(body)
		return
	}
	if r.now().Before(r.restsUntil) {
		r.lose(e.Session)
		return
	}
	if err != nil { // the rules cannot hide in it
		body = nil
	}
	s.pending++
	r.fail(r.write(s, e, body), s)
}

// rest is the time after a failed write until the next one.
const rest = time.Minute

// fail closes the file of a session after a failed write. Its lines are lost.
func (r *Recorder) fail(err error, s *recorded) {
	if err == nil {
		return
	}
	for range s.pending {
		r.lose(s.of)
	}
	s.lines, s.pending = nil, 0
	s.file.close()
	r.folder.close()
	r.restsUntil = r.now().Add(rest)
	r.sayOnce("calls are not recorded: " + r.settings().Dir + ": " + err.Error())
}

// sessionOf returns the session of a client, and closes another one if there are too many.
func (r *Recorder) sessionOf(of *mcp.Session) *recorded {
	if s := r.sessions[of]; s != nil {
		return s
	}
	if len(r.sessions) >= mostSessions {
		var oldest *mcp.Session
		for key, s := range r.sessions {
			if oldest == nil || s.last.Before(r.sessions[oldest].last) {
				oldest = key
			}
		}
		r.close(oldest)
	}
	s := &recorded{of: of, tools: map[string]json.RawMessage{}}
	r.sessions[of] = s
	return s
}

// write adds the line of a call or a result, after the lines that must go before it.
func (r *Recorder) write(s *recorded, e event, body []byte) error {
	set := r.settings()
	if err := r.begin(s, &e, set); err != nil {
		return err
	}
	at := e.at.UnixMilli()
	if len(s.news) > 0 {
		s.add(&session.Event{Kind: session.KindTools, At: at, Tools: s.news}, "", nil, set)
		s.news = nil
	}
	if n := r.takeLost(e.Session); n > 0 {
		s.add(&session.Event{Kind: session.KindLost, At: at, Events: n}, "", nil, set)
	}
	line, member := session.Event{Kind: session.KindCall, At: at, Number: e.Number, Tool: e.Tool, Withheld: body == nil && e.Body != nil}, "arguments"
	if e.Kind == mcp.RecordResult {
		line.Kind, member = session.KindResult, "result"
		line.Bytes = e.Bytes
	}
	if s.add(&line, member, body, set); len(s.lines) < flushAt {
		return nil
	}
	return r.flush(s)
}

// begin opens a file for a session that has none, or whose file is full.
func (r *Recorder) begin(s *recorded, e *event, set Settings) error {
	if s.file.size > set.MaxBytes/partsOfRoom {
		if err := r.flush(s); err != nil {
			return err
		}
		s.file.close()
	}
	if s.file.File != nil {
		return nil
	}
	s.id = cmp.Or(s.id, e.at.UTC().Format("20060102T150405Z")+"-"+strings.ToLower(rand.Text()[:8]))
	name := s.id
	if s.part++; s.part > 1 {
		name += "_" + strconv.Itoa(s.part) // behind the first one in the order of names
	}
	file, err := r.folder.create(name, set, r.now())
	if err != nil {
		return err
	}
	s.file = file
	s.news = nil
	for _, name := range slices.Sorted(maps.Keys(s.tools)) {
		s.news = append(s.news, s.tools[name])
	}
	client, version := s.of.Client()
	s.add(&session.Event{
		Kind: session.KindSession, At: e.at.UnixMilli(), Format: 1, ID: s.id, Part: s.part, Protocol: s.protocol, Raw: set.Raw,
		Client: &session.Party{Name: client, Version: version}, Server: &session.Party{Name: e.Server, Version: s.serverVersion},
	}, "", nil, set)
	return nil
}

// recorded is the state of a session that is recorded.
type recorded struct {
	of   *mcp.Session
	id   string
	part int
	file file
	last time.Time // of its last event

	serverVersion, protocol string
	tools                   map[string]json.RawMessage // definitions by name
	news                    []json.RawMessage          // of them, those that the file lacks
	defined                 int                        // bytes of all definitions so far
	line                    []byte                     // reused
	lines                   []byte                     // for the next frame
	pending                 int                        // calls and results in them
}

// introduce keeps the versions of the server and of the protocol.
func (s *recorded) introduce(result []byte) {
	var said struct {
		ProtocolVersion string        `json:"protocolVersion"`
		ServerInfo      session.Party `json:"serverInfo"`
	}
	if json.Unmarshal(result, &said) == nil {
		s.serverVersion, s.protocol = said.ServerInfo.Version, said.ProtocolVersion
	}
}

// list keeps the definitions of tools that are new or changed.
func (s *recorded) list(page []byte) {
	var said struct {
		Tools []json.RawMessage `json:"tools"`
	}
	json.Unmarshal(page, &said) // a list of another form has no definitions
	for _, text := range said.Tools {
		var tool struct {
			Name string `json:"name"`
		}
		json.Unmarshal(text, &tool)
		if tool.Name == "" || bytes.Equal(s.tools[tool.Name], text) || s.defined+len(text) > mostDefined {
			continue
		}
		s.tools[tool.Name] = text
		s.defined += len(text)
		s.news = append(s.news, text)
	}
}

// add adds a line for the next frame, with body as a last member if name is not "". A line that
// detectors cannot hide becomes one without content.
func (s *recorded) add(e *session.Event, name string, body []byte, set Settings) {
	line, err := json.Marshal(e)
	if err == nil && body != nil {
		s.line = append(append(append(append(s.line[:0], line[:len(line)-1]...), `,"`...), name...), `":`...)
		for part := range bytes.SplitSeq(body, []byte{'\n'}) { // no text of JSON has a line end
			s.line = append(append(s.line, part...), ' ')
		}
		line = append(s.line[:len(s.line)-1], '}')
	}
	if err == nil && !set.Raw {
		line, err = hide(line)
	}
	if err != nil {
		bare := session.Event{Kind: e.Kind, At: e.At, Format: e.Format, Number: e.Number, Bytes: e.Bytes, Withheld: true}
		line, _ = json.Marshal(&bare) // numbers alone
	}
	if s.lines = append(append(s.lines, line...), '\n'); cap(s.line) > mostSpare {
		s.line = nil
	}
}
