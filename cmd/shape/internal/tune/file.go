package tune

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/diff"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// File is the configuration to change. No other tune changes it until Close.
type File struct {
	Name  string
	Text  []byte // nil if it is missing
	app   *app.App
	from  config.Options
	trust config.Trust
	base  []byte   // the text without lines of tune
	last  *written // by the last tune, nil without one

	folder *os.Root // of the state of tune
	lock   *os.File
	record string // the name of the record of this file
}

// written is the record of a tune in the folder of state.
type written struct {
	File   string          `json:"file"`
	Before []byte          `json:"before"` // nil if the file was missing
	After  []byte          `json:"after"`
	Added  []config.Member `json:"added"`
}

// mostRecord bounds the bytes of a record.
const mostRecord = 64 << 20

const (
	EmptyFile = "{\n}\n"       // the text that a missing file begins with
	MostBytes = 1 << 20        // of a configuration
	keptAs    = ".before-tune" // suffix of the copy
)

// lines counts the lines of tune that are in the file.
func (f *File) lines() int {
	base := f.base
	if base == nil {
		base = []byte(EmptyFile)
	}
	return bytes.Count(f.Text, []byte{'\n'}) - bytes.Count(base, []byte{'\n'})
}

// Open finds and reads the file, and locks out other processes.
func Open(a *app.App, o config.Options) (f *File, err error) {
	o.Getenv = a.Lookup
	f = &File{app: a, from: o}
	if err := f.find(o); err != nil {
		return nil, err
	}
	dir := config.StateDir(o, "tune")
	if dir == "" {
		return nil, app.InputError(errors.New("there is no folder of state, since the environment names no home"))
	}
	if f.folder, err = state.OpenFolder(dir); err != nil {
		return nil, app.InputError(fmt.Errorf("%s: %w", dir, err))
	}
	if f.lock, err = state.TryLock(f.folder, "lock"); err != nil {
		f.folder.Close()
		if errors.Is(err, state.ErrLocked) {
			err = errors.New("another shape tune is at work; nothing was changed")
		}
		return nil, app.InputError(err)
	}
	if err := f.read(); err != nil {
		f.Close()
		return nil, app.InputError(err)
	}
	return f, nil
}

// Close lets other processes change the file.
func (f *File) Close() {
	f.lock.Close()
	f.folder.Close()
}

// find chooses the named file, else the one in force, else that of the home.
func (f *File) find(o config.Options) error {
	f.Name = o.Path
	if _, err := os.Lstat(o.Path); o.Path != "" && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s, err := config.Load(o)
	if err != nil {
		return err
	}
	f.trust = s.Trust()
	if f.Name = s.Path(); f.Name == "" {
		f.Name = config.HomeFile(o)
	}
	if f.Name == "" {
		return app.InputError(errors.New("no configuration is in force, and there is no home for one (--config names one)"))
	}
	return nil
}

// read reads the file and the record of the last tune.
func (f *File) read() (err error) {
	if f.Text, err = state.ReadRegular(f.Name, MostBytes); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	full, err := filepath.Abs(f.Name)
	if err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(full); err == nil {
		full = target
	}
	sum := sha256.Sum256([]byte(full))
	f.record = hex.EncodeToString(sum[:8]) + ".json"
	text, err := state.Read(f.folder, f.record, mostRecord)
	if err == nil {
		f.last = &written{}
		if err = json.Unmarshal(text, f.last); err != nil {
			err = fmt.Errorf("the record of the last tune is damaged: %s", f.record)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	f.base = f.Text
	switch {
	case f.last == nil || f.Text == nil:
	case bytes.Equal(f.Text, f.last.After):
		f.base = f.last.Before
	default:
		f.base = config.RemoveMembers(f.Name, f.Text, f.last.Added)
	}
	return err
}

// Settled is a proposal written into the text of a file.
type Settled struct {
	Text     []byte
	proposal *suggest.Proposal
	added    []config.Member
	kept     []config.Member // proposed, but a line of the user stays
}

// Changes reports whether saving changes the file.
func (f *File) Changes(s *Settled) bool {
	return !bytes.Equal(s.Text, f.Text) && (f.Text != nil || s.added != nil)
}

// Settle writes a proposal into the text without lines of tune. The fields of all tools stay
// if a line of the user keeps a tool of files from being off.
func (f *File) Settle(p *suggest.Proposal) (*Settled, error) {
	proposed, err := p.Text()
	if err != nil {
		return nil, err
	}
	s, base := &Settled{proposal: p}, f.base
	if base == nil {
		base = []byte(EmptyFile)
	}
	if s.Text, s.added, s.kept, err = config.AddMembers(f.Name, base, proposed); err != nil {
		return nil, err
	}
	if p.Everywhere != nil && slices.ContainsFunc(s.kept, func(m config.Member) bool { return len(m.Path) == 2 && m.Path[0] == "tool_overrides" }) {
		rest := *p
		rest.Everywhere = nil
		return f.Settle(&rest)
	}
	return s, nil
}

// Choose returns a proposal with the chosen lines alone. key is that of a line of an entry.
func Choose(p *suggest.Proposal, isChosen func(entry, key string) bool) *suggest.Proposal {
	some := *p
	if !isChosen(listEntry, listKey) {
		some.Lists = nil
	}
	some.Everywhere = nil
	for _, e := range p.Everywhere {
		if !isChosen(e.Entry, suggest.OmitKey) {
			e.Omits = nil
		}
		if e.Tables = e.Tables && isChosen(e.Entry, suggest.TablesKey); e.Lines() != nil {
			some.Everywhere = append(some.Everywhere, e)
		}
	}
	some.Tools = nil
	for _, t := range p.Tools {
		had := len(t.Lines) > 0
		t.Lines = slices.DeleteFunc(slices.Clone(t.Lines), func(l suggest.Line) bool { return !isChosen(t.Name, l.Key) })
		if len(t.Lines) > 0 || !had {
			some.Tools = append(some.Tools, t)
		}
	}
	return &some
}

// Save writes the file, its copy and the record. The warning is of a file without trust.
func (f *File) Save(s *Settled) (warning, err error) {
	if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
		return nil, output.Fault(err)
	}
	now := &written{File: f.Name, Before: f.base, After: s.Text, Added: s.added}
	both := *now // if this process is killed, the members of both are known
	if f.last != nil {
		both.Added = slices.Concat(f.last.Added, now.Added)
	}
	if err := f.keep(&both); err != nil {
		return nil, err
	}
	if err := f.replace(s.Text, f.last == nil); err != nil {
		if f.last == nil {
			return nil, errors.Join(err, f.folder.Remove(f.record))
		}
		return nil, errors.Join(err, f.keep(f.last))
	}
	if err := f.keep(now); err != nil {
		return nil, err
	}
	return f.trusted(), nil
}

// keep writes the record.
func (f *File) keep(w *written) error {
	text, err := json.Marshal(w)
	if err == nil {
		err = state.Replace(f.folder, f.record, text)
	}
	return output.Fault(err)
}

// replace replaces the file in one step, unless it changed since it was read.
func (f *File) replace(text []byte, keeps bool) error {
	begin := f.app.Gate.Edit
	if f.Text == nil {
		begin = f.app.Gate.Replace
	}
	to, err := begin(f.Name)
	if err != nil {
		return err
	}
	defer to.Discard()
	if err := f.isUnchanged(); err != nil {
		return err
	}
	if _, err := to.Write(text); err != nil {
		return output.Fault(err)
	}
	if keeps && f.Text != nil {
		if err := f.app.Gate.Backup(f.Name+keptAs, to.Target); err != nil {
			return err
		}
	}
	return to.Commit()
}

// Replace writes a text into a file of the configuration in one step, and keeps the trust in it.
// before is the text that the file must still have, nil for no file, else the error is
// [ErrChanged]. The warning is of a file without trust.
func Replace(a *app.App, o config.Options, name string, before, text []byte) (warning, err error) {
	s, err := config.LoadText(o, text)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name, Text: before, app: a, from: o, trust: s.Trust()}
	if before == nil {
		f.trust = "" // of a file that is made now
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return nil, output.Fault(err)
		}
	}
	if err := f.replace(text, false); err != nil {
		return nil, err
	}
	return f.trusted(), nil
}

// ErrChanged is the error of a file that changed since Open.
var ErrChanged = errors.New("another program changed it meanwhile, and nothing was written")

// isUnchanged returns an error with the difference if another program changed the file.
func (f *File) isUnchanged() error {
	now, err := state.ReadRegular(f.Name, MostBytes)
	if errors.Is(err, fs.ErrNotExist) && f.Text == nil || err == nil && f.Text != nil && bytes.Equal(now, f.Text) {
		return nil
	}
	if err != nil {
		return app.InputError(err)
	}
	before, fault := hujson.Standardize(bytes.Clone(f.Text))
	after, broken := hujson.Standardize(now)
	changes := "its comments or its layout\n"
	if f.Text == nil {
		changes = "the file is new\n"
	} else if fault != nil || broken != nil {
		changes = "it is no JSON any more\n"
	} else if lines := diff.Append(nil, terminal.Printable(f.Name), before, after); len(lines) > 0 {
		changes = string(lines)
	}
	return app.InputError(fmt.Errorf("%s: %w:\n%s", terminal.Printable(f.Name), ErrChanged, strings.TrimSuffix(changes, "\n")))
}

// trusted keeps the trust of a file: of a project file that tune made, and of one whose content
// was pinned. It returns a warning of one that is not trusted.
func (f *File) trusted() error {
	full, _ := filepath.Abs(f.Name) // read did it before
	pin := false
	entries, err := config.TrustEntries(f.from)
	sum := sha256.Sum256(f.Text)
	for _, e := range entries {
		pin = pin || e.SHA256 == hex.EncodeToString(sum[:]) && (e.Path == full || e.Target == full)
	}
	made := f.Text == nil && f.Name != config.HomeFile(f.from) && f.trust == "" && filepath.Base(filepath.Dir(full)) == config.FolderName
	if err == nil && (pin || made) {
		_, err = config.GiveTrust(f.from, f.Name, pin)
	}
	if err == nil && f.trust == config.TrustNone {
		err = errors.New("some keys have no effect (shape config trust)")
	}
	if err != nil {
		err = fmt.Errorf("the file is not trusted: %w", err)
	}
	return err
}

// restore takes the lines of tune out of the file.
func (f *File) restore() (warning, err error) {
	if f.Text != nil && f.base == nil {
		if err := f.isUnchanged(); err != nil {
			return nil, err
		}
		if err := os.Remove(f.Name); err != nil {
			return nil, output.Fault(err)
		}
		config.RevokeTrust(f.from, f.Name) // it may have had none
	} else if f.Text != nil && !bytes.Equal(f.base, f.Text) {
		if err := f.replace(f.base, false); err != nil {
			return nil, err
		}
		warning = f.trusted()
	}
	if copied, err := state.ReadRegular(f.Name+keptAs, MostBytes); err == nil && bytes.Equal(copied, f.base) {
		if err := os.Remove(f.Name + keptAs); err != nil {
			return warning, output.Fault(err)
		}
	}
	return warning, output.Fault(f.folder.Remove(f.record))
}
