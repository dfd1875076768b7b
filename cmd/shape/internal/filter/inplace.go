package filter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// inPlace is the flag --in-place[=SUFFIX].
type inPlace struct {
	on     bool
	suffix string // of the backup; "" for none
}

// set takes the text after "=", or "true" without one.
func (i *inPlace) set(suffix string) error {
	if strings.ContainsRune(suffix, filepath.Separator) {
		return errors.New("a suffix names no other directory")
	}
	i.on, i.suffix = suffix != "false", ""
	if i.on && suffix != "true" {
		i.suffix = suffix
	}
	return nil
}

// editAll shapes each file in its place. A repeated file is edited once: a second edit would
// replace the backup by a copy of the first result.
func (f *filter) editAll(files []string) error {
	seen := map[string]bool{}
	for _, name := range files {
		target, err := filepath.EvalSymlinks(name)
		if err == nil {
			target, err = filepath.Abs(target)
		}
		if err == nil && seen[target] {
			continue
		}
		seen[target] = true
		if err := f.edit(name); err != nil {
			return err
		}
	}
	return nil
}

// edit shapes one file in its place. If an error is encountered, the file is unchanged.
func (f *filter) edit(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &os.PathError{Op: "edit", Path: name, Err: errors.New("not a regular file")}
	}
	if err != nil {
		return app.InputError(err)
	}
	if f.dryRun.on() {
		return f.rehearseEdit(name)
	}
	f.Gate.Force = f.out.Force
	to, err := f.Gate.Edit(name)
	if err != nil {
		return documents.WithForceHint(err)
	}
	defer to.Discard()
	out := output.New(to, f.out.Layout())
	if err := f.reader(out).File(name); err != nil {
		return err
	}
	if err := out.Flush(true); err != nil {
		return err
	}
	if suffix := f.inPlace.suffix; suffix != "" {
		if err := f.Gate.Backup(name+suffix, to.Target); err != nil {
			return err
		}
	}
	if err := to.Commit(); err != nil {
		return err
	}
	if n := output.OtherNames(info); n > 0 {
		const message = "other names (hard links) that keep what was there"
		f.Stderr.Tell(notice.Notice{
			Level: notice.Warning, Kind: "links", Message: message, Place: notice.Place{File: name}, Found: notice.Found{Count: int(n)},
			Text: fmt.Sprintf("shape: %s: %s: %d", terminal.Printable(name), message, n),
		})
	}
	return nil
}
