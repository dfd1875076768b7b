package shaper

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
)

// ShapeValue is [Engine.Shape] of a Go value, as a handler has it: a struct, a map, a
// slice. The value becomes JSON as encoding/json writes it, with the characters of HTML
// as they are; bytes, and those of a [json.RawMessage], are JSON already. What else is
// known about the call goes into the request, whose body is the value's:
//
//	res, err := eng.ShapeValue(ctx, "search", rows, func(r *shaper.Request) { r.Fields = args.Fields })
//
// The error is an [*Error], too, where there is no JSON for the value.
func (e *Engine) ShapeValue(ctx context.Context, tool string, value any, more ...func(*Request)) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	req := requestOf(tool, more)
	if req.Body = asJSON(value); req.Body != nil {
		return e.Shape(ctx, req)
	}
	w := writers.Get().(*writer)
	defer w.release()
	if err := w.Encode(value); err != nil {
		return Result{}, &Error{Reason: "value", Err: noJSON(value, err)}
	}
	req.Body = bytes.TrimSuffix(w.text.Bytes(), []byte("\n"))
	res, err := e.Shape(ctx, req)
	if res.Report.Unshaped != nil {
		res.Body = slices.Clone(res.Body)
	}
	return res, err
}

// requestOf is a request with what was set in it. One in which nothing is set takes no
// memory.
func requestOf(tool string, more []func(*Request)) Request {
	if len(more) == 0 {
		return Request{Tool: tool}
	}
	req := &Request{Tool: tool}
	for _, set := range more {
		set(req)
	}
	return *req
}

// asJSON is the text of a value that is JSON already, nil for any other one.
func asJSON(value any) []byte {
	switch text := value.(type) {
	case []byte:
		return text
	case json.RawMessage:
		return text
	}
	return nil
}

// writer writes values. It keeps its memory between them.
type writer struct {
	text bytes.Buffer
	*json.Encoder
}

var writers = sync.Pool{New: func() any {
	w := new(writer)
	w.Encoder = json.NewEncoder(&w.text)
	w.SetEscapeHTML(false)
	return w
}}

func (w *writer) release() {
	if w.text.Reset(); w.text.Cap() <= pass.Scratch {
		writers.Put(w)
	}
}

// noJSON says why there is no JSON for a value, without anything of it: what a method of
// the value's own says may hold content.
func noJSON(value any, err error) error {
	if bad, ok := errors.AsType[*json.UnsupportedTypeError](err); ok {
		return fmt.Errorf("there is no JSON for a %v", bad.Type)
	}
	if bad, ok := errors.AsType[*json.MarshalerError](err); ok {
		return fmt.Errorf("a %v does not tell its JSON", bad.Type)
	}
	return fmt.Errorf("there is no JSON for all that is in a %T: a number that is none, or a value that holds itself", value)
}
