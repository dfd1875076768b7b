package jsonrpc

import (
	"cmp"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Dialect is a JSON-RPC 2.0 response whose result may be a tool result (seed
// 002).
type Dialect struct {
	Edition string // "" or [toolresult.EditionMCP]
}

func (Dialect) Name() string             { return "jsonrpc" }
func (Dialect) Layout() *envelope.Layout { return known().tool }
func (Dialect) Names() envelope.Names    { return envelope.Names{Some: []string{"jsonrpc"}} }

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
	return envelope.Facts{IsError: !kit.IsNull(d.Value("error")) || isError(d)}
}

// isError reports whether the result says that the call failed. To find that out takes
// a look at all of it where nobody has taken one.
func isError(d *envelope.Doc) bool {
	said := d.ResultValue("isError")
	if d.Result == nil {
		said = kit.Find(d.Value("result"), "isError")
	}
	return string(said) == "true"
}

var schemas = map[string]func() *kit.Schema{
	"":                    sync.OnceValue(func() *kit.Schema { return kit.MustSchema("jsonrpc") }),
	toolresult.EditionMCP: sync.OnceValue(func() *kit.Schema { return kit.MustSchema("jsonrpc-protocol") }),
}

// Editions returns the default edition, and [toolresult.EditionMCP].
func (Dialect) Editions() []string { return toolresult.Dialect{}.Editions() }

// In is the response in an edition.
func (j Dialect) In(edition string) (envelope.Dialect, error) {
	if schemas[edition] == nil {
		return nil, &envelope.EditionError{Dialect: j.Name(), Edition: edition}
	}
	return Dialect{edition}, nil
}

// Schema returns the JSON Schema of an edition, "" being the dialect's own. The
// schema of tool results is bundled into it.
func (j Dialect) Schema(edition string) ([]byte, error) {
	edition = cmp.Or(edition, j.Edition)
	tool, err := toolresult.Dialect{}.Schema(edition)
	if err != nil {
		return nil, &envelope.EditionError{Dialect: "jsonrpc", Edition: edition}
	}
	name := "jsonrpc"
	if edition == toolresult.EditionMCP {
		name = "jsonrpc-protocol"
	}
	var o, defs kit.Object
	o.Merge(kit.SchemaText(name))
	defs.Merge(o.Get("$defs"))
	defs.Set("toolResult", tool)
	o.Set("$defs", defs.Done())
	return append(scan.AppendIndent(nil, o.Done(), "  "), '\n'), nil
}

// Wrap builds the response from [envelope.Parts]; without an id its id is null, which
// [toolresult.EditionMCP] does not have beside a result.
func (j Dialect) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	made, err := kit.Wrap(j, p)
	if err == nil {
		made.Envelope, err = kit.Valid(j, made.Envelope)
	}
	return made, err
}
