package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func (a *app) schemaCommand() *cobra.Command {
	var name, edition string
	cmd := &cobra.Command{
		Use:     "schema --dialect DIALECT [flags]",
		Short:   "print the JSON Schema of an envelope",
		Example: "  shape schema --dialect bmcis > bmcis.schema.json",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			d, _, err := dialectFor[envelope.Schemer](name, document{})
			if err != nil {
				return err
			}
			text, err := d.Schema(edition)
			if err != nil {
				return err
			}
			_, err = a.stdout.Write(text)
			return err
		},
	}
	addDialect(cmd.Flags(), &name, "dialect", able[envelope.Schemer](), "envelope")
	cmd.Flags().StringVar(&edition, "edition", "", "`EDITION` of the contract, where a dialect has several")
	cmd.MarkFlagRequired("dialect")
	return cmd
}
