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
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/state"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// file is the configuration to change. No other tune changes it until close.
type file struct {
	name  string
	text  []byte // nil if it is missing
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

// emptyFile is the text that a missing file begins with.
const emptyFile = "{\n}\n"

// keptAs is the suffix of the copy.
const keptAs = ".before-tune"

// lines counts the lines of the members.
func (w *written) lines() (n int) {
	for _, m := range w.Added {
		if n += strings.Count(m.Lines, "\n") + 1; m.Value == "{}" {
			n++
		}
	}
	return n
}

// open finds and reads the file, and locks out other processes.
func (t *tuner) open() (f *file, err error) {
	f = &file{}
	t.config.Getenv = t.Lookup
	if err := f.find(t.config); err != nil {
		return nil, err
	}
	dir := config.StateDir(t.config)
	if dir == "" {
		return nil, app.InputError(errors.New("there is no folder of state, since the environment names no home"))
	}
	dir = filepath.Join(dir, "tune")
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
		f.close()
		return nil, app.InputError(err)
	}
	return f, nil
}

func (f *file) close() {
	f.lock.Close()
	f.folder.Close()
}

// find chooses the named file, else the one in force, else that of the home.
func (f *file) find(o config.Options) error {
	f.name = o.Path
	if _, err := os.Lstat(o.Path); o.Path != "" && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s, err := config.Load(o)
	if err != nil {
		return err
	}
	f.trust = s.Trust()
	if f.name = s.Path(); f.name == "" {
		f.name = config.HomeFile(o)
	}
	if f.name == "" {
		return app.InputError(errors.New("no configuration is in force, and there is no home for one (--config names one)"))
	}
	return nil
}

// read reads the file and the record of the last tune.
func (f *file) read() (err error) {
	if f.text, err = os.ReadFile(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	full, err := filepath.Abs(f.name)
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
	f.base = f.text
	switch {
	case f.last == nil || f.text == nil:
	case bytes.Equal(f.text, f.last.After):
		f.base = f.last.Before
	default:
		f.base = config.RemoveMembers(f.name, f.text, f.last.Added)
	}
	return err
}

// settled is a proposal written into the text of a file.
type settled struct {
	proposal *suggest.Proposal
	text     []byte
	added    []config.Member
	kept     []config.Member // proposed, but a line of the user stays
}

func (s *settled) changes(f *file) bool {
	return !bytes.Equal(s.text, f.text) && (f.text != nil || s.added != nil)
}

// settle writes a proposal into the text without lines of tune. The fields of all tools stay
// if a line of the user keeps a tool of files from being off.
func (f *file) settle(p *suggest.Proposal) (*settled, error) {
	proposed, err := p.Text()
	if err != nil {
		return nil, err
	}
	s, base := &settled{proposal: p}, f.base
	if base == nil {
		base = []byte(emptyFile)
	}
	if s.text, s.added, s.kept, err = config.AddMembers(f.name, base, proposed); err != nil {
		return nil, err
	}
	if p.Everywhere != nil && slices.ContainsFunc(s.kept, func(m config.Member) bool { return len(m.Path) == 2 && m.Path[0] == "tool_overrides" }) {
		rest := *p
		rest.Everywhere = nil
		return f.settle(&rest)
	}
	return s, nil
}

// choose returns a proposal with the chosen entries alone.
func choose(p *suggest.Proposal, chosen map[string]bool) *suggest.Proposal {
	some := *p
	if !chosen[listEntry] {
		some.Lists = nil
	}
	some.Everywhere = slices.DeleteFunc(slices.Clone(p.Everywhere), func(e suggest.Everywhere) bool { return !chosen[e.Entry] })
	if len(some.Everywhere) == 0 {
		some.Everywhere = nil
	}
	some.Tools = slices.DeleteFunc(slices.Clone(p.Tools), func(t suggest.Tool) bool { return len(t.Lines) > 0 && !chosen[t.Name] })
	return &some
}

// save writes the file, its copy and the record.
func (t *tuner) save(f *file, s *settled) error {
	if err := os.MkdirAll(filepath.Dir(f.name), 0o755); err != nil {
		return output.Fault(err)
	}
	now := &written{File: f.name, Before: f.base, After: s.text, Added: s.added}
	both := *now // if this process is killed, the members of both are known
	if f.last != nil {
		both.Added = slices.Concat(f.last.Added, now.Added)
	}
	if err := f.keep(&both); err != nil {
		return err
	}
	err := t.replace(f, s.text, f.last == nil)
	if err != nil {
		if f.last == nil {
			return errors.Join(err, f.folder.Remove(f.record))
		}
		return errors.Join(err, f.keep(f.last))
	}
	if err := f.keep(now); err != nil {
		return err
	}
	t.trusted(f)
	return nil
}

// keep writes the record.
func (f *file) keep(w *written) error {
	text, err := json.Marshal(w)
	if err == nil {
		err = state.Replace(f.folder, f.record, text)
	}
	return output.Fault(err)
}

// replace replaces the file in one step, unless it changed since it was read.
func (t *tuner) replace(f *file, text []byte, keeps bool) error {
	begin := t.Gate.Edit
	if f.text == nil {
		begin = t.Gate.Replace
	}
	to, err := begin(f.name)
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
	if keeps && f.text != nil {
		if err := t.Gate.Backup(f.name+keptAs, to.Target); err != nil {
			return err
		}
	}
	return to.Commit()
}

// isUnchanged returns an error with the difference if another program changed the file.
func (f *file) isUnchanged() error {
	now, err := os.ReadFile(f.name)
	if errors.Is(err, fs.ErrNotExist) && f.text == nil || err == nil && f.text != nil && bytes.Equal(now, f.text) {
		return nil
	}
	if err != nil {
		return app.InputError(err)
	}
	before, fault := hujson.Standardize(bytes.Clone(f.text))
	after, broken := hujson.Standardize(now)
	changes := "its comments or its layout\n"
	if f.text == nil {
		changes = "the file is new\n"
	} else if fault != nil || broken != nil {
		changes = "it is no JSON any more\n"
	} else if lines := diff.Append(nil, terminal.Printable(f.name), before, after); len(lines) > 0 {
		changes = string(lines)
	}
	return app.InputError(fmt.Errorf("%s: another program changed it meanwhile, and nothing was written:\n%s", terminal.Printable(f.name), strings.TrimSuffix(changes, "\n")))
}

// trusted keeps the trust of a file: of a project file that tune made, and of one whose content
// was pinned. It warns of one that is not trusted.
func (t *tuner) trusted(f *file) {
	full, _ := filepath.Abs(f.name) // read did it before
	pin := false
	entries, err := config.TrustEntries(t.config)
	sum := sha256.Sum256(f.text)
	for _, e := range entries {
		pin = pin || e.SHA256 == hex.EncodeToString(sum[:]) && (e.Path == full || e.Target == full)
	}
	made := f.text == nil && f.name != config.HomeFile(t.config) && f.trust == "" && filepath.Base(filepath.Dir(full)) == config.FolderName
	if err == nil && (pin || made) {
		_, err = config.GiveTrust(t.config, f.name, pin)
	}
	if err == nil && f.trust == config.TrustNone {
		err = errors.New("some keys have no effect (shape config trust)")
	}
	if err != nil {
		t.Stderr.Tell(notice.Notice{
			Level: notice.Warning, Kind: "configuration", Place: notice.Place{File: f.name},
			Message: "the file is not trusted: " + err.Error(), Hint: "shape help trust",
		})
	}
}

// restore takes the lines of tune out of the file.
func (t *tuner) restore(f *file) error {
	if f.text != nil && f.base == nil {
		if err := f.isUnchanged(); err != nil {
			return err
		}
		if err := os.Remove(f.name); err != nil {
			return output.Fault(err)
		}
		config.RevokeTrust(t.config, f.name) // it may have had none
	} else if f.text != nil && !bytes.Equal(f.base, f.text) {
		if err := t.replace(f, f.base, false); err != nil {
			return err
		}
		t.trusted(f)
	}
	if copied, err := os.ReadFile(f.name + keptAs); err == nil && bytes.Equal(copied, f.base) {
		if err := os.Remove(f.name + keptAs); err != nil {
			return output.Fault(err)
		}
	}
	return output.Fault(f.folder.Remove(f.record))
}
