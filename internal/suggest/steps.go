package suggest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// The steps of a trial, in order. Each ladder goes from cuts that a model hardly misses to
// cuts that leave only the existence of a value.
var (
	charLevels = []int{20000, 10000, 5000, 2000, 1000, 500}
	itemLevels = []int{200, 100, 50, 20, 10}
)

const (
	fieldChars = 200 // that shorten leaves of the strings of one field
	fieldItems = 10  // that it leaves of one list
	mostFields = 8   // fields to shorten, at most
)

// share drops the fields that go in the results of all tools.
func (t *trial) share() error {
	if t.everywhere.Omits == nil {
		return nil
	}
	t.shared = []Everywhere{t.everywhere}
	o, err := t.bare()
	t.tool.Shared = t.now.tokens - o.tokens
	t.now = o
	return err
}

// omit drops the fields that models do not use. From then on, only the used values that
// stay count: the decision found the others elsewhere, or too rare.
func (t *trial) omit() error {
	if len(t.omits) > 0 {
		masks := make([]string, len(t.omits))
		for i, o := range t.omits {
			masks[i] = o.Mask
		}
		line := Line{Key: OmitKey, Value: masks, Omits: t.omits}
		o, err := t.try(line)
		if err != nil {
			return err
		}
		if float64(t.now.tokens-o.tokens) >= t.Floor*float64(t.now.tokens) {
			t.take(line, o)
		}
	}
	for i := range t.samples {
		t.samples[i].used = t.now.shown[i].still
	}
	t.now.stands, t.made = true, fieldsOf(t.samples)
	return nil
}

// The keys of lines that may stand in an entry for all tools.
const (
	OmitKey   = "omit_fields"
	TablesKey = "columns"
)

var tablesLine = Line{Key: TablesKey, Value: true, Why: "lists of objects as tables, which lose nothing"}

// compact removes white space between tokens. A tool may return the contents of files: an
// edit needs their exact bytes, so their white space stays.
func (t *trial) compact() error {
	if slices.ContainsFunc(t.samples, func(s sample) bool { return resultOf(s.Body).mayBeFile() }) {
		return nil
	}
	return t.add(Line{Key: "compact", Value: true, Why: "white space between tokens of JSON"})
}

// elided is the tokens of a member without content, by a high estimate.
const elided = 12

// elide drops values without content, if there may be enough of them. A form that stands in prose
// costs a trial, and no more.
func (t *trial) elide() error {
	for _, of := range []struct{ form, key, why string }{
		{`null`, "exclude_null_values", counted(t.made.nulls, "null")},
		{`\[(\s|\\+[nrt])*\]`, "exclude_empty_arrays", "lists with nothing in them"},
		{`\{(\s|\\+[nrt])*\}`, "exclude_empty_objects", "objects with nothing in them"},
	} {
		form, n := regexp.MustCompile(of.form), 0
		for _, s := range t.now.shown {
			n += len(form.FindAllIndex(s.body, -1))
		}
		if float64(n*elided) < t.least(t.now) {
			continue
		}
		if err := t.add(Line{Key: of.key, Value: true, Why: of.why}); err != nil {
			return err
		}
	}
	return nil
}

// tables writes lists of objects as tables, if texts alone hold them. With a schema, the
// proxy promised a client the form of structuredContent, and that stays.
func (t *trial) tables() error {
	if slices.ContainsFunc(t.samples, func(s sample) bool { return resultOf(s.Body).StructuredContent != nil }) {
		return nil
	}
	return t.add(tablesLine)
}

// dropText drops the text of results whose structuredContent is equal, for a client that is
// said to show both. Others have the text alone, or do not show it.
func (t *trial) dropText() error {
	if t.Reads == nil || *t.Reads != profiles.ReadsBoth {
		return nil
	}
	twins := 0
	for _, s := range t.samples {
		if resultOf(s.Body).isTwin() {
			twins++
		}
	}
	if twins == 0 {
		return nil
	}
	return t.add(Line{Key: "text", Value: "drop", Why: "both halves say the same in " + counted(twins, "result")})
}

// strings shortens all long strings, if results are beyond the aim.
func (t *trial) strings() error {
	line, o, err := t.loosest(below("max_string", charLevels, t.made.longest, "character"))
	if err == nil && line.Key != "" {
		t.take(line, o)
	}
	return err
}

// below returns the levels of a key that are below its longest value.
func below(key string, levels []int, longest int, unit string) (lines []Line) {
	for _, n := range levels {
		if n < longest {
			lines = append(lines, Line{Key: key, Value: n, Why: "the longest has " + counted(longest, unit)})
		}
	}
	return lines
}

// items shortens all long lists, if results still are beyond the aim.
func (t *trial) items() error {
	if t.isLimited() {
		return nil
	}
	return t.cutLists(below("max_items", itemLevels, t.made.most, "element"))
}

// templateBytes is the common beginning of texts that a tool makes by a template.
const templateBytes = 32

// isTemplate reports whether most of three results or more begin alike, so that they are no files.
func (t *trial) isTemplate() bool {
	if len(t.samples) < 3 {
		return false
	}
	count, most := map[string]int{}, 0
	for _, s := range t.samples {
		if blocks := resultOf(s.Body).Content; len(blocks) > 0 && len(blocks[0].Text) > templateBytes {
			count[blocks[0].Text[:templateBytes]]++
			most = max(most, count[blocks[0].Text[:templateBytes]])
		}
	}
	return 2*most > len(t.samples)
}

// The kinds of texts that are tried, in order. The outlined ones need a budget.
var (
	shorterKinds  = []texts.Kind{texts.HTML, texts.Log, texts.Snapshot, texts.Diff}
	outlinedKinds = []texts.Kind{texts.Markdown, texts.Code}
)

// common returns the kinds that half of the results or more have. A page may be a file that an
// edit changes, so HTML of such a tool counts only if each call names a URL.
func (t *trial) common(kinds []texts.Kind) (all []texts.Kind) {
	for _, kind := range kinds {
		n, urls := 0, 0
		for _, s := range t.samples {
			if slices.Contains(s.kinds, kind) {
				n++
				urls += min(strings.Count(string(s.Arguments), "://"), 1)
			}
		}
		if n > 0 && 2*n >= len(t.samples) && (kind != texts.HTML || !t.tool.IsFile || urls == n) {
			all = append(all, kind)
		}
	}
	return all
}

// texts writes texts of some kinds shorter, if all values stand that models took up. It shapes
// the documents in texts of a template, and loses nothing there.
func (t *trial) texts() error {
	at := t.now
	var kinds []string
	var beside, lines []Line
	try := func(kind, why string, more ...Line) error {
		text := Line{Key: "text_as", Value: append(kinds[:len(kinds):len(kinds)], kind), Why: why}
		more = append(beside[:len(beside):len(beside)], more...)
		o, err := t.try(append(more, text)...)
		if err == nil && t.saves(o, at) && o.taken >= t.now.taken {
			at, kinds, beside, lines = o, append(kinds, kind), more, append([]Line{text}, more...)
		}
		return err
	}
	const why = "texts that are no JSON; all values stand that models took up"
	for _, kind := range t.common(shorterKinds) {
		if err := try(string(kind), why); err != nil {
			return err
		}
	}
	for _, kind := range t.common(outlinedKinds) {
		if at.largest > t.Aim && !t.isLimited() {
			if err := try(string(kind), why, t.limit(at)); err != nil {
				return err
			}
		}
	}
	if t.isTemplate() {
		var tables []Line
		if !slices.ContainsFunc(t.tool.Lines, func(l Line) bool { return l.Key == TablesKey }) {
			tables = []Line{tablesLine}
		}
		if err := try("json", "documents in texts that begin alike", tables...); err != nil {
			return err
		}
	}
	for _, line := range lines {
		o, err := t.try(line)
		if err != nil {
			return err
		}
		t.take(line, o)
	}
	return nil
}

// limit is the line of a budget of the aim.
func (t *trial) limit(o outcome) Line {
	return Line{Key: "budget", Value: map[string]int{"max_tokens": t.Aim}, Why: "the largest result still takes " + counted(o.largest, "token")}
}

// isLimited reports whether a caller limited the number of results himself.
func (t *trial) isLimited() bool {
	return slices.ContainsFunc(t.samples, func(s sample) bool { return s.limited })
}

// shorten shortens single fields, the largest first, if later calls need a value that
// prevents shortening all.
func (t *trial) shorten() error {
	by := map[string]map[string]int{}
	line := Line{Key: "shorten", Value: by, Why: "large fields, of which no later call took up what goes"}
	at := t.now
	for _, f := range t.made.largest(mostFields) {
		if at.largest <= t.Aim {
			break
		}
		if f.list && t.isLimited() {
			continue
		}
		by[f.mask] = map[string]int{"chars": fieldChars}
		if f.list {
			by[f.mask] = map[string]int{"items": fieldItems}
		}
		o, err := t.try(line)
		if err != nil {
			return err
		}
		if t.saves(o, at) {
			at = o
		} else {
			delete(by, f.mask)
		}
	}
	if len(by) > 0 {
		t.take(line, at)
	}
	return nil
}

// budget limits results to the aim that no other step reached. Repeated values go first,
// if that makes a difference.
func (t *trial) budget() error {
	isLine := slices.ContainsFunc(t.tool.Lines, func(l Line) bool { return l.Key == "budget" }) // beside an outline
	if t.now.largest <= t.Aim || isLine || t.isLimited() {
		return nil
	}
	line := t.limit(t.now)
	if masks := t.made.repeated(); len(masks) > 0 {
		o, err := t.try(line)
		if err != nil {
			return err
		}
		low := Line{Key: "low_priority", Value: masks, Why: "goes first where a result is over its budget: few values, which come again and again"}
		with, err := t.try(low, line)
		if err != nil {
			return err
		}
		if with.tokens != o.tokens && t.saves(with, t.now) {
			t.tool.Lines = append(t.tool.Lines, low)
		}
	}
	return t.cutLists([]Line{line})
}
