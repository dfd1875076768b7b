package documents

import (
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Shaped is the result of the engine for a document.
type Shaped struct {
	Out    []byte
	Report shaper.Report
	Took   time.Duration // set for a report
	Err    error
}

// batch holds the documents of one read, and their answers.
type batch struct {
	docs   []Document
	shaped []Shaped
	done   chan struct{} // closed when the worker is done
	fault  error         // a panic after the last result
}

// inParallel shapes documents on r.Jobs workers and concludes them in input order. It returns
// nil at the first incomplete document; the next call of splitter.Next returns the cause. A
// goroutine reads from the splitter until inParallel returns nil.
func (r *Reader) inParallel(file string, splitter *scan.Splitter) error {
	order, work, quit := make(chan *batch, r.Jobs), make(chan *batch), make(chan struct{})
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
	for range r.Jobs {
		go func() {
			for b := range work {
				b.shape(r.Shape)
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
		b.docs = append(b.docs, Document{File: file, Text: text, read: splitter.Read(), at: at})
	}
	if len(b.docs) == 0 {
		return nil
	}
	b.docs[len(b.docs)-1].Last = true
	splitter.Detach()
	return b
}

func (b *batch) shape(shape func(d Document, dst []byte) Shaped) {
	defer close(b.done)
	defer func() {
		if recover() != nil {
			b.fault = app.PanicError()
		}
	}()
	for _, d := range b.docs {
		b.shaped = append(b.shaped, shape(d, nil))
	}
}

// concludeBatch concludes the documents of a batch. It skips a line that cannot be used if the
// flags allow that.
func (r *Reader) concludeBatch(b *batch) error {
	for i, s := range b.shaped {
		d := b.docs[i]
		if err := r.Conclude(d, s); err != nil {
			passed, err := r.tolerated(d.blame(err))
			if err != nil {
				return err
			}
			if passed != nil {
				passed(d.Text)
				passed([]byte("\n"))
			}
		}
		if r.Progress != nil {
			r.Progress.Document()
		}
	}
	return b.fault
}
