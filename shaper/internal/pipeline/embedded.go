package pipeline

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/splice"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/seed-7aa78ce4/shape/shaper/texts"
)

// asJSON is the kind of text_as for JSON documents within a text. The engine shapes each of
// them as a payload, in its place:
//
//	Two rows:
//	[{"id": 1, "note": null}, {"id": 2, "note": null}]
//	Done.
//
// The words around a document stay byte for byte.
const asJSON texts.Kind = "json"

// restMark stands between a document that breaks off and its rest.
const restMark = "\n… the document breaks off; its rest: "

// embedded is the place of a JSON document in a text. A document that breaks off, such as one
// that a client cut, ends behind its last whole value. The brackets closers then end it.
type embedded struct {
	scan.Span
	closers string
}

// hasDocuments reports whether a text is a JSON string of other text, or holds documents.
func (w *shortener) hasDocuments(text string) bool {
	_, ok := unquoted(text)
	return ok || len(w.documents([]byte(text))) > 0
}

// unquoted returns the content of a text that is one JSON string. It returns the text if it is
// none, or if the content is a scalar of JSON or nothing.
func unquoted(text string) (content string, ok bool) {
	token := []byte(strings.TrimSpace(text))
	if len(token) <= len(nothing) || token[0] != '"' {
		return text, false
	}
	if end, _, kind := scan.String(token, 0, len(token)); kind != scan.KindNone || end < len(token) {
		return text, false
	}
	content = scan.Text(token)
	end, kind := scan.Scalar([]byte(content), 0, len(content))
	if kind == scan.KindNone && end == len(content) || strings.TrimSpace(content) == "" {
		return text, false
	}
	return content, true
}

// documents returns the JSON documents at the start of lines, except those in a fence of
// Markdown. A text that is one document holds none.
func (w *shortener) documents(src []byte) (all []embedded) {
	var skip scan.Skipper
	fence := ""
	for at := 0; at < len(src); {
		line, end := src[at:], at
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		switch mark := string(line[:min(len(line), 3)]); {
		case mark == "```", mark == "~~~":
			if fence == "" {
				fence = mark
			} else if mark == fence {
				fence = ""
			}
		case fence == "" && len(line) > 0 && scan.IsOpener(line[0]) && !bytes.HasSuffix(src[:at], []byte(linesMark)):
			var kind scan.Kind
			switch end, kind = skip.Value(src, at, 0, &w.engine.Limits); kind {
			case scan.KindNone:
				all = append(all, embedded{Span: scan.Span{Start: at, End: end}})
			case scan.KindDepth, scan.KindStringSize, scan.KindMembers:
			default:
				// The document ends behind the last whole value before its fault.
				if _, last := openAt(src, at, end); last > at {
					open, _ := openAt(src, at, last)
					slices.Reverse(open)
					all = append(all, embedded{scan.Span{Start: at, End: last}, string(open)})
				}
			}
		}
		if n := bytes.IndexByte(src[end:], '\n'); n >= 0 {
			at = end + n + 1
		} else {
			at = len(src)
		}
	}
	if len(all) == 1 && all[0].closers == "" && len(bytes.TrimSpace(src)) == all[0].End-all[0].Start {
		return nil
	}
	return all
}

// openAt returns the brackets that close the containers open at src[end], of the document at
// src[at]. last is the end of the last whole value in a container, at if there is none.
func openAt(src []byte, at, end int) (closers []byte, last int) {
	last = at
	for i := at; i < end; i++ {
		switch src[i] {
		case '"':
			next, _, kind := scan.String(src, i, len(src))
			if kind != scan.KindNone {
				next = end
			}
			i = next - 1
		case '{':
			closers = append(closers, '}')
		case '[':
			closers = append(closers, ']')
		case '}', ']':
			closers, last = closers[:len(closers)-1], i+1
		case ',':
			last = i
		}
	}
	return closers, last
}

// shapeDocuments shapes the documents of a text as payloads. It returns the text if that fails.
func (w *shortener) shapeDocuments(text string) string {
	text, _ = unquoted(text)
	src := []byte(text)
	docs := w.documents(src)
	if len(docs) == 0 {
		return text
	}
	body := []byte(`{"content":[`)
	for i, doc := range docs {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, `{"type":"text","text":`...)
		body = scan.AppendQuote(body, slices.Concat(src[doc.Start:doc.End], []byte(doc.closers)))
		body = append(body, '}')
	}
	mem := NewMemory()
	defer mem.Release()
	inner := *w.req
	inner.Body, inner.Call.Dialect, inner.Schema, inner.Journal = append(body, "]}"...), "", nil, nil
	out, facts, err := w.engine.Shape(mem, &inner, nil)
	shaped, ok := resultOf(out, w.engine.Limits)
	if err != nil || facts.Unshaped != nil || !ok || len(shaped.texts) != len(docs) {
		return text
	}
	now := make([]string, len(docs))
	for i, doc := range docs {
		token := shaped.text(i)
		if token == nil {
			return text
		}
		if now[i] = scan.Text(token); doc.closers != "" {
			now[i] += restMark
		}
	}
	w.reported.Join(facts.Reported, asWritten)
	var all []splice.Edit
	// Lines that make no table are tried again from the second, the fourth, the eighth on.
	for i, n, next, step := 0, 0, 0, 1; i < len(docs); i += n {
		doc, written := docs[i].Span, now[i]
		if n = 1; facts.Plan.Resolved.Columns && i >= next {
			lines := linesFrom(src, docs[i:])
			next, step = i+min(step, lines), min(2*step, lines)
			if table := w.table(now[i : i+lines]); table != "" {
				doc.End, written, n, step = docs[i+lines-1].End, table, lines, 1
				w.reported.Folded++
			}
		}
		if len(written) < doc.End-doc.Start {
			all = append(all, splice.Edit{Span: doc, With: []byte(written)})
		}
	}
	return string(splice.Apply(src, all))
}

// linesFrom returns the number of objects, one on each line, from the first document on. It is
// at least 1.
func linesFrom(src []byte, docs []embedded) (n int) {
	isLine := func(doc embedded) bool { return doc.closers == "" && src[doc.Start] == '{' }
	for n = 1; n < len(docs) && isLine(docs[n-1]) && isLine(docs[n]); n++ {
		if between := src[docs[n-1].End:docs[n].Start]; string(between) != "\n" && string(between) != "\r\n" {
			break
		}
	}
	return n
}

// linesMark stands before a table of JSON lines. So the text is no document, and no rule for
// payloads acts on the table again.
const linesMark = "JSON lines as a table:\n"

// table returns the table of JSON lines, "" if the lines are shorter or only one.
func (w *shortener) table(lines []string) string {
	if len(lines) < 2 {
		return ""
	}
	list := scan.AppendCompact(nil, []byte("["+strings.Join(lines, ",")+"]"))
	folded, n := tables.Fold(list, w.engine.Limits.Depth-2*aroundText)
	if n == 0 || folded[0] != '{' || len(linesMark)+len(folded) >= len(list)-len("[]") {
		return ""
	}
	return linesMark + string(folded)
}
