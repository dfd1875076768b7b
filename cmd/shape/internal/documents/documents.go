// Package documents reads the documents of inputs, and opens the outputs of a command.
package documents

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/formathint"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Document is one document of an input.
type Document struct {
	File string
	Text []byte // valid until the next document
	read []byte // the input from its beginning to the end of this document
	at   scan.Position
	Last bool // the next document is not in the buffer yet
}

// Reader reads the documents of inputs and passes each on as soon as it is complete. The name
// "-" is standard input.
type Reader struct {
	*app.App
	Framing scan.Framing
	Handle  func(Document) error
	// Jobs is the number of workers. If it is over 1, workers call Shape, and the reader calls
	// Conclude for each document in input order, instead of Handle.
	Jobs     int
	Shape    func(d Document, dst []byte) Shaped
	Conclude func(d Document, s Shaped) error
	// Broken takes each document that cannot be used. It returns the destination of its text,
	// or nil for none, and an error to end the reading. A reader without it ends with the first
	// such document.
	Broken func(*app.BadDocument) (passed func(text []byte), err error)
}

// All reads the inputs. It ends with the first error.
func (r Reader) All(files []string) error {
	for _, name := range files {
		if err := r.File(name); err != nil {
			return err
		}
	}
	return nil
}

// File reads one input.
func (r Reader) File(name string) error {
	input, given := r.Stdin, name
	if name == "-" {
		name = "<stdin>"
	} else {
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			err = words.Hinted(err, name, r.Commands())
		}
		if err != nil {
			return app.InputError(err)
		}
		defer file.Close()
		input = file
	}
	from := input
	if r.Progress != nil {
		from = r.Progress.Reader(input, r.Endless([]string{given}))
	}
	splitter := scan.NewSplitter(from, scan.Limits{})
	splitter.Framing, splitter.Early = r.Framing, r.Broken != nil
	if file, ok := input.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			splitter.Expect(int(info.Size()))
		}
	}
	for {
		err := r.next(name, splitter)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			if splitter.Passed, err = r.tolerated(err); err != nil {
				return err
			}
			if splitter.Skip() && splitter.Passed != nil {
				splitter.Passed([]byte("\n"))
			}
		}
		if r.Progress != nil {
			r.Progress.Document()
		}
	}
}

// next handles the documents that workers can shape, and then the next one.
func (r Reader) next(name string, splitter *scan.Splitter) error {
	if r.Jobs > 1 {
		if err := r.inParallel(name, splitter); err != nil {
			return err
		}
	}
	text, at, err := splitter.Next()
	if err == io.EOF {
		return err
	}
	if fault, ok := errors.AsType[*scan.Error](err); ok {
		return &app.BadDocument{File: name, Fault: fault, Err: err}
	}
	if err != nil {
		return app.InputError(err)
	}
	doc := Document{File: name, Text: text, read: splitter.Read(), at: at, Last: !splitter.Buffered()}
	if err = r.Handle(doc); err != nil {
		err = doc.blame(err)
	}
	return err
}

// tolerated passes a document that cannot be used to broken. It returns the destination of its
// text, or the error that ends the run.
func (r Reader) tolerated(err error) (passed func(text []byte), _ error) {
	bad, ok := errors.AsType[*app.BadDocument](err)
	if !ok || r.Broken == nil {
		return nil, err
	}
	return r.Broken(bad)
}

// blame adds the place in the input to an error of the document. It returns any other error,
// and nil, as it is.
func (d Document) blame(err error) error {
	if fault, ok := errors.AsType[*scan.Error](err); ok {
		bad := &app.BadDocument{File: d.File, Fault: fault.At(d.at), Err: err, Excerpt: terminal.ExcerptOf(d.Text, fault.Offset)}
		if fault.Kind.Reason() == "invalid_json" {
			bad.Hint = formathint.Like(d.read, fault.Offset)
		}
		return bad
	}
	if bad, ok := errors.AsType[*shaper.Error](err); ok && (bad.Reason == "parts" || bad.Reason == "over_budget") {
		return d.Unusable(bad.Err)
	}
	return err
}

// Unusable returns the error of a JSON document that does not fit the command.
func (d Document) Unusable(err error) error {
	return &app.BadDocument{File: d.File, At: d.at, Err: err}
}

// AllWithoutPrivate reads the inputs and hides private data in each document. It refuses a
// document if it cannot hide that.
func (r Reader) AllWithoutPrivate(files []string) error {
	eng, done, err := r.PrivacyEngine(files)
	if err != nil {
		return err
	}
	defer done()
	handle := r.Handle
	r.Handle = func(d Document) error {
		public, err := eng.Hide(context.Background(), shaper.Request{Body: d.Text})
		if err != nil {
			return err
		}
		d.Text = public.Body
		return handle(d)
	}
	return r.All(files)
}
