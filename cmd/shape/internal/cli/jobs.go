package cli

import (
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// jobs is how many documents are shaped at once, or parts of a large one.
type jobs struct{ count int }

const maxJobs = 1024

func (j *jobs) add(fs *pflag.FlagSet) {
	j.count = 1
	fs.VarP(number{&j.count, 0, maxJobs}, "jobs", "j", "shape up to `N` documents, or parts of one large array, at once; 0 is one for each processor")
}

// number is how many documents may be shaped at once: one, where what a document is
// worth tells where the next one begins.
func (j *jobs) number(framing scan.Framing, t *tolerance, r *rehearsal) int {
	switch {
	case r.list, t.on() && framing != scan.Lines:
		return 1
	}
	return j.asked()
}

// parts is how many parts of a document may be shaped at once.
func (j *jobs) parts(d document) int {
	if d.alone {
		return j.asked()
	}
	return 1
}

func (j *jobs) asked() int {
	if j.count == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return j.count
}

// shaped is a document as the engine gave it back.
type shaped struct {
	out    []byte
	report shaper.Report
	took   time.Duration // where a report tells it
	err    error
}

// batch is some documents that were read at once, for one worker.
type batch struct {
	docs    []document
	shaped  []shaped
	lines   lines
	waits   bool          // the next document has to be waited for
	room    []byte        // in which no document of a later batch lies
	out     []byte        // in which they lie when they are shaped
	settled chan struct{} // closed when all are
	fault   error         // of our own
}

// batchBytes is about how much a batch holds, where one document is not more.
const batchBytes = 64 << 10

// assembly shapes the documents of one input side by side. One goroutine reads them,
// some shape them, and whoever runs it concludes them, in their order.
type assembly struct {
	reader   *reader
	file     string
	splitter *scan.Splitter

	order, work chan *batch
	spare       chan *batch // the memory of which is free
	quit        chan struct{}
	unsent      *batch // that nobody waited for any more
}

// sideBySide answers the documents that are whole, as long as there are any: the error
// is that of one which cannot be answered. What comes then, Next of the splitter says.
func (r *reader) sideBySide(file string, splitter *scan.Splitter) error {
	a := assembly{
		reader: r, file: file, splitter: splitter,
		order: make(chan *batch, r.jobs), work: make(chan *batch, r.jobs+1),
		spare: make(chan *batch, r.jobs+2), quit: make(chan struct{}),
	}
	go a.read()
	for range r.jobs {
		go a.shape()
	}
	last, err := a.concludeAll()
	close(a.quit)
	if last != nil {
		a.giveBack(last)
	}
	return err
}

// concludeAll answers all batches, up to one in which not all lines are documents.
func (a *assembly) concludeAll() (last *batch, err error) {
	for b := range a.order {
		<-b.settled
		if err := a.conclude(b); err != nil {
			return nil, err
		}
		if len(b.lines.rest()) > 0 {
			return b, nil
		}
		a.free(b)
	}
	return nil, nil
}

// read makes batches of the documents that are there, and sends each when it is full,
// or when the next document has to be waited for.
func (a *assembly) read() {
	defer close(a.order)
	defer close(a.work)
	defer func() {
		if recover() != nil {
			a.send(&batch{settled: make(chan struct{}), fault: ownFault()})
		}
	}()
	if a.readLines() {
		return // those that are no lines are found when all lines were documents
	}
	b := a.batch()
	size := 0
	for a.splitter.Await() {
		text, at, _ := a.splitter.Next()
		if len(text) > large {
			thrift()
		}
		b.docs = append(b.docs, document{file: a.file, text: text, read: a.splitter.Read(), at: at})
		size += len(text)
		buffered := a.splitter.Buffered()
		b.docs[len(b.docs)-1].alone = !buffered
		if buffered && size < batchBytes {
			continue
		}
		if !buffered {
			b.waits, b.room = true, a.splitter.Detach(b.room)
		}
		if !a.send(b) {
			return
		}
		b, size = a.batch(), 0
	}
	a.send(b)
}

// batch is one without documents.
func (a *assembly) batch() *batch {
	b := new(batch)
	select {
	case b = <-a.spare:
	default:
	}
	*b = batch{docs: b.docs[:0], shaped: b.shaped[:0], room: b.room, out: b.out[:0], settled: make(chan struct{})}
	return b
}

// send hands a batch on, unless nobody waits for it any more.
func (a *assembly) send(b *batch) bool {
	select {
	case a.order <- b:
		a.work <- b // which has room for all that order holds, and for one more
		return true
	case <-a.quit:
		a.unsent = b
		return false
	}
}

// shape shapes batches.
func (a *assembly) shape() {
	for b := range a.work {
		b.shape(a.reader.shape)
	}
}

func (b *batch) shape(shape func(d document, dst []byte) shaped) {
	defer close(b.settled)
	defer func() {
		if recover() != nil {
			b.fault = ownFault()
		}
	}()
	for _, d := range b.docs {
		b.append(shape(d, b.out))
	}
	for len(b.lines.rest()) > 0 && b.shapeLine(shape) {
	}
}

// append notes a document that was shaped behind the others.
func (b *batch) append(s shaped) {
	start := len(b.out)
	b.out, s.out = s.out, s.out[start:]
	b.shaped = append(b.shaped, s)
}

// conclude answers the documents of a batch, as if each had been shaped just now.
func (a *assembly) conclude(b *batch) error {
	if b.fault != nil {
		return b.fault
	}
	r := a.reader
	for i, d := range b.docs {
		d.last = b.waits && i == len(b.docs)-1
		if err := r.conclude(d, b.shaped[i]); err != nil {
			if err = r.passOver(d.blame(err), d.text); err != nil {
				return err
			}
		}
		r.progress.Document()
	}
	return nil
}

// free has the memory of a batch used again.
func (a *assembly) free(b *batch) {
	if len(b.docs) > 0 && cap(b.room)+cap(b.out) <= 2*large {
		select {
		case a.spare <- b:
		default:
		}
	}
}

// passOver goes on behind a line that cannot be used, where it may.
func (r *reader) passOver(err error, line []byte) error {
	passed, err := r.tolerated(err)
	if err == nil && passed != nil {
		passed(line)
		passed([]byte("\n"))
	}
	return err
}
