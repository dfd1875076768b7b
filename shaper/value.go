package shaper

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
)

// ShapeValue is [Engine.Shape] of a Go value, such as the struct, map or slice of a handler.
// The value becomes JSON as encoding/json writes it, without the escapes for HTML. A []byte or
// a [json.RawMessage] must hold JSON already. The functions add facts of the call to the
// request; its body is the value:
//
//	res, err := eng.ShapeValue(ctx, "search", rows, func(r *shaper.Request) { r.Fields = args.Fields })
//
// The error is an [*Error] of reason value if the value has no JSON, else that of Shape.
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

// requestOf returns a request with the given settings. Without settings it allocates nothing.
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

// asJSON returns the text of a value that is JSON already, nil for any other value.
func asJSON(value any) []byte {
	switch text := value.(type) {
	case []byte:
		return text
	case json.RawMessage:
		return text
	}
	return nil
}

// writer encodes values. It reuses its memory.
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
	if w.text.Reset(); w.text.Cap() <= scratch.Most {
		writers.Put(w)
	}
}

// noJSON describes the encoding error of a value without its content. The text of a
// json.MarshalerError is left out, since it may hold content.
func noJSON(value any, err error) error {
	if bad, ok := errors.AsType[*json.UnsupportedTypeError](err); ok {
		return fmt.Errorf("there is no JSON for a %v", bad.Type)
	}
	if bad, ok := errors.AsType[*json.MarshalerError](err); ok {
		return fmt.Errorf("a %v does not tell its JSON", bad.Type)
	}
	return fmt.Errorf("there is no JSON for all that is in a %T: a number that is none, or a value that holds itself", value)
}
