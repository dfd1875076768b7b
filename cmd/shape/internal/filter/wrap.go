package filter

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

const wrapLong = `wrap builds envelopes from parts, and shapes them as the filter does. Parts are one
object of data or error, and of id (of a JSON-RPC request), request_id,
request_id_source, tier, tool_id, tool_version, operation, capabilities, duration_ms,
timestamp, warnings, upgrade_hints, pagination (cursor, has_more, page_size, total),
fidelity (level, dropped_ids, archive_hashes), rate_limit, tokens (estimated, used),
cache_hit, telemetry and meta. Standard error lists parts without a place.`

const wrapExample = `  echo '{"data":{"found":1},"id":7}' | shape wrap --dialect jsonrpc --edition mcp
  echo '{"data":{"risk":"high"},"tier":"pro"}' | shape wrap --dialect scalpel
  echo '{"error":"File not found"}' | SCALPEL_MCP_INFO=DEBUG shape wrap --dialect scalpel`

// WrapCommand returns the command wrap.
func WrapCommand(a *app.App) *cobra.Command {
	f := &filter{App: a}
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
		Use:   "wrap --dialect DIALECT [flags] [FILE…]",
		Short: "build envelopes from parts, and shape them",
		Long:  wrapLong, Example: wrapExample,
		RunE: a.Reading(func(files []string) (err error) {
			if made, err = app.InEdition(f.request.Dialect, edition); err != nil {
				return err
			}
			return f.run(files)
		}),
	}
	f.flags(cmd.Flags(), app.ContractsWith[envelope.Wrapper]())
	f.framing.Add(cmd.Flags())
	f.tolerance.Add(cmd.Flags(), false)
	app.AddEdition(cmd.Flags(), &edition)
	cmd.Flags().Lookup("dialect").Usage = app.DialectUsage("envelope to make", app.ContractsWith[envelope.Wrapper]())
	app.Require(cmd, "dialect")
	return cmd
}
