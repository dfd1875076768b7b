package jsonrpc

import (
	"cmp"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Dialect is a JSON-RPC 2.0 response whose result may be a tool result (seed 002).
type Dialect struct {
	Edition string // "" or [toolresult.EditionMCP]
}

func (Dialect) Name() string             { return "jsonrpc" }
func (Dialect) Layout() *envelope.Layout { return known().tool }

// Detect takes a response: the version beside a result or an error.
func (Dialect) Detect(d *envelope.Doc) int {
	if kit.OneOf(d.Value("jsonrpc"), "2.0") == "2.0" && (d.Has("result") || d.Has("error")) {
		return 95
	}
	return 0
}

// Misfit asks for one of the keys that no other envelope has in their place.
func (Dialect) Misfit(d *envelope.Doc) string { return d.Lacks("jsonrpc", "result", "error") }

// Facts reads whether there is an error, or a result with isError.
func (Dialect) Facts(d *envelope.Doc) envelope.Facts {
	said := d.ResultValue("isError")
	if d.Result == nil { // the result was not indexed
		said = kit.Find(d.Value("result"), "isError")
	}
	return envelope.Facts{IsError: !kit.IsNull(d.Value("error")) || string(said) == "true"}
}

var contract = kit.Contract{Dialect: "jsonrpc", Schemas: map[string]string{"": "jsonrpc", toolresult.EditionMCP: "jsonrpc-protocol"}}

// Editions returns the default edition, and [toolresult.EditionMCP].
func (Dialect) Editions() []string { return toolresult.Dialect{}.Editions() }

// In is the response in an edition.
func (j Dialect) In(edition string) (envelope.Dialect, error) {
	if err := contract.Check(edition); err != nil {
		return nil, err
	}
	return Dialect{edition}, nil
}

// Schema returns the JSON Schema of an edition, "" being the dialect's own. The
// schema of tool results is bundled into it.
func (j Dialect) Schema(edition string) ([]byte, error) {
	edition = cmp.Or(edition, j.Edition)
	own, err := contract.Schema(edition)
	if err != nil {
		return nil, err
	}
	tool, err := toolresult.Dialect{}.Schema(edition)
	if err != nil {
		return nil, err
	}
	var o, defs kit.Object
	o.Merge(own)
	defs.Merge(o.Get("$defs"))
	defs.Set("toolResult", tool)
	o.Set("$defs", defs.Done())
	return append(scan.AppendIndent(nil, o.Done(), "  "), '\n'), nil
}

// forms holds the layouts of responses by their results.
type forms struct {
	tool   *envelope.Layout                      // the result of a tool
	around map[*envelope.Layout]*envelope.Layout // any result of the protocol
	other  envelope.Layout                       // any other result: excludes act in it, nothing trims it
	batch  envelope.Layout                       // several responses in one list, for unknown calls
}

// known holds the layouts. The first response makes them: not every program has one.
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

// aroundResult adds the members of a response around its result.
func aroundResult(l envelope.Layout) envelope.Layout {
	l.Protocol = append([]string{"jsonrpc", "id", "error", "error.code", "result", "result.nextCursor"}, l.Protocol...)
	l.Message = append([]string{"error.message"}, l.Message...)
	l.Detail = []string{"error.data", "result"}
	l.Sealed = append([]string{"id"}, l.Sealed...)
	return l
}

// Forms returns the layouts of responses around other results than a tool's, and of batches.
func (Dialect) Forms() []*envelope.Layout {
	forms := []*envelope.Layout{&known().other, &known().batch}
	for _, l := range known().around {
		forms = append(forms, l)
	}
	return forms
}

// Form returns the layout of a response by its result, and that of a batch for a list of
// responses.
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
