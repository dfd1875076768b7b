package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/progress"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/formathint"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// document is one document of an input.
type document struct {
	file string
	text []byte // valid until the next document
	read []byte // the input from its beginning to the end of this document
	at   scan.Position
	last bool // the next document is not in the buffer yet
}

// reader reads the documents of inputs and passes each on as soon as it is complete. The name
// "-" is standard input.
type reader struct {
	*app
	framing scan.Framing
	handle  func(document) error
	// jobs is the number of workers. If it is over 1, workers call shape, and the reader calls
	// conclude for each document in input order, instead of handle.
	jobs     int
	shape    func(d document, dst []byte) shaped
	conclude func(d document, s shaped) error
	// broken takes each document that cannot be used. It returns the destination of its text,
	// or nil for none, and an error to end the reading. A reader without it ends with the first
	// such document.
	broken func(*badDocument) (passed func(text []byte), err error)
}

// all reads the inputs. It ends with the first error.
func (r reader) all(files []string) error {
	for _, name := range files {
		if err := r.file(name); err != nil {
			return err
		}
	}
	return nil
}

// file reads one input.
func (r reader) file(name string) error {
	input, waits := r.stdin, r.endless([]string{name})
	if name == "-" {
		name = "<stdin>"
	} else {
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			err = words.Hinted(err, name, r.commands())
		}
		if err != nil {
			return inputError(err)
		}
		defer file.Close()
		input = file
	}
	splitter := scan.NewSplitter(r.progress.Reader(input, waits), scan.Limits{})
	splitter.Framing, splitter.Early = r.framing, r.broken != nil
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
			err = r.tolerate(err, splitter)
		}
		if err != nil {
			return err
		}
		r.progress.Document()
	}
}

// next handles the documents that workers can shape, and then the next one.
func (r reader) next(name string, splitter *scan.Splitter) error {
	if r.jobs > 1 {
		if err := r.inParallel(name, splitter); err != nil {
			return err
		}
	}
	text, at, err := splitter.Next()
	if err == io.EOF {
		return err
	}
	if err != nil {
		return unreadable(name, err)
	}
	doc := document{file: name, text: text, read: splitter.Read(), at: at, last: !splitter.Buffered()}
	return doc.blame(r.handle(doc))
}

// tolerated passes a document that cannot be used to broken. It returns the destination of its
// text, or the error that ends the run.
func (r reader) tolerated(err error) (passed func(text []byte), _ error) {
	bad, ok := errors.AsType[*badDocument](err)
	if !ok || r.broken == nil {
		return nil, err
	}
	return r.broken(bad)
}

// tolerate skips a document that cannot be used, or returns the error that ends the run.
func (r reader) tolerate(err error, splitter *scan.Splitter) error {
	if splitter.Passed, err = r.tolerated(err); err != nil {
		return err
	}
	if splitter.Skip() && splitter.Passed != nil {
		splitter.Passed([]byte("\n"))
	}
	return nil
}

// unreadable returns the error of an input without a further document.
func unreadable(file string, err error) error {
	if fault, ok := errors.AsType[*scan.Error](err); ok {
		return &badDocument{file: file, fault: fault, err: err}
	}
	return inputError(err)
}

// blame adds the place in the input to an error of the document. It returns any other error,
// and nil, as it is.
func (d document) blame(err error) error {
	if fault, ok := errors.AsType[*scan.Error](err); ok {
		return &badDocument{
			file: d.file, fault: fault.At(d.at), err: err, hint: d.looks(fault),
			excerpt: terminal.ExcerptOf(d.text, fault.Offset),
		}
	}
	if bad, ok := errors.AsType[*shaper.Error](err); ok && (bad.Reason == "parts" || bad.Reason == "over_budget") {
		return d.unusable(bad.Err)
	}
	return err
}

// looks names the format of a document that is not JSON, if it is known.
func (d document) looks(fault *scan.Error) string {
	if fault.Kind.Reason() != "invalid_json" {
		return ""
	}
	return formathint.Like(d.read, fault.Offset)
}

// unusable returns the error of a JSON document that does not fit the command.
func (d document) unusable(err error) error { return &badDocument{file: d.file, at: d.at, err: err} }

// endless reports whether an input is not a regular file, so it may never end.
func (a *app) endless(files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info == nil && name == "-" || info != nil && !info.Mode().IsRegular()
	})
}

// reads reports whether a file is an input.
func (a *app) reads(files []string, file fs.FileInfo) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info != nil && os.SameFile(info, file)
	})
}

// stat describes an input. It returns nil for a missing file or a stream.
func (a *app) stat(name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file, ok := a.stdin.(*os.File); ok {
		info, _ = file.Stat()
	}
	return info
}

// watch shows the progress on a terminal. It shows none if the user types the input there, or
// if the terminal cannot overwrite a line.
func (a *app) watch(files []string) {
	typed := slices.Contains(files, "-") && terminal.Is(a.stdin)
	if !a.stderr.IsTerminal() || typed || a.getenv("TERM") == "dumb" {
		return
	}
	if a.stdout.IsTerminal() {
		a.stdout.Before(a.stderr.Clear)
	}
	a.progress = progress.New(sizeOf(a, files), a.now, func(text string) {
		a.stderr.Pass(text[:min(len(text), max(a.stderrStream.Columns()-1, 0))])
	})
}

// sizeOf returns the bytes of all inputs, or 0 if a size is unknown.
func sizeOf(a *app, files []string) (total int64) {
	for _, name := range files {
		info := a.stat(name)
		if info == nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
