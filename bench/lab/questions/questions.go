// Package questions holds questions that a model might have about results of real servers.
// Each is a place in a result and the hash of the value there. The places were drawn
// before any rule could be fitted to them. The package holds no content.
package questions

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scalars"
)

// Question asks for the value at a place of a captured response.
type Question struct {
	Capture string `json:"capture"` // server/file
	Pointer string `json:"pointer"` // through texts, into the documents in them
	// Range are the characters of a text that are asked for: from, and behind.
	Range *[2]int `json:"range,omitempty"`
	// Place is the difficulty: "tail" of a list, or "long" string.
	Place  string `json:"place,omitempty"`
	Answer string `json:"sha256"`
}

// Server is the one whose result is asked about.
func (q *Question) Server() string { return path.Dir(q.Capture) }

// Text returns the answer from a response with all values at their places.
func (q *Question) Text(body []byte) (string, bool) {
	leaf, ok := scalars.At(body, q.Pointer)
	if !ok {
		return "", false
	}
	if q.Range == nil {
		return leaf.Text, true
	}
	text := []rune(leaf.Text)
	if q.Range[1] > len(text) {
		return "", false
	}
	return string(text[q.Range[0]:q.Range[1]]), true
}

// IsAnswer reports whether a text is the answer.
func (q *Question) IsAnswer(text string) bool { return hash(text) == q.Answer }

// Stands reports whether a response says the answer: at its place, or where an excerpt of
// a text stands there, in that. A null is said by an object that lacks the member, since
// configurations leave those out.
func (q *Question) Stands(body []byte, answer string) bool {
	leaf, ok := scalars.At(body, q.Pointer)
	if !ok && answer == "null" {
		return scalars.IsObject(body, path.Dir(q.Pointer))
	}
	return ok && q.Says(leaf.Text, answer)
}

// Says reports whether the text at the place contains the answer.
func (q *Question) Says(text, answer string) bool {
	if q.Range != nil {
		return strings.Contains(text, answer)
	}
	return text == answer
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Load reads the questions of a file.
func Load(file string) (all []Question, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return all, json.Unmarshal(data, &all)
}
