package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/config"
)

func (a *app) configInitCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "write a commented file to start from, and its schema",
		Args:  takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			const folder = ".code-scalpel"
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return output.Fault(err)
			}
			if err := a.writeNew(filepath.Join(folder, "response_config.json"), config.Starter()); err != nil {
				return err
			}
			return a.writeNew(filepath.Join(folder, "response_config.schema.json"), config.Schema())
		},
	}
}

// writeNew writes a file that is not there yet; one that is stays as it is.
func (a *app) writeNew(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		_, err := fmt.Fprintf(a.stdout, "%s is there already, and stays\n", name)
		return err
	}
	if err == nil {
		_, err = file.Write(text)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return output.Fault(err)
	}
	_, err = fmt.Fprintf(a.stdout, "%s written\n", name)
	return err
}
