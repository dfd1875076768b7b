package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

const wrapExample = `  echo '{"data":{"risk":"high"},"tier":"pro","duration_ms":27}' | shape wrap --dialect scalpel
  echo '{"error":{"error":"File not found: a.py"}}' | SCALPEL_MCP_INFO=DEBUG shape wrap --dialect scalpel`

// wrapCommand builds envelopes from parts, and shapes them as the filter does.
func (a *app) wrapCommand() *cobra.Command {
	f := &filter{app: a}
	f.answer = func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
		wrapped, err := f.engine.Wrap(context.Background(), req)
		if len(wrapped.Report.Lost) > 0 {
			terminal.Say(a.stderr, "%s", carriesNot(req.Dialect, wrapped.Report.Lost))
		}
		return append(dst, wrapped.Body...), wrapped.Report, err
	}
	cmd := &cobra.Command{
		Use:     "wrap --dialect DIALECT [flags] [FILE…]",
		Short:   "build envelopes from parts, and shape them",
		Example: wrapExample,
		RunE:    a.reading(f.run),
	}
	f.flags(cmd.Flags(), able[envelope.Wrapper]())
	cmd.MarkFlagRequired("dialect")
	return cmd
}

// carriesNot says what an envelope could not be given.
func carriesNot(dialect string, lost []string) string {
	return dialect + " cannot carry " + strings.Join(lost, ", ")
}
