package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// figures count used values.
type figures struct {
	taken   int
	missing int // shown in no result, and a result with one names the tool of retrieval
	back    int // of them, those in the answer to one query
	second  int // on its second page
	tokens  int // of all answers
	misses  io.Writer
}

func (f *figures) add(o figures) {
	f.taken, f.missing, f.back, f.second, f.tokens = f.taken+o.taken, f.missing+o.missing, f.back+o.back, f.second+o.second, f.tokens+o.tokens
}

func (f figures) String() string {
	n := max(f.missing, 1)
	return fmt.Sprintf("used %4d  not kept %4d  back %4d = %5.1f %%  on page 2 %3d  tokens %4d",
		f.taken, f.missing, f.back, 100*float64(f.back)/float64(n), f.second, f.tokens/n)
}

// shown is a result that the model read.
type shown struct {
	body, shaped []byte
	text         string // of shaped
	tool         string
	isCut        bool // it names the tool of retrieval
}

// leastHidden is the bytes of a result that a shape would reduce to nothing.
const leastHidden = 3000

// measure asks once for each value that is not kept, at the time of its use. A nil shape shows
// nothing of any result.
func (f *figures) measure(s *recordings.Session, shape suggest.Shape) (fault error) {
	var results []shown
	at := 0
	read := func(c *recordings.Call) string {
		body := c.Result()
		r := shown{body: body, tool: c.Tool, isCut: len(body) >= leastHidden}
		if shape != nil {
			var err error
			if r.shaped, err = shape(c, body); err != nil {
				fault = err
			}
			r.isCut = bytes.Contains(r.shaped, []byte(mcp.RetrieveTool)) && !bytes.Contains(body, []byte(mcp.RetrieveTool))
			r.text = suggest.Plain(r.shaped)
		}
		results = append(results, r)
		return suggest.Plain(body)
	}
	take := func(value string, in []int) {
		f.taken++
		cut := -1
		for _, i := range in {
			if strings.Contains(results[i].text, value) {
				return
			}
			if results[i].isCut {
				cut = i
			}
		}
		if cut >= 0 {
			f.ask(s, at, results[cut], value)
		}
	}
	learn.Follow(s, read, take, func(*recordings.Event) { at++ })
	return fault
}

// ask asks with the words that the model has before the event at that index.
func (f *figures) ask(s *recordings.Session, at int, r shown, value string) {
	f.missing++
	ask := archive.Ask{Query: query(r.shaped, s.Events[:at]), Reads: archive.ReadsBoth, Shown: r.shaped}
	answer := func(page int) string {
		ask.Page = page
		p, err := ask.Of(r.body)
		if err != nil {
			return err.Error()
		}
		return p.Head + "\n" + string(p.Text)
	}
	text := answer(1)
	f.tokens += o200k.Counter{}.Count([]byte(text))
	switch {
	case holds(text, value):
		f.back++
		return
	case holds(answer(2), value):
		f.second++
	}
	if f.misses != nil {
		all := suggest.Plain(r.body)
		i := strings.Index(all, value)
		fmt.Fprintf(f.misses, "--- %s\nvalue %q of %s, %d bytes, at %.200q\nshaped …%q\nquery %.600q\n%s\n", s.Name, value, r.tool, len(r.body),
			all[max(0, i-100):], r.shaped[max(0, len(r.shaped)-300):], ask.Query, text)
	}
}

// holds reports whether an answer has a value, also one with escaped quotes.
func holds(text, value string) bool {
	return strings.Contains(text, value) || strings.Contains(strings.ReplaceAll(text, `\"`, `"`), value)
}

// phrases matches quoted and bold words, names, and words with a digit or a separator.
var phrases = regexp.MustCompile("\"[^\"\n]{3,60}\"|`[^`\n]{3,60}`|\\*\\*[^*\n]{3,60}\\*\\*|'[^'\n]{3,60}'|[A-Z][a-z]+( [A-Z][a-z]+)+|\\w*[_/0-9]\\w*")

// omitted matches the names in the note of a result.
var omitted = regexp.MustCompile(`omitted: (.+) \(\d+ fields?\)`)

const longestQuery = 4000 // bytes

// query returns the words of a model: the names in the note of the result, and its last text.
// Phrases of the user's texts follow, and these texts, the last one first. It has nothing that
// the model writes or reads later.
func query(shaped []byte, before []recordings.Event) string {
	names, said, user := "", "", ""
	if m := omitted.FindSubmatch(shaped); m != nil {
		names = string(m[1]) + " "
	}
	for _, e := range before {
		switch e.Kind {
		case recordings.Model:
			said = e.Text
		case recordings.User:
			user = e.Text + "\n" + user
		}
	}
	words := names + said + "\n" + strings.Join(phrases.FindAllString(user, -1), " ") + "\n" + user
	return strings.ToValidUTF8(words[:min(len(words), longestQuery)], "")
}
