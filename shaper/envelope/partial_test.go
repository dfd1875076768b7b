package envelope_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func TestCutInWords(t *testing.T) {
	for want, c := range map[string]envelope.Cut{
		"entities: 5 of 7":                           {Path: "entities", Total: 7, Kept: 5, Lists: 1},
		"body: 1 text shortened":                     {Path: "body", Strings: 1},
		"rows[].body: 3 texts shortened":             {Path: "rows[].body", Strings: 3},
		"results[].entities: 20 of 60000 in 4 lists": {Path: "results[].entities", Total: 60000, Kept: 20, Lists: 4},
	} {
		if c.String() != want {
			t.Errorf("%s, want %s", c, want)
		}
	}
}

// For any number of cut paths there are at most 16 notes. The last one counts the paths
// without a note of their own.
func TestFewCuts(t *testing.T) {
	var cuts []envelope.Cut
	for i := range 40 {
		cuts = append(cuts, envelope.Cut{Path: fmt.Sprint("l", i), Total: 3, Kept: 1, Lists: 1})
		few := envelope.Few(cuts)
		dropped := 0
		for _, c := range few {
			dropped += c.Total - c.Kept
		}
		if len(few) > envelope.MaxNotes || dropped != 2*len(cuts) {
			t.Errorf("%d cuts: %v", len(cuts), few)
		}
	}
	if last := envelope.Few(cuts)[15].String(); last != "(other lists): 25 of 75 in 25 lists" {
		t.Error(last)
	}
	if cuts[15].Path != "l15" {
		t.Errorf("%v was written over", cuts[15])
	}
}

// A note is at most 200 bytes long, whole characters, and keeps its numbers.
func TestNotesAreShort(t *testing.T) {
	for _, path := range []string{"a", "é", "\"", "\x01", "語", "😀", "a\\"} {
		for n := range 300 {
			c := envelope.Cut{Path: strings.Repeat(path, n), Total: 7, Kept: 5, Lists: 1}
			note := c.Note(envelope.Cut.String)
			quoted := len(scan.AppendQuote(nil, []byte(note)))
			if quoted > envelope.LongestNote || !utf8.ValidString(note) || !strings.HasSuffix(note, ": 5 of 7") {
				t.Fatalf("%d bytes: %s", quoted, note)
			}
			const numbers = 40 // bytes that the largest ones take
			if whole := c.String(); note != whole && (!strings.Contains(note, "…: ") || len(scan.AppendQuote(nil, []byte(whole))) < envelope.LongestNote-numbers) {
				t.Fatalf("%s instead of %s", note, whole)
			}
		}
	}
}
