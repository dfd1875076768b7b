package pipeline

import (
	"errors"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/report"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// The key text_as lets texts of a tool result that are no JSON document be written shorter. The
// order is: the hiding rules alone, then the transforms, then all rules. So a transform sees no
// hidden value, hiding rules act on its output once more, and cuts come last.

// rewritten is a response under its hiding rules, with shorter texts.
type rewritten struct {
	body     []byte
	read     int        // bytes of the response before
	taint    *taint.Set // values that were hidden in it
	tainted  Tainted    // of it, as the rest
	frequent []taint.Frequent
	masks    Masks
	reported report.Report // of it, and of the documents in its texts
}

// complete adds the facts of the response before its texts were shorter.
func (r *rewritten) complete(f *Facts) {
	f.Bytes.In, f.Masks, f.Tainted, f.Frequent = r.read, r.masks, r.tainted, r.frequent
	f.Reported.Opaque, f.Reported.Missed = report.Places{}, report.Places{} // they were counted before
	f.Reported.Join(r.reported, asWritten)
}

// asWritten spells the pattern of a document that is not inside another one.
func asWritten() string { return "" }

// writeShorter applies the key text_as to a shaped response, whose bytes are out from dst on.
// It returns the request for further attempts, with the outcome under it. It returns its
// arguments if no text is shorter, or if the response would not fit its schema.
func (e *Engine) writeShorter(mem *Memory, req *Request, dst, out []byte, facts *Facts) (*Request, []byte, *Facts, error) {
	p := facts.Plan
	isOld := req.Schema != nil && req.Schema.Plans.Set() != req.Plans.Set()
	if p.IsError || facts.SteppedBack || isOld || !carriesHalves(p.Dialect.Name()) {
		return req, out, facts, nil
	}
	own := *req // so that the request of a response without text_as is not allocated
	budget := facts.limitFor(req)
	room := 4 * budget.MaxTokens // the bytes, of four or more a token in most texts
	if budget.MaxBytes > 0 && (room == 0 || budget.MaxBytes < room) {
		room = budget.MaxBytes
	}
	w := shortener{engine: e, req: &own, kinds: p.Resolved.TextAs, room: room}
	again := w.request(facts)
	if again == nil {
		facts.Reported.Rewritten = w.reported.Rewritten
		return req, out, facts, nil
	}
	shorter, after, err := e.Shape(mem, again, dst)
	if err == nil && after.Unshaped == nil && !after.SteppedBack && (req.Schema == nil || req.Schema.admitsResult(shorter[len(dst):], true, e.Limits)) {
		return again, shorter, after, nil
	}
	own.Journal = nil
	out, facts, err = e.Shape(mem, &own, dst)
	facts.Masks = again.rewritten.masks
	return req, out, facts, err
}

// mostWords bounds the words of a call.
const mostWords = 64

// wordsOf returns words of the strings in the arguments of a call.
func wordsOf(arguments []byte, limits scan.Limits) (all []string) {
	if scan.Check(arguments, limits, false) != nil {
		return nil
	}
	for at := range stringsIn(arguments) {
		all = append(all, strings.Fields(scan.Text(arguments[at.Start:at.End]))...)
		if len(all) >= mostWords {
			return all[:mostWords]
		}
	}
	return all
}

// shortener writes texts of one response shorter.
type shortener struct {
	engine *Engine
	req    *Request
	kinds  []string
	room   int
	words  []string // of the call

	reported report.Report // of the documents in texts
}

// leave records the reason why a text of a kind stays, once.
func (w *shortener) leave(kind texts.Kind, reason string) {
	left := &w.reported.Rewritten.Left
	if reason = string(kind) + ": " + reason; !slices.Contains(*left, reason) {
		*left = append(*left, reason)
	}
}

// resultOf finds the texts of a tool result. The texts of resources stand behind those of
// blocks.
func (w *shortener) resultOf(doc []byte) (r result, ok bool) {
	if r, ok = resultOf(doc, w.engine.Limits); !ok {
		return r, false
	}
	for i, block := range r.blocks {
		if r.text(i) == nil {
			r.texts = append(r.texts, resourceOf(doc, block, w.engine.Limits))
		}
	}
	return r, true
}

// resourceOf returns the place of the text of an embedded resource, empty if there is none.
func resourceOf(doc []byte, block scan.Span, limits scan.Limits) (at scan.Span) {
	for _, name := range []string{"resource", "text"} {
		members, twice, err := scan.Index(doc[block.Start:block.End], limits, nil)
		i := slices.IndexFunc(members, func(m scan.Member) bool { return m.Name == name })
		if err != nil || twice > 0 || i < 0 {
			return scan.Span{}
		}
		block = scan.Span{Start: block.Start + members[i].Start, End: block.Start + members[i].End}
	}
	if doc[block.Start] == '"' {
		at = block
	}
	return at
}

// finds reports whether a text of a result may become shorter.
func (w *shortener) finds(r *result) (found bool) {
	for i := range r.texts {
		if token := r.text(i); token != nil {
			text := scan.Text(token)
			kind, ok := w.kindOf(text)
			found = found || ok || w.mayShape(kind, text) && w.hasDocuments(text)
		}
	}
	return found
}

// wants reports whether text_as names a kind.
func (w *shortener) wants(kind texts.Kind) bool {
	return slices.Contains(w.kinds, string(kind)) || slices.Contains(w.kinds, "auto")
}

// mayShape reports whether text_as lets documents in a text be shaped. Source code that does
// not start with one keeps its bytes.
func (w *shortener) mayShape(kind texts.Kind, text string) bool {
	if !w.wants(asJSON) || kind == texts.Code && !scan.IsOpener(text[0]) {
		return false
	}
	if len(text) > texts.MaxBytes {
		w.leave(asJSON, "the text is too large")
		return false
	}
	return true
}

// kindOf returns the kind of a text. It is ok if text_as names the kind, and its transform is
// linked.
func (w *shortener) kindOf(text string) (kind texts.Kind, ok bool) {
	kind, ok = texts.Detect(text)
	if !ok || !w.wants(kind) {
		return kind, false
	}
	if _, ok = texts.Lookup(kind); !ok {
		w.leave(kind, "not linked")
	}
	return kind, ok
}

// request returns the request for the response with shorter texts. It returns nil if no text is
// shorter. facts are those of the response.
func (w *shortener) request(facts *Facts) *Request {
	was, ok := w.resultOf(w.req.Body)
	if !ok || !w.finds(&was) {
		return nil
	}
	w.words = wordsOf(w.req.Arguments, w.engine.Limits)
	mem := NewMemory()
	defer mem.Release()
	hiding := *w.req
	hiding.Call.Quiet, hiding.Journal, hiding.Schema = true, nil, nil
	body, hid, err := w.engine.Shape(mem, &hiding, nil)
	is, ok := w.resultOf(body)
	if err != nil || hid.Unshaped != nil || !ok || len(is.texts) != len(was.texts) {
		return nil
	}
	by, lossy := newEdits(), 0
	for i := range is.texts {
		old, now := was.text(i), is.text(i)
		if old == nil || now == nil {
			continue
		}
		text := scan.Text(now)
		if shorter, isLossy := w.shorten(text, w.room*len(now)/len(body), alike(old, now)); len(shorter) < len(text) {
			if isLossy {
				lossy++
			}
			by.texts[i] = scan.AppendQuote(nil, []byte(shorter))
			if !w.req.DataOnly {
				by.strings[text] = by.texts[i]
			}
		}
	}
	if len(by.texts) == 0 {
		return nil
	}
	d := &mem.inner.outer
	hidden := d.attempt.taint
	if hidden == nil {
		hidden = w.engine.hiddenValues(mem, d, hid.Plan, len(body))
	}
	w.reported.Rewritten.Texts, w.reported.Rewritten.Lossy = len(by.texts), lossy
	w.reported.Join(report.Report{Withheld: facts.Reported.Withheld, Opaque: facts.Reported.Opaque, Missed: facts.Reported.Missed}, asWritten)
	again := *w.req
	again.Journal = nil
	again.rewritten = &rewritten{
		body: is.edited(by), read: len(w.req.Body), taint: hidden,
		tainted: facts.Tainted, frequent: facts.Frequent, masks: facts.Masks, reported: w.reported,
	}
	return &again
}

// shorten returns the shorter form of a text, or the text. room is the share of the budget for
// it. isWhole tells that no rule hides anything in it. A transform is lossy; documents in a
// text have a report of their own.
func (w *shortener) shorten(text string, room int, isWhole bool) (shorter string, isLossy bool) {
	kind, ok := w.kindOf(text)
	if ok {
		transform, _ := texts.Lookup(kind)
		if out, err := attemptText(transform, texts.Request{Text: text, Words: w.words, Room: room}); err != nil {
			// The words of an error that does not begin with its kind may be those of a library.
			reason, isOurs := strings.CutPrefix(err.Error(), string(kind)+": ")
			if !isOurs {
				reason = "the transform failed"
			}
			w.leave(kind, reason)
		} else if len(out) < len(text) {
			return out, true
		}
	}
	if isWhole && w.mayShape(kind, text) {
		return w.shapeDocuments(text), false
	}
	return text, false
}

// attemptText applies a transform. A panic is an error without its words.
func attemptText(transform texts.Transform, r texts.Request) (out string, err error) {
	defer func() {
		if recover() != nil {
			out, err = r.Text, errors.New("panic")
		}
	}()
	return transform(r)
}
