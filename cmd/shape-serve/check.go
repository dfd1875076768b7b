package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/policy"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

const checkLong = `check reads the configuration of agentgateway or Envoy (YAML or JSON) and warns of a place that
lets a message pass without shape: failureMode failOpen, failure_mode_allow, a result whose
call is not in the metadata, a body mode that cuts.

Exit status: 0 nothing to warn of; 1 warnings; 2 usage; 3 the file cannot be read.`

// checkCommand returns the command check.
func checkCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "check POLICY", Short: "find places of a gateway's policy that let messages pass",
		Long: checkLong, Args: app.ArgCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			found, err := policy.Check(args[0])
			if err != nil {
				return app.InputError(err)
			}
			for _, w := range found {
				a.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "policy", Place: notice.Place{File: args[0], Line: w.Line, Column: w.Column}, Message: w.Message, Text: w.String(args[0])})
			}
			if len(found) > 0 {
				return &app.Failure{Status: app.ExitNothing}
			}
			return nil
		},
	}
}
