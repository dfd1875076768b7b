package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/bench/lab/captures"
	"github.com/seed-7aa78ce4/shape/internal/classes"
)

// The fit finds the known weights of made-up texts, within their bounds. For an unseen
// pair it takes the weight of a near one.
func TestSolve(t *testing.T) {
	n := new(normal)
	made := [pairs]float64{1: 0.5, 2: 1.5, 3: 0, 4: 0.25}
	for i := range 50 {
		var x example
		x.say = 1
		x.visits[1], x.visits[2], x.visits[3] = float64(i%7), float64(i%5), float64(i%3)
		if sum := made[1]*x.visits[1] + made[2]*x.visits[2]; sum > 0 {
			for s := range x.visits {
				x.visits[s] /= sum
			}
			n.add(&x)
		}
	}
	for s, got := range n.solve([pairs]float64{4: 0.25}) {
		if math.Abs(got-made[s]) > 0.01 {
			t.Errorf("weight %d is %v, not %v", s, got, made[s])
		}
	}
}

// Without more data, a byte costs as much as its class behind any other.
func TestByClass(t *testing.T) {
	var x, y example
	x.say, y.say = 1, 1
	x.visits[pairOf(classes.AfterSmall, classes.Digit)], x.visits[pairOf(classes.AfterBlank, classes.Digit)] = 1, 1
	y.visits[pairOf(classes.AfterLine, classes.Quote)] = 4
	got := byClass([]example{x, y})
	for _, s := range []classes.State{classes.AfterSmall, classes.AfterEmoji} {
		if digit, quote := got[pairOf(s, classes.Digit)], got[pairOf(s, classes.Quote)]; math.Abs(digit-0.5) > 0.01 || math.Abs(quote-0.25) > 0.01 {
			t.Errorf("behind %d a digit costs %v and a quote %v", s, digit, quote)
		}
	}
}

// The generator makes the same texts each time. Otherwise weights would change without a
// cause.
func TestMakerRepeats(t *testing.T) {
	read := []lesson{{"", []string{"some words of a text, and Names"}}}
	for range 20 {
		a, b := newMaker(read), newMaker(read)
		for name, of := range map[string]func(*maker) string{
			"records": (*maker).records, "numbers": (*maker).numbers, "log": (*maker).log, "paths": (*maker).paths, "opaque": (*maker).opaque, "prose": (*maker).prose,
		} {
			if text := of(a); text == "" || text != of(b) {
				t.Errorf("%s differ: %s", name, text)
			}
		}
	}
}

func TestWeightsAreWritten(t *testing.T) {
	t.Chdir("..")
	file := filepath.Join(t.TempDir(), "weights.go")
	var weights [pairs]float64
	weights[pairOf(classes.AfterBlank, classes.Small)], weights[pairOf(classes.AfterEmoji, classes.Han)] = 0.5, 1.2344
	if err := writeWeights(file, weights); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	for _, row := range []string{"classes.AfterBlank:    {classes.Small: 500},", "classes.AfterEmoji:    {classes.Han: 1234},", "classes.AfterHan:      {},"} {
		if err != nil || !strings.Contains(string(text), row) {
			t.Errorf("%s is not in %s, %v", row, text, err)
		}
	}
	if _, err := names("../../internal/classes/class.go", int(classes.NumStates)); err == nil {
		t.Error("classes are taken for states")
	}
}

// Small texts have no share of an error, and each server has a line.
func TestPublish(t *testing.T) {
	long := []byte(strings.Repeat("{\"name\": \"value\"}\n", 40))
	texts := []captures.Text{{Server: "b", Text: []byte("a few words")}, {Server: "a", Text: long}, {Server: "a", Text: []byte("[1]")}}
	page := filepath.Join(t.TempDir(), "page.md")
	if publish(page, texts) == nil {
		t.Error("there is no page")
	}
	if err := os.WriteFile(page, []byte("before\n"+beginning+"old\n"+ending+"\nbehind\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := publish(page, texts); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(page)
	lines := strings.Split(string(got), "\n")
	if err != nil || lines[0] != "before" || lines[len(lines)-2] != "behind" || strings.Contains(string(got), "old") ||
		!strings.HasPrefix(lines[4], "| a | 1 | ") || !strings.HasPrefix(lines[5], "| b | 0 | – | – | – | 1 | ") {
		t.Errorf("%s, %v", got, err)
	}
	if err := os.WriteFile(page, []byte("no marks"), 0o666); err != nil {
		t.Fatal(err)
	}
	if publish(page, texts) == nil {
		t.Error("a page without marks is written")
	}
}

func TestWithin(t *testing.T) {
	a := accuracy{relative: []float64{0.1, 0.2, 0.3, 0.4}}
	if a.within(0.5) != 0.2 || a.within(0.95) != 0.4 || a.within(1) != 0.4 || math.Abs(a.mean()-0.25) > 1e-9 {
		t.Errorf("%v %v %v", a.within(0.5), a.within(0.95), a.mean())
	}
}
