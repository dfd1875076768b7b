// Package configcmd is the command config: it finds, checks, shows and starts configurations.
package configcmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
)

// Command returns the command config.
func Command(a *app.App) *cobra.Command {
	return app.Group("config", "find, check, show, start, trust, and follow the configuration",
		configPathCommand(a), configCheckCommand(a), configShowCommand(a),
		configInitCommand(a), configMigrateCommand(a), configSchemaCommand(a), configTrustCommand(a), configWatchCommand(a))
}

func configPathCommand(a *app.App) *cobra.Command {
	var o config.Options
	cmd := &cobra.Command{
		Use:   "path",
		Short: "print which file is in force",
		Args:  app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			s, err := config.Load(o)
			if err != nil {
				return err
			}
			for _, file := range app.PrivacyFiles(s) {
				a.Stderr.Tell(notice.Notice{
					Level: notice.Plain, Kind: "configuration", Place: notice.Place{File: file},
					Message: "the privacy section holds as well",
					Text:    app.OfConfiguration + file + ": the privacy section holds as well",
				})
			}
			_, err = fmt.Fprintln(a.Stdout, app.OrBuiltIn(s.Path()))
			return err
		},
	}
	app.AddConfig(cmd.Flags(), &o)
	return cmd
}

func configSchemaCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "print the JSON Schema of the file, from which editors complete",
		Args:  app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return a.Stdout.WriteDocuments(config.Schema())
		},
	}
}

func configInitCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "write a commented file to start from, and its schema; trust the file",
		Args:  app.ArgCount(0, 0),
		RunE:  func(*cobra.Command, []string) error { return Start(a, "") },
	}
}

// Start writes the starter and its schema into a folder, unless they exist. It trusts the file
// of the working directory, "".
func Start(a *app.App, dir string) error {
	folder := filepath.Join(dir, config.FolderName)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return output.Fault(err)
	}
	file := filepath.Join(folder, config.FileName)
	written, err := writeNew(a, file, config.Starter())
	if err == nil && written && dir == "" {
		err = trustWritten(a, file)
	}
	if err != nil {
		return err
	}
	_, err = writeNew(a, filepath.Join(folder, "response_config.schema.json"), config.Schema())
	return err
}

// writeNew writes a new file and reports whether it did. An existing file stays.
func writeNew(a *app.App, name string, text []byte) (written bool, err error) {
	err = output.WriteNew(name, text, 0o644)
	if errors.Is(err, fs.ErrExist) {
		_, err := fmt.Fprintf(a.Stdout, "%s is there already, and stays\n", name)
		return false, err
	}
	if err != nil {
		return false, output.Fault(err)
	}
	_, err = fmt.Fprintf(a.Stdout, "%s written\n", name)
	return true, err
}
