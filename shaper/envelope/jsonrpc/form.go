package jsonrpc

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// forms are the layouts of responses by what they are around.
type forms struct {
	tool   *envelope.Layout                      // the result of a tool
	around map[*envelope.Layout]*envelope.Layout // any result of the protocol
	other  envelope.Layout                       // anything else: none to trim, but excludes reach it
	batch  envelope.Layout                       // several responses in one list: nobody says which call each answers
}

// known are made when the first response comes: not every program has one.
var known = sync.OnceValue(func() *forms {
	f := &forms{
		around: map[*envelope.Layout]*envelope.Layout{},
		other:  aroundResult(envelope.Layout{Name: "other", Sealed: []string{"result.nextCursor"}}),
		batch:  envelope.Layout{Name: "batch", Apart: []string{"[]"}},
	}
	for _, result := range toolresult.Results() {
		l := aroundResult(result.In("result"))
		l.Around = "mcp"
		f.around[result] = &l
	}
	f.tool = f.around[toolresult.Dialect{}.Layout()]
	f.tool.Notes = &envelope.Notes{Lists: []string{`result.content[]._meta."` + toolresult.MetaKey + `"`}}
	return f
})

// aroundResult adds what a response has around its result.
func aroundResult(l envelope.Layout) envelope.Layout {
	l.Protocol = append([]string{"jsonrpc", "id", "error", "error.code", "result", "result.nextCursor"}, l.Protocol...)
	l.Message = append([]string{"error.message"}, l.Message...)
	l.Detail = []string{"error.data", "result"}
	l.Sealed = append([]string{"id"}, l.Sealed...)
	return l
}

// Forms are the layouts of responses around other results than a tool's, and of
// batches.
func (Dialect) Forms() []*envelope.Layout {
	forms := []*envelope.Layout{&known().other, &known().batch}
	for _, l := range known().around {
		forms = append(forms, l)
	}
	return forms
}

// Form tells responses by their results, and takes lists of responses.
func (j Dialect) Form(d *envelope.Doc) *envelope.Layout {
	switch {
	case d.Members == nil && isBatch(d.Raw):
		return &known().batch
	case j.Detect(d) == 0:
		return nil
	}
	switch result := toolresult.FormOf(d.Value("result")); result {
	case nil:
		return &known().other
	case toolresult.Dialect{}.Layout():
		return nil
	default:
		return known().around[result]
	}
}

// isBatch reports whether a list begins with a response or another message.
func isBatch(list []byte) (is bool) {
	kit.Any(kit.Trim(list), func(first []byte) bool {
		is = kit.OneOf(kit.Find(first, "jsonrpc"), "2.0") == "2.0"
		return true
	})
	return is
}
