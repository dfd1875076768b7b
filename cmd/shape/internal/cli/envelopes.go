package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
)

// contract is a set of rules for documents: a dialect, or digest for payloads.
type contract interface{ Name() string }

func contracts() (all []contract) {
	for _, d := range dialects.All() {
		all = append(all, d)
	}
	return append(all, digest.Contract{})
}

// contractsWith returns the names of the contracts that implement T.
func contractsWith[T any]() (names []string) {
	for _, c := range contracts() {
		if _, ok := c.(T); ok {
			names = append(names, c.Name())
		}
	}
	return names
}

// contractOf returns the contract of a name, if it implements T.
func contractOf[T any](name string) (T, bool) {
	for _, c := range contracts() {
		if can, ok := c.(T); ok && c.Name() == name {
			return can, true
		}
	}
	var none T
	return none, false
}

// anyDialect returns the values of --dialect for commands that shape.
func anyDialect() []string { return append([]string{"auto"}, contractsWith[envelope.Dialect]()...) }

// dialectFor returns the dialect of a document by name, or by its form if the name is "" or
// auto. The dialect must implement T.
func dialectFor[T any](name string, doc document) (T, string, error) {
	if name == "" || name == "auto" {
		opened, err := envelope.Open(doc.text, envelope.Limits{})
		if err != nil {
			var none T
			return none, "", err
		}
		name = dialects.Detect(opened).Name()
	}
	if d, ok := contractOf[T](name); ok {
		return d, name, nil
	}
	var none T
	return none, "", doc.unusable(fmt.Errorf("no known envelope; name its dialect: %s", strings.Join(contractsWith[T](), ", ")))
}

// schemaCommand returns the command schema.
func schemaCommand(a *app) *cobra.Command {
	var name, edition string
	cmd := &cobra.Command{
		Use:     "schema --dialect DIALECT [flags]",
		Short:   "print the JSON Schema of an envelope",
		Example: "  shape schema --dialect bmcis > bmcis.schema.json\n  shape schema --dialect digest",
		Args:    argCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			d, _, err := dialectFor[envelope.Schemer](name, document{})
			if err != nil {
				return err
			}
			text, err := d.Schema(edition)
			if err != nil {
				return err
			}
			return a.stdout.WriteDocuments(text)
		},
	}
	addDialect(cmd.Flags(), &name, "dialect", contractsWith[envelope.Schemer](), "envelope")
	addEdition(cmd.Flags(), &edition)
	cmd.MarkFlagRequired("dialect")
	return cmd
}

const wrapLong = `wrap builds envelopes from parts, and shapes them as the filter does. Parts are one
object of data or error, and of id (of a JSON-RPC request), request_id,
request_id_source, tier, tool_id, tool_version, operation, capabilities, duration_ms,
timestamp, warnings, upgrade_hints, pagination (cursor, has_more, page_size, total),
fidelity (level, dropped_ids, archive_hashes), rate_limit, tokens (estimated, used),
cache_hit, telemetry and meta. Standard error lists parts without a place.`

const wrapExample = `  echo '{"data":{"found":1},"id":7}' | shape wrap --dialect jsonrpc --edition mcp
  echo '{"data":{"risk":"high"},"tier":"pro"}' | shape wrap --dialect scalpel
  echo '{"error":"File not found"}' | SCALPEL_MCP_INFO=DEBUG shape wrap --dialect scalpel`

// wrapCommand returns the command wrap.
func wrapCommand(a *app) *cobra.Command {
	f := &filter{app: a}
	var edition string
	var made envelope.Dialect
	f.answer = func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
		parts := req
		parts.Dialect = "auto" // the flag names the envelope to make
		public, err := f.engine.Hide(context.Background(), parts)
		if err != nil {
			return dst, public.Report, err
		}
		req.Body = public.Body
		wrapped, err := f.engine.WrapAs(context.Background(), req, made)
		if len(dst) == 0 && cap(dst) < len(wrapped.Body) { // avoids a second copy of a large body
			return wrapped.Body, wrapped.Report, err
		}
		return append(dst, wrapped.Body...), wrapped.Report, err
	}
	cmd := &cobra.Command{
		Use:     "wrap --dialect DIALECT [flags] [FILE…]",
		Short:   "build envelopes from parts, and shape them",
		Long:    wrapLong,
		Example: wrapExample,
		RunE: a.reading(func(files []string) (err error) {
			if made, err = inEdition(f.request.Dialect, edition); err != nil {
				return err
			}
			return f.run(files)
		}),
	}
	f.flags(cmd.Flags(), contractsWith[envelope.Wrapper]())
	f.framing.add(cmd.Flags())
	f.tolerance.add(cmd.Flags(), false)
	addEdition(cmd.Flags(), &edition)
	cmd.Flags().Lookup("dialect").Usage = dialectUsage("envelope to make", contractsWith[envelope.Wrapper]())
	cmd.MarkFlagRequired("dialect")
	return cmd
}

// inEdition returns a dialect in an edition of its contract.
func inEdition(name, edition string) (envelope.Dialect, error) {
	d, _ := dialects.Lookup(name) // the flag takes known names only
	return dialects.In(d, edition)
}
