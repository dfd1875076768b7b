package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/bench/lab/questions"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

const folder = "../../../testdata/recordings"

func drawn(t *testing.T) []questions.Question {
	t.Helper()
	captures, err := questions.Captures(folder)
	if err != nil {
		t.Fatal(err)
	}
	return questions.Draw(captures)
}

// The proposal for the recordings of four servers saves more than half of their tokens.
// Every question is answered, some by a retrieval. The result is the same each time.
func TestSavings(t *testing.T) {
	asked := drawn(t)
	var out, again bytes.Buffer
	if err := savings(&out, folder, asked); err != nil {
		t.Fatal(err)
	}
	if err := savings(&again, folder, asked); err != nil || out.String() != again.String() {
		t.Errorf("another time: %v\n%s", err, again.String())
	}
	for _, want := range []string{
		`(?m)^server +results +before +after +saved$`,
		`(?m)^files +3 `, `(?m)^graph +3 `, `(?m)^lint +3 `, `(?m)^rows +4 `,
		`(?m)^over all +13 +\d+ +\d+ +(5[5-9]|[6-9]\d)\.\d %$`,
		`(?m)^40 of 40 answered: [1-9]\d* from the result, [1-9]\d* by one retrieval \([1-9]\d* tokens\)$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
}

// A question over another result than the one that is there is an error, and so is one
// over a result that is not.
func TestOtherResults(t *testing.T) {
	asked := drawn(t)[:1]
	asked[0].Answer = strings.Repeat("0", 64)
	if err := savings(&bytes.Buffer{}, folder, asked); err == nil || !strings.Contains(err.Error(), asked[0].Pointer) {
		t.Errorf("%v", err)
	}
	asked[0].Capture = "none/01-none.response.json"
	if err := savings(&bytes.Buffer{}, folder, asked); err == nil {
		t.Error("a result that is not there is asked")
	}
}

// A question about lost data that the archive lacks has no answer, and its place is
// reported.
func TestUnanswered(t *testing.T) {
	asked := drawn(t)
	m, err := measured(folder)
	if err != nil {
		t.Fatal(err)
	}
	var whole, lost answers
	for _, q := range asked {
		r := *m.results[q.Capture]
		if err := whole.ask(&q, &r, m.archive); err != nil {
			t.Fatal(err)
		}
		if err := lost.ask(&q, &r, archive.Archive{Store: archive.NewMemory(archive.Limits{})}); err != nil {
			t.Fatal(err)
		}
	}
	if len(whole.open) > 0 || lost.byRetrieval > 0 || lost.fromResult != whole.fromResult || len(lost.open) != whole.byRetrieval {
		t.Errorf("%d open with the archive, %d without; %d and %d from results", len(whole.open), len(lost.open), whole.fromResult, lost.fromResult)
	}
	var out bytes.Buffer
	lost.print(&out, len(asked))
	if !slices.ContainsFunc(asked, func(q questions.Question) bool {
		return strings.Contains(out.String(), "not answered: "+q.Capture+q.Pointer+"\n")
	}) {
		t.Errorf("no place in %s", out.String())
	}
}

// A null that is left out is said by the object that lacks it, in the result or in the
// archive, and by no other.
func TestNulls(t *testing.T) {
	results := archive.Archive{Store: archive.NewMemory(archive.Limits{})}
	h, err := results.Keep(t.Context(), []byte(`{"rows":[{"id":1},2]}`))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]bool{"/rows/0/name": true, "/rows/1/name": false, "/rows/2/name": false} {
		q := questions.Question{Pointer: pointer}
		if _, ok := retrieved(&q, "null", h, results); ok != want {
			t.Errorf("%s: %v", pointer, ok)
		}
	}
	if _, ok := retrieved(&questions.Question{Pointer: "/rows/0/name"}, "x", h, results); ok {
		t.Error("a member that is not there says something")
	}
}
