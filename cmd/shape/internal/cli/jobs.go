package cli

import (
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// jobs is the flag --jobs: the number of documents that are shaped at once.
type jobs struct{ count int }

const maxJobs = 1024

func (j *jobs) add(fs *pflag.FlagSet) {
	j.count = 1
	fs.VarP(number{&j.count, 0, maxJobs}, "jobs", "j", "shape up to `N` documents at once; 0 is one for each processor")
}

// number returns the number of workers. It is 1 if the place of a document depends on the
// validity of the one before it.
func (j *jobs) number(framing scan.Framing, t *tolerance, r *dryRunState) int {
	switch {
	case r.list, t.on() && framing != scan.Lines:
		return 1
	case j.count == 0:
		return runtime.GOMAXPROCS(0)
	}
	return j.count
}

// shaped is the result of the engine for a document.
type shaped struct {
	out    []byte
	report shaper.Report
	took   time.Duration // set for a report
	err    error
}

// batch holds the documents of one read, and their answers.
type batch struct {
	docs   []document
	shaped []shaped
	done   chan struct{} // closed when the worker is done
	fault  error         // a panic after the last result
}

// inParallel shapes documents on r.jobs workers and concludes them in input order. It returns
// nil at the first incomplete document; the next call of splitter.Next returns the cause. A
// goroutine reads from the splitter until inParallel returns nil.
func (r *reader) inParallel(file string, splitter *scan.Splitter) error {
	order, work, quit := make(chan *batch, r.jobs), make(chan *batch), make(chan struct{})
	defer close(quit)
	go func() {
		defer close(order)
		defer close(work)
		for b := readBatch(file, splitter); b != nil; b = readBatch(file, splitter) {
			select {
			case order <- b:
				work <- b
			case <-quit:
				return
			}
		}
	}()
	for range r.jobs {
		go func() {
			for b := range work {
				b.shape(r.shape)
			}
		}()
	}
	for b := range order {
		<-b.done
		if err := r.concludeBatch(b); err != nil {
			return err
		}
	}
	return nil
}

// readBatch returns the documents of one read, or nil if the next document is incomplete.
func readBatch(file string, splitter *scan.Splitter) (b *batch) {
	b = &batch{done: make(chan struct{})}
	for whole := splitter.Await(); whole; whole = splitter.Buffered() && splitter.Await() {
		text, at, _ := splitter.Next()
		b.docs = append(b.docs, document{file: file, text: text, read: splitter.Read(), at: at})
	}
	if len(b.docs) == 0 {
		return nil
	}
	b.docs[len(b.docs)-1].last = true
	splitter.Detach()
	return b
}

func (b *batch) shape(shape func(d document, dst []byte) shaped) {
	defer close(b.done)
	defer func() {
		if recover() != nil {
			b.fault = panicError()
		}
	}()
	for _, d := range b.docs {
		b.shaped = append(b.shaped, shape(d, nil))
	}
}

// concludeBatch concludes the documents of a batch. It skips a line that cannot be used if the
// flags allow that.
func (r *reader) concludeBatch(b *batch) error {
	for i, s := range b.shaped {
		d := b.docs[i]
		if err := r.conclude(d, s); err != nil {
			passed, err := r.tolerated(d.blame(err))
			if err != nil {
				return err
			}
			if passed != nil {
				passed(d.text)
				passed([]byte("\n"))
			}
		}
		r.progress.Document()
	}
	return b.fault
}
