package running

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Journal writes the facts and the savings of this process. Its methods only copy: a goroutine
// counts tokens and writes, at most once in a moment. Beyond a bound, results are counted
// without their tokens.
type Journal struct {
	dir     string
	facts   func() Process // all but sums and clients
	counter tokens.Counter
	now     func() time.Time
	moment  time.Duration
	say     func(error)
	said    sync.Once

	wakes, ends, written chan struct{}

	mu      sync.Mutex
	waiting []mcp.Event
	bytes   int
	missed  map[Key]Sums // results without tokens
	clients []*mcp.Session

	isClosed bool // the folder could not be opened

	unsaved map[Key]Sums // of the goroutine alone
}

// Limits of the results that wait and of the clients that are named.
const (
	mostEvents  = 1 << 12
	mostWaiting = 32 << 20 // bytes of results
	mostClients = 8
	moment      = time.Second
)

// New returns a journal for a folder. It asks facts for the facts at each write. say gets the
// first error.
func New(dir string, counter tokens.Counter, now func() time.Time, facts func() Process, say func(error)) *Journal {
	return &Journal{
		dir: dir, facts: facts, counter: counter, now: now, moment: moment,
		wakes: make(chan struct{}, 1), ends: make(chan struct{}), written: make(chan struct{}),
		say: say, missed: map[Key]Sums{}, unsaved: map[Key]Sums{},
	}
}

// Start starts the goroutine that writes.
func (j *Journal) Start() { go j.run() }

// Answered implements [mcp.Observer].
func (j *Journal) Answered(e mcp.Event) {
	j.mu.Lock()
	isTaken := !j.isClosed && len(j.waiting) < mostEvents && j.bytes+e.BytesIn+e.BytesOut <= mostWaiting
	if isTaken {
		j.bytes += e.BytesIn + e.BytesOut
	} else {
		key, one := j.row(&e)
		one.Uncounted = 1
		j.missed[key] = plus(j.missed[key], one)
	}
	j.mu.Unlock()
	if isTaken {
		copied := e.Clone()
		j.mu.Lock()
		j.waiting = append(j.waiting, copied)
		j.mu.Unlock()
	}
	j.Changed()
}

// Introduced records that a client connected.
func (j *Journal) Introduced(s *mcp.Session) {
	j.mu.Lock()
	if !slices.Contains(j.clients, s) {
		j.clients = append(j.clients, s)
		j.clients = j.clients[max(len(j.clients)-mostClients, 0):]
	}
	j.mu.Unlock()
	j.Changed()
}

// Changed says that the facts have changed.
func (j *Journal) Changed() {
	select {
	case j.wakes <- struct{}{}:
	default:
	}
}

// row returns the row of a result, without its tokens.
func (j *Journal) row(e *mcp.Event) (Key, Sums) {
	one := Sums{Calls: 1}
	if e.Refused != nil {
		one.Refused = 1
	}
	if e.Tool == mcp.RetrieveTool {
		one.Retrievals = 1
	}
	return Key{DayOf(j.now()), e.Server[:min(len(e.Server), longestName)], j.counter.Name()}, one
}

func plus(a, b Sums) Sums {
	a.Add(b)
	return a
}

// Close writes the last facts and removes the file of the process. It waits for at most that
// time.
func (j *Journal) Close(wait time.Duration) {
	close(j.ends)
	select {
	case <-j.written:
	case <-time.After(wait):
	}
}

// run writes until Close, or until the folder cannot be opened.
func (j *Journal) run() {
	defer close(j.written)
	id := strconv.Itoa(os.Getpid()) + "-" + strings.ToLower(rand.Text()[:8])
	var total Sums
	folder, lock, err := begin(j.dir, id)
	if err != nil {
		j.mu.Lock()
		j.isClosed = true
		j.waiting, j.bytes = nil, 0
		j.mu.Unlock()
		j.fail(err)
		return
	}
	defer folder.Close()
	for isLast := false; ; {
		if err := j.write(folder, id, &total, isLast); err != nil {
			j.fail(err)
		}
		if isLast {
			lock.Close()
			folder.Remove(id + factsSuffix)
			folder.Remove(id + locksSuffix)
			return
		}
		select {
		case <-j.wakes:
			select {
			case <-time.After(j.moment):
			case <-j.ends:
			}
		case <-j.ends:
			isLast = true
		}
	}
}

func (j *Journal) fail(err error) { j.said.Do(func() { j.say(err) }) }

// begin opens the folder, removes the files of ended ones, and takes the lock of a process.
func begin(dir, id string) (folder *os.Root, own *os.File, err error) {
	if folder, err = state.OpenFolder(dir); err != nil {
		return nil, nil, err
	}
	common, err := state.Lock(folder, lockName)
	if err == nil {
		sweep(folder)
		own, err = state.Lock(folder, id+locksSuffix)
		common.Close()
	}
	if err != nil {
		return nil, nil, errors.Join(err, folder.Close())
	}
	return folder, own, nil
}

// write counts the results that wait, and writes the savings and the facts.
func (j *Journal) write(folder *os.Root, id string, total *Sums, isLast bool) error {
	j.mu.Lock()
	events, news, clients := j.waiting, j.missed, slices.Clone(j.clients)
	j.waiting, j.bytes, j.missed = nil, 0, map[Key]Sums{}
	j.mu.Unlock()
	for i := range events {
		key, one := j.row(&events[i])
		one.TokensIn, one.TokensOut = events[i].Tokens(j.counter)
		news[key] = plus(news[key], one)
	}
	for key, sums := range news {
		total.Add(sums)
		j.unsaved[key] = plus(j.unsaved[key], sums)
	}
	var fault error
	if len(j.unsaved) > 0 {
		lock, err := state.Lock(folder, lockName)
		if err == nil {
			err = addDays(folder, j.unsaved, j.now())
			lock.Close()
		}
		if fault = err; err == nil {
			clear(j.unsaved)
		}
	}
	if isLast {
		return fault
	}
	now := j.facts()
	now.Sums, now.Written = *total, j.now()
	for _, s := range clients {
		name, version := s.Client()
		if one := strings.TrimSpace(name + " " + version); one != "" && !slices.Contains(now.Clients, one) {
			now.Clients = append(now.Clients, one)
		}
	}
	text, err := json.Marshal(now)
	if err == nil {
		err = state.Replace(folder, id+factsSuffix, text)
	}
	return errors.Join(fault, err)
}
