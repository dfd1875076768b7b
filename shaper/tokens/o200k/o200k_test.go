package o200k_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

var counter tokens.Counter = o200k.Counter{}

type counted struct {
	Name, Text string
	Times      int // how often the text is repeated; 0 is once
	Tokens     int
}

// countedBy reads texts with their counts by tiktoken 1.0.22 of npm, the tokenizer's own code.
func countedBy(t testing.TB, path string) (cases []counted) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &cases)
	}
	if err != nil || len(cases) == 0 {
		t.Fatalf("%s: %d cases, %v", path, len(cases), err)
	}
	for i, c := range cases {
		cases[i].Text = strings.Repeat(c.Text, max(1, c.Times))
	}
	return cases
}

// The second file is the reference of the estimate.
func TestO200k(t *testing.T) {
	for _, path := range []string{"testdata/counts.json", "../testdata/o200k.json"} {
		for _, c := range countedBy(t, path) {
			if got := counter.Count([]byte(c.Text)); got != c.Tokens {
				t.Errorf("%s: %d tokens, want %d", c.Name, got, c.Tokens)
			}
		}
	}
}

func TestO200kIsLabelled(t *testing.T) {
	if counter.Name() != "o200k" || !counter.Exact() {
		t.Errorf("it calls itself %q, exact %v", counter.Name(), counter.Exact())
	}
	if n := counter.Most(1000); n != 1000 {
		t.Errorf("1000 bytes are %d tokens at most", n)
	}
	if n := counter.Count(nil); n != 0 {
		t.Errorf("nothing costs %d", n)
	}
}

// Invalid UTF-8 counts like the text that a client reads in its place.
func TestInvalidUTF8Counts(t *testing.T) {
	for text, read := range map[string]string{
		"a\xffb":            "a\ufffdb",
		"\xe6\xbc":          "\ufffd\ufffd",
		"end of a \xf0\x9f": "end of a \ufffd\ufffd",
	} {
		if got, want := counter.Count([]byte(text)), counter.Count([]byte(read)); got != want {
			t.Errorf("%q: %d tokens, %q has %d", text, got, read, want)
		}
	}
}

// Many may count at once, the first time too.
func TestCountsAtOnce(t *testing.T) {
	cases := countedBy(t, "testdata/counts.json")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, c := range cases {
				if got := counter.Count([]byte(c.Text)); got != c.Tokens {
					t.Errorf("%s: %d tokens, want %d", c.Name, got, c.Tokens)
				}
			}
		})
	}
	all.Wait()
}

// A text 16 times as long takes about 16 times the time, for any repeated unit. Quadratic time
// would show as 256 times.
func TestHostileRepeats(t *testing.T) {
	const small, large = 16 << 10, 256 << 10
	for name, unit := range map[string]string{
		"a letter": "a", "a capital": "A", "a blank": " ", "an end of a line": "\n", "Chinese": "漢",
		"indented empty lines": "\n \n", "words without a meaning": "qzjxkvw", "a sign": "=", "slashes": "/\n",
		"marks": "\u0301", "a mark before capitals": "\u0301A", "digits": "7", "apostrophes": "'", "no UTF-8": "\xff",
	} {
		t.Run(name, func(t *testing.T) {
			took := func(size int) time.Duration {
				text := bytes.Repeat([]byte(unit), size/len(unit))
				return testkit.ProcessorTime(func() { counter.Count(text) })
			}
			took(small) // fills the caches
			short, long := time.Hour, time.Hour
			for range 3 {
				short, long = min(short, took(small)), min(long, took(large))
				if long <= 64*max(short, time.Millisecond) {
					return
				}
			}
			t.Errorf("%v, and %v for 16 times as much", short, long)
		})
	}
}

// A repetitive text of 1 MB takes at most seconds with either counter.
func TestHostileMegabytes(t *testing.T) {
	random := make([]byte, 768)
	rand.NewChaCha8([32]byte{}).Read(random)
	for name, unit := range map[string]string{
		"a letter": "a", "a blank": " ", "an end of a line": "\n", "base64": base64.StdEncoding.EncodeToString(random),
	} {
		text := bytes.Repeat([]byte(unit), 1<<20/len(unit))
		for _, c := range []tokens.Counter{tokens.Estimate{}, counter} {
			t.Run(name+" by "+c.Name(), func(t *testing.T) {
				testkit.Within(t, 4*time.Second, func() {
					if n := c.Count(text); n < 1 || n > c.Most(len(text)) {
						t.Errorf("%d tokens", n)
					}
				})
			})
		}
	}
}

// Only an importer of this package links the vocabulary.
func TestVocabularyStaysHere(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../../../cmd/shape", "../../autoload", "../../mcp/...").CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	for _, name := range []string{"tiktoken", "regexp2", "shaper/tokens/o200k"} {
		if bytes.Contains(out, []byte(name)) {
			t.Errorf("the command or the library links %s", name)
		}
	}
}

func BenchmarkO200k(b *testing.B) {
	text := []byte(strings.Repeat(`{"id":17,"name":"pump","tags":["north","spare"],"ratio":0.6180339887},`, 1000))
	counter.Count(text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		counter.Count(text)
	}
}
