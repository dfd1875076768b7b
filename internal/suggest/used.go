package suggest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/scalars"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// sample is a recorded call and the values of its result that later calls used.
type sample struct {
	recordings.Call
	used    []scalars.Scalar // their texts are the used parts of the values
	kinds   []texts.Kind     // of the texts of the result
	taken   []string         // values of a result with such a text that the model took up
	limited bool             // a caller limited the number of results of this tool
}

// mostSampled is the bytes of the results of one tool that are tried.
const mostSampled = 256 << 10

// sampled returns the results of a session that are tried: those of a tool, while there is
// room for it. A value of a result is used if an argument of a later call repeats it.
func sampled(s *recordings.Session, room map[string]int) (all []sample) {
	later := mentions{}
	isLimited := map[string]bool{}
	kinds, taken := textsOf(s)
	at := len(kinds)
	for _, e := range slices.Backward(s.Events) {
		switch {
		case e.Kind == recordings.Request:
			later.add(e.Arguments)
			isLimited[e.Tool] = isLimited[e.Tool] || hasLimit(e.Arguments)
		case e.Kind == recordings.Result:
			at--
			c := e.Call
			c.Body = c.Result()
			if _, known := room[c.Tool]; known && room[c.Tool] < len(c.Body) {
				continue
			} else if !known {
				room[c.Tool] = mostSampled
			}
			room[c.Tool] -= len(c.Body)
			all = append(all, sample{Call: c, used: later.in(c.Body), kinds: kinds[at], taken: taken[at]})
		}
	}
	for i := range all {
		all[i].limited = isLimited[all[i].Tool]
	}
	slices.Reverse(all)
	return all
}

// textsOf returns the kinds of the texts of each result of a session. It also returns the values
// that the model took up from each result, if any text has a kind.
func textsOf(s *recordings.Session) (kinds [][]texts.Kind, taken [][]string) {
	hasKind := false
	for _, e := range s.Events {
		if e.Kind != recordings.Result {
			continue
		}
		var of []texts.Kind
		for _, block := range resultOf(e.Call.Result()).Content {
			if kind, ok := texts.Detect(block.Text); ok {
				of, hasKind = append(of, kind), true
			}
		}
		kinds = append(kinds, of)
	}
	if taken = make([][]string, len(kinds)); hasKind {
		var results []string
		learn.Follow(s, func(c *recordings.Call) string {
			results = append(results, Plain(c.Result()))
			return results[len(results)-1]
		}, func(value string, in []int) {
			for _, i := range in {
				if standsAlone(results[i], value) {
					taken[i] = append(taken[i], value)
				}
			}
		}, nil)
	}
	return kinds, taken
}

// standsAlone reports whether a text holds a value that is no part of a longer word.
func standsAlone(text, value string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], value)
		if at < 0 {
			return false
		}
		at, from = from+at, from+at+len(value)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[from:])
		if !isOfWord(before) && !isOfWord(after) {
			return true
		}
	}
}

func isOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

var limitNames = []string{"limit", "per_page", "perpage", "page_size", "pagesize", "first", "last", "head", "tail", "length",
	"max_results", "maxresults", "max", "count", "top", "n"}

var sqlLimit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\blimit\s+\d`) })

// hasLimit reports whether arguments limit the number of results.
func hasLimit(arguments json.RawMessage) bool {
	for leaf := range scalars.All(arguments) {
		if slices.Contains(limitNames, strings.ToLower(lastName(leaf.Pointer))) || leaf.String && sqlLimit().MatchString(leaf.Text) {
			return true
		}
	}
	return false
}

// mentions maps each value in arguments to the names of its members.
type mentions map[string][]string

const shortest = 3 // characters of a word that is taken for a name of something

// add adds the values of arguments: strings, the lines and words in them, and numbers.
func (s mentions) add(arguments json.RawMessage) {
	for leaf := range scalars.All(arguments) {
		name := lastName(leaf.Pointer)
		if !leaf.String {
			s.note("#"+leaf.Text, name)
			continue
		}
		for line := range strings.Lines(leaf.Text) {
			s.note(strings.TrimSpace(line), name)
		}
		for _, word := range strings.FieldsFunc(leaf.Text, func(r rune) bool { return strings.ContainsRune(" \t\r\n'\"`,;()=<>", r) }) {
			s.note(word, name)
		}
	}
}

func (s mentions) note(text, name string) {
	if len(text) >= shortest || text[:min(1, len(text))] == "#" {
		s[text] = append(s[text], name)
	}
}

// in are the first places of values in a response.
func (s mentions) in(body []byte) (used []scalars.Scalar) {
	seen := map[string]bool{}
	take := func(leaf scalars.Scalar, text string) {
		if !seen[text] {
			seen[text] = true
			leaf.Text = text
			used = append(used, leaf)
		}
	}
	if len(s) == 0 {
		return nil
	}
	for leaf := range scalars.All(body) {
		if !leaf.String {
			if s.saysNumber(leaf) {
				take(leaf, leaf.Text)
			}
			continue
		}
		for line := range strings.Lines(leaf.Text) {
			if line = strings.TrimSpace(line); s[line] != nil {
				take(leaf, line)
			}
		}
	}
	return used
}

// saysNumber reports whether arguments have a number under a similar name: id is part of
// user_id and of userId.
func (s mentions) saysNumber(leaf scalars.Scalar) bool {
	own := strings.ToLower(lastName(leaf.Pointer))
	for _, name := range s["#"+leaf.Text] {
		name = strings.ToLower(name)
		if own != "" && name != "" && (strings.HasSuffix(name, own) || strings.HasSuffix(own, name)) {
			return true
		}
	}
	return false
}

var elementPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/[0-9]+(/|$)`) })

// lastName returns the name of the member with the value, also for a value in a list.
func lastName(pointer string) string {
	path := words.Path(pointer)
	for len(path) > 0 && isPosition(path[len(path)-1]) {
		path = path[:len(path)-1]
	}
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// standing returns the used values of a response that are still at their place in its
// shaped body, also in a table. If rows may move, any element of a list is the place.
func (s *sample) standing(shaped []byte, rowsMove bool) (still []scalars.Scalar, err error) {
	if len(s.used) == 0 {
		return nil, nil
	}
	if shaped, err = shaper.Unfold(shaped); err != nil {
		return nil, err
	}
	place := func(pointer string) string {
		if rowsMove {
			return elementPattern().ReplaceAllString(pointer, "/*$1")
		}
		return pointer
	}
	wanted := map[string][]scalars.Scalar{}
	for _, leaf := range s.used {
		wanted[place(leaf.Pointer)] = append(wanted[place(leaf.Pointer)], leaf)
	}
	for there := range scalars.All(shaped) {
		at := place(there.Pointer)
		if len(wanted[at]) == 0 {
			continue
		}
		wanted[at] = slices.DeleteFunc(wanted[at], func(leaf scalars.Scalar) bool {
			holds := strings.Contains
			if rowsMove {
				holds = standsAlone
			}
			stands := leaf.String && holds(there.Text, leaf.Text) || there.Text == leaf.Text
			if stands {
				still = append(still, leaf)
			}
			return stands
		})
	}
	return still, nil
}
