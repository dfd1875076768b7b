package testkit

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Attack is a hostile document or mask with its expected result. A rejection is an error
// with no hidden data in the output or in the error. "either" allows both results.
type Attack struct {
	ID      string
	Verdict string // accept, reject, either
	Mode    string // mcp: the document is a tool result

	Include    []string
	Exclude    []string
	ExcludeGen *Repeated `json:"exclude_gen"` // one more mask
	File       string    // the document is in this file,
	Hex        string    // is this,
	Body       string    // is this text,
	Gen        *Repeated // or is made of a part that repeats

	Hidden        []string          `json:"must_not_contain"`
	Expected      json.RawMessage   // the output
	ExpectedDocs  []json.RawMessage `json:"expected_docs"`           // the outputs, of several documents
	ExpectedInner json.RawMessage   `json:"expected_inner"`          // the content of the first text
	ExpectedText  string            `json:"expected_stdout_compact"` // the output to the byte
	OrderedKeys   []string          `json:"ordered_keys"`
	MaxOutput     *int              `json:"max_stdout"`
	MaxSeconds    int               `json:"max_seconds"`

	dir string // of its list
}

// Repeated describes a large text.
type Repeated struct {
	Prefix, Unit, Middle, Unit2, Suffix string
	Count                               int
}

func (r *Repeated) String() string {
	return r.Prefix + strings.Repeat(r.Unit, r.Count) + r.Middle + strings.Repeat(r.Unit2, r.Count) + r.Suffix
}

// Attacks reads the lists own and shared, if shared exists. It fails if a list is empty.
func Attacks(t *testing.T, own, shared string) []Attack {
	t.Helper()
	var all []Attack
	for _, list := range []string{own, shared} {
		text, err := os.ReadFile(list)
		if list == shared && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var found struct{ Attacks []Attack }
		if err := json.Unmarshal(text, &found); err != nil || len(found.Attacks) == 0 {
			t.Fatalf("%s: %d attacks, %v", list, len(found.Attacks), err)
		}
		for _, a := range found.Attacks {
			a.dir = filepath.Dir(list)
			all = append(all, a)
		}
	}
	return all
}

// Document is the hostile document.
func (a Attack) Document(t *testing.T) (doc []byte) {
	t.Helper()
	var err error
	switch {
	case a.Gen != nil:
		return []byte(a.Gen.String())
	case a.Hex != "":
		doc, err = hex.DecodeString(a.Hex)
	case a.File != "":
		doc, err = os.ReadFile(filepath.Join(a.dir, a.File))
	default:
		return []byte(a.Body)
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Excludes returns the masks of the data that must not come out.
func (a Attack) Excludes() []string {
	if a.ExcludeGen == nil {
		return a.Exclude
	}
	return append(a.Exclude[:len(a.Exclude):len(a.Exclude)], a.ExcludeGen.String())
}

// InTime runs f on the attack. It fails if f takes more processor time than the attack
// allows.
func (a Attack) InTime(t *testing.T, f func()) {
	t.Helper()
	if a.MaxSeconds == 0 {
		f()
		return
	}
	Within(t, time.Duration(a.MaxSeconds)*time.Second, f)
}
