package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/looks"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// document is one document of an input.
type document struct {
	file string
	text []byte // valid until the next one
	read []byte // what was read of the input from its beginning on
	at   scan.Position
	last bool // of those that are there: the next one has to be waited for
	// alone is that it is the only one which is shaped now, as far as one can tell.
	alone bool
}

// reader reads the documents of inputs, "-" being standard input, and hands over
// each as soon as it is there.
type reader struct {
	*app
	framing scan.Framing
	handle  func(document) error
	// guess is that handle may be given a document again, of which it said that the
	// text is at fault, and did nothing else.
	guess bool
	// jobs is how many documents are shaped at once. Where it is more than one, shape
	// does so, any number of them side by side, and conclude what handle does then.
	jobs     int
	shape    func(d document, dst []byte) shaped
	conclude func(d document, s shaped) error
	// broken is told of each document that cannot be used. It says where its text
	// is to go, if anywhere, or what ends the reading; a reader without one ends with
	// the first.
	broken func(*badDocument) (passed func(text []byte), err error)
}

// all reads the inputs. It ends with the first error, which it gives its place.
func (r reader) all(files []string) error {
	for _, name := range files {
		if err := r.file(name); err != nil {
			return err
		}
	}
	return nil
}

func (r reader) file(name string) error {
	input, waits, size := r.stdin, r.endless([]string{name}), r.size([]string{name})
	if name == "-" {
		name = "<stdin>"
	} else {
		file, err := r.open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		input = file
	}
	splitter := scan.NewSplitter(r.progress.Reader(input, waits), scan.Limits{})
	splitter.Framing, splitter.Early = r.framing, r.broken != nil
	splitter.Size = size
	if r.guess {
		splitter.Guess = collectLate
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

// next handles the next document, and those that may be handled beside it.
func (r reader) next(name string, splitter *scan.Splitter) error {
	if r.jobs > 1 {
		if err := r.sideBySide(name, splitter); err != nil {
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
	if len(text) > large && !splitter.Guessed() {
		thrift()
	}
	doc := document{file: name, text: text, read: splitter.Read(), at: at, last: !splitter.Buffered(), alone: true}
	err = r.handle(doc)
	if err == nil {
		return nil
	}
	if _, isText := errors.AsType[*scan.Error](err); isText && splitter.Decline() {
		return r.next(name, splitter)
	}
	return doc.blame(err)
}

// tolerated notes a document that cannot be used, where that does not end the run, and
// says where its text is to go, if anywhere.
func (r reader) tolerated(err error) (passed func(text []byte), _ error) {
	bad, ok := errors.AsType[*badDocument](err)
	if !ok || r.broken == nil {
		return nil, err
	}
	return r.broken(bad)
}

// tolerate goes on behind a document that cannot be used, where it may.
func (r reader) tolerate(err error, splitter *scan.Splitter) error {
	if splitter.Passed, err = r.tolerated(err); err != nil {
		return err
	}
	if splitter.Skip() && splitter.Passed != nil {
		splitter.Passed([]byte("\n"))
	}
	return nil
}

// open opens an input. A file that is not there may be a misspelt command.
func (a *app) open(name string) (*os.File, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = words.Hinted(err, name, commandsOf(a.root()))
	}
	return file, inputError(err)
}

// unreadable is the error of an input that gave no document.
func unreadable(file string, err error) error {
	if fault, ok := errors.AsType[*scan.Error](err); ok {
		return &badDocument{file: file, fault: fault, err: err}
	}
	return inputError(err)
}

// blame gives an error that is the document's fault its place in the input.
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

// looks is what a document looks like that is no JSON.
func (d document) looks(fault *scan.Error) string {
	if fault.Kind.Reason() != "invalid_json" {
		return ""
	}
	return looks.Like(d.read, fault.Offset)
}

// unusable is the error of a document that is JSON, but not what is needed.
func (d document) unusable(err error) error { return &badDocument{file: d.file, at: d.at, err: err} }

// endless reports whether one of the inputs may go on for as long as we run.
func (a *app) endless(files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info == nil && name == "-" || info != nil && !info.Mode().IsRegular()
	})
}

// reads reports whether a file is one of the inputs.
func (a *app) reads(files []string, file fs.FileInfo) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info != nil && os.SameFile(info, file)
	})
}

// stat describes an input; nil where that is no file, or none that is there.
func (a *app) stat(name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file, ok := a.stdin.(*os.File); ok {
		info, _ = file.Stat()
	}
	return info
}
