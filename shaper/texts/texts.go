// Package texts shortens results that are no JSON: HTML, logs, browser snapshots, diffs,
// Markdown and source code. Each kind has a transform in a package of its own. A
// program links the ones that it imports:
//
//	import _ "github.com/seed-7aa78ce4/shape/shaper/texts/logs"
//
// A transform is a comfort rule. It acts on a text that hiding rules have passed. Its output
// must pass them again: an entity of HTML or a code of a terminal can split a value.
package texts

import (
	"fmt"
	"sync"
)

// Kind names the form of a text.
type Kind string

// The kinds.
const (
	HTML     Kind = "html"
	Log      Kind = "log" // also the output of tests and builds
	Snapshot Kind = "snapshot"
	Diff     Kind = "diff"
	Markdown Kind = "markdown"
	Code     Kind = "code"
)

// Request is one text of a result.
type Request struct {
	Text  string
	Words []string // of the call's arguments; parts of the text that they name stay whole
	Room  int      // bytes wanted; 0 sets no aim
}

// Transform returns a shorter form of a text. It is deterministic and safe for concurrent use.
// The text of its error begins with the kind, and holds no part of the text: "html: too deep".
type Transform func(Request) (string, error)

// MaxBytes is the size of the largest text that a transform reads.
const MaxBytes = 8 << 20

// transforms holds the registered transforms.
var transforms = struct {
	sync.RWMutex
	of map[Kind]Transform
}{of: map[Kind]Transform{}}

// Register registers the transform of a kind. Call it from an init function of the package
// that holds the transform. The registered transform returns the text itself if t fails, if
// the result is not shorter, or if the text exceeds MaxBytes.
func Register(kind Kind, t Transform) {
	transforms.Lock()
	defer transforms.Unlock()
	transforms.of[kind] = func(r Request) (string, error) {
		if len(r.Text) > MaxBytes {
			return r.Text, fmt.Errorf("%s: the text has %d bytes, more than %d", kind, len(r.Text), MaxBytes)
		}
		out, err := t(r)
		if err != nil || len(out) >= len(r.Text) {
			return r.Text, err
		}
		return out, nil
	}
}

// Lookup returns the transform of a kind. It returns false if the program does not link it.
func Lookup(kind Kind) (t Transform, ok bool) {
	transforms.RLock()
	defer transforms.RUnlock()
	t, ok = transforms.of[kind]
	return t, ok
}
