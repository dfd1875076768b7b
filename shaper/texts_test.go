package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestSoakTexts damages texts of real servers and of our own, and returns them from tools.
// Values behind a hidden name do not survive, and other values stay. With SHAPE_SOAK=1 each
// text is damaged in every way for every place, else for one place each.
func TestSoakTexts(t *testing.T) {
	texts := realTexts(t)
	queue := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range queue {
				r := rand.New(rand.NewPCG(uint64(i), 17))
				for _, name := range names3(texts[i]) {
					newWounded(t, texts[i], name).everyWay(r)
				}
			}
		})
	}
	for i := range texts {
		queue <- i
	}
	close(queue)
	workers.Wait()
	t.Logf("%d texts", len(texts))
}

// realTexts returns every text of the captures, if they exist, and our own.
func realTexts(t *testing.T) (texts []string) {
	t.Helper()
	captures, err := filepath.Glob("../../shared/captures/*/*.response.json")
	own, err2 := filepath.Glob("testdata/texts/*")
	if err != nil || err2 != nil || len(own) == 0 {
		t.Fatal(err, err2, own)
	}
	for _, path := range slices.Concat(captures, own) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(own, path) {
			texts = append(texts, string(file))
			continue
		}
		var v any
		if err := json.Unmarshal(file, &v); err != nil {
			t.Fatal(path, err)
		}
		each(v, func(name string, value any) {
			if s, ok := value.(string); ok && name == "text" && s != "" && (testkit.Soaking || len(s) < 16<<10) {
				texts = append(texts, s)
			}
		})
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// each visits every member of a value, the inner ones last.
func each(v any, visit func(name string, value any)) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			visit(name, value)
			each(value, visit)
		}
	case []any:
		for _, item := range v {
			each(item, visit)
		}
	}
}

// names3 returns at most three names of a text that is JSON. Each has only strings as values,
// and is no name of a carrier. For another text it returns one possible name.
func names3(said string) []string {
	var v any
	if json.Unmarshal([]byte(said), &v) != nil {
		return []string{"password"}
	}
	strs, others := map[string]bool{}, map[string]bool{}
	each(v, func(name string, value any) {
		if _, ok := value.(string); ok && name != "text" && regexp.MustCompile(`^\w+$`).MatchString(name) {
			strs[name] = true
			return
		}
		others[name] = true
	})
	var all []string
	for name := range strs {
		if !others[name] {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	if n := len(all); n > 3 {
		all = []string{all[0], all[n/2], all[n-1]}
	}
	return all
}

// wounded is a text whose values behind a name are marks. Only a rule on that name hides them.
type wounded struct {
	*testing.T
	name         string
	text         string
	isJSON       bool
	only         bool // nothing else in the text looks like the name with a value
	private      *shaper.Engine
	plain        *shaper.Engine
	places, next int // of the carriers, the number for each damage and the next one
}

const woundMark = "Zq"

func newWounded(t *testing.T, said, name string) *wounded {
	w := &wounded{T: t, name: name, isJSON: json.Valid([]byte(said)), places: 1}
	if testkit.Soaking {
		w.places = len(carriers)
	}
	n := 0
	w.text = regexp.MustCompile(`("`+name+`"\s*:\s*)"(?:[^"\\]|\\.)*"`).ReplaceAllStringFunc(said, func(m string) string {
		n++
		colon := strings.Index(m, ":")
		blank := m[colon+1 : colon+1+strings.IndexByte(m[colon+1:], '"')]
		return fmt.Sprintf(`%s%s"%s%d"`, m[:colon+1], blank, woundMark, n)
	})
	w.only = len(regexp.MustCompile(name+`\\*["']?\s*[:=]`).FindAllString(w.text, -1)) == n
	w.plain = newEngineWith(t, profiles.Spec{})
	w.private = newEngineWith(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{name}, Spellings: []profiles.Spelling{{Exact: true}}}}})
	return w
}

// everyWay damages the text in every way.
func (w *wounded) everyWay(r *rand.Rand) {
	cuts := 5
	if testkit.Soaking {
		cuts = 100
	}
	for range cuts {
		n := 1 + r.IntN(len(w.text)-1)
		for !utf8.RuneStart(w.text[n]) {
			n--
		}
		w.unreadable("cut", w.text[:n], w.behind(`"`, `"`))
	}
	if !w.isJSON {
		w.unreadable("whole", w.text, w.behind(`"`, `"`))
		return
	}
	w.unreadable("repr", repr(w.text), w.behind(`'`, `'`))
	w.readable("fence", "```json\n", w.text, "\n```")
	w.readable("NaN", "", "[NaN,"+w.text+"]", "")
	w.readable("lines", "", compact(w, []byte(w.text))+"\n"+compact(w, []byte(w.text)), "\n")
	if len(w.text) > 40 { // and so most of it is JSON
		w.readable("prefix", "Found:\n", w.text, "")
	}
}

// behind matches the values behind the name, and the rests of them after a cut.
func (w *wounded) behind(opening, closing string) *regexp.Regexp {
	name := opening + w.name + closing
	return regexp.MustCompile(`(` + name + `\s*:\s*)` + opening + `(?:Z(?:q\d*)?)?` + closing + `?`)
}

// inPlaces shapes a text in the places whose turn it is.
func (w *wounded) inPlaces(said string, eng *shaper.Engine, exclude []string, judge func(place, out string, report shaper.Report)) {
	for range w.places {
		c := carriers[w.next%len(carriers)]
		w.next++
		res, err := eng.Shape(w.Context(), shaper.Request{Exclude: exclude, Body: []byte(c.before + quoteJSON(said) + c.after)})
		if err != nil {
			w.Errorf("%s in a %s: %v", w.name, c.name, err)
			return
		}
		judge(c.name, textAt(w.T, res.Body, c.way...), res.Report)
	}
}

// unreadable: privacy takes the values and nothing else, excludes count names.
func (w *wounded) unreadable(how, said string, values *regexp.Regexp) {
	want := values.ReplaceAllString(said, "$1"+withheldMark)
	w.inPlaces(said, w.private, nil, func(place, out string, _ shaper.Report) {
		if strings.Contains(out, woundMark) {
			w.Errorf("%s, %s, %s: a value shows in %s", how, place, w.name, out)
		}
		if w.only && out != want {
			w.Errorf("%s, %s, %s: %s", how, place, w.name, firstDifference(want, out))
		}
	})
	w.inPlaces(said, w.plain, []string{w.name}, func(place, out string, report shaper.Report) {
		if shown := strings.Count(out, woundMark); out != said || shown > report.Opaque.Count {
			w.Errorf("%s, %s, -x %s: %d shown, %d counted%s", how, place, w.name, shown, report.Opaque.Count, firstDifference(said, out))
		}
	})
}

// readable: members of the name are removed under each rule that hides it. Everything else
// stays, around the JSON as well.
func (w *wounded) readable(how, before, docs, after string) {
	said := before + docs + after
	judge := func(place, out string, _ shaper.Report) {
		switch {
		case strings.Contains(out, woundMark):
			w.Errorf("%s, %s, %s: a value shows in %s", how, place, w.name, out)
		case w.only && !w.lost(before, docs, after, out):
			w.Errorf("%s, %s, %s: became %s", how, place, w.name, out)
		}
	}
	w.inPlaces(said, w.private, nil, judge)
	w.inPlaces(said, w.plain, []string{w.name}, judge)
}

// lost reports whether out is the text without the members of the name.
func (w *wounded) lost(before, docs, after, out string) bool {
	inner, begins := strings.CutPrefix(out, before)
	inner, ends := strings.CutSuffix(inner, after)
	return begins && ends && reflect.DeepEqual(decodeAll(w.Errorf, inner, ""), decodeAll(w.Errorf, docs, w.name))
}

// decodeAll reads documents, and leaves the members of one name out.
func decodeAll(fail func(string, ...any), docs, without string) (all []any) {
	dec := json.NewDecoder(strings.NewReader(strings.ReplaceAll(docs, "NaN", "0")))
	dec.UseNumber()
	for dec.More() {
		var v any
		if err := dec.Decode(&v); err != nil {
			fail("%v in %s", err, docs)
			return nil
		}
		all = append(all, lessOf(v, without))
	}
	return all
}

func lessOf(v any, name string) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, name)
		for name1, value := range v {
			v[name1] = lessOf(value, name)
		}
	case []any:
		for i, item := range v {
			v[i] = lessOf(item, name)
		}
	}
	return v
}

// repr returns JSON as Python prints the value of it.
func repr(doc string) string {
	var b strings.Builder
	dec := json.NewDecoder(strings.NewReader(doc))
	dec.UseNumber()
	var open []bool // for each container, whether it is an object
	tokens := 0     // in the innermost one, names and values
	var counts []int
	for {
		token, err := dec.Token()
		if err != nil {
			return b.String()
		}
		if d, ok := token.(json.Delim); ok && (d == '}' || d == ']') {
			b.WriteRune(rune(d))
			open, tokens, counts = open[:len(open)-1], counts[len(counts)-1], counts[:len(counts)-1]
			continue
		}
		inObject := len(open) > 0 && open[len(open)-1]
		switch {
		case inObject && tokens%2 == 1:
			b.WriteString(": ")
		case tokens > 0:
			b.WriteString(", ")
		}
		tokens++
		switch v := token.(type) {
		case json.Delim:
			b.WriteRune(rune(v))
			open, counts, tokens = append(open, v == '{'), append(counts, tokens), 0
		case string:
			b.WriteString(pythonString(nil, v))
		case nil:
			b.WriteString("None")
		case bool:
			b.WriteString(map[bool]string{true: "True", false: "False"}[v])
		default:
			b.WriteString(fmt.Sprint(v))
		}
	}
}
