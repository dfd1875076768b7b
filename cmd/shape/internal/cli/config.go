package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/config"
)

// configCommand returns the command config.
func configCommand(a *app) *cobra.Command {
	return group("config", "find, check, show, start, trust, and follow the configuration",
		configPathCommand(a), configCheckCommand(a), configShowCommand(a),
		configInitCommand(a), configMigrateCommand(a), configSchemaCommand(a), configTrustCommand(a), configWatchCommand(a))
}

func configPathCommand(a *app) *cobra.Command {
	var o config.Options
	cmd := &cobra.Command{
		Use:   "path",
		Short: "print which file is in force",
		Args:  argCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			s, err := config.Load(o)
			if err != nil {
				return err
			}
			for _, file := range privacyFiles(s) {
				a.stderr.Tell(notice.Notice{
					Level: notice.Plain, Kind: "configuration", Place: notice.Place{File: file},
					Message: "the privacy section holds as well",
					Text:    ofConfiguration + file + ": the privacy section holds as well",
				})
			}
			_, err = fmt.Fprintln(a.stdout, orBuiltIn(s.Path()))
			return err
		},
	}
	addConfig(cmd.Flags(), &o)
	return cmd
}

// privacyFiles returns the home and /etc files whose privacy sections hold beside the file in force.
// The first candidate is the file in force.
func privacyFiles(s *config.Snapshot) []string {
	held := []string{}
	inForce := s.Path() != ""
	for _, place := range s.Files() {
		if place.Candidate && inForce {
			inForce = false
			continue
		}
		held = append(held, place.Path)
	}
	return held
}

func configSchemaCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "print the JSON Schema of the file, from which editors complete",
		Args:  argCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return a.stdout.WriteDocuments(config.Schema())
		},
	}
}

func configInitCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "write a commented file to start from, and its schema; trust the file",
		Args:  argCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			if err := os.MkdirAll(config.FolderName, 0o755); err != nil {
				return output.Fault(err)
			}
			file := filepath.Join(config.FolderName, config.FileName)
			written, err := writeNew(a, file, config.Starter())
			if err == nil && written {
				err = trustWritten(a, file)
			}
			if err != nil {
				return err
			}
			_, err = writeNew(a, filepath.Join(config.FolderName, "response_config.schema.json"), config.Schema())
			return err
		},
	}
}

// writeNew writes a new file and reports whether it did. An existing file stays.
func writeNew(a *app, name string, text []byte) (written bool, err error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		_, err := fmt.Fprintf(a.stdout, "%s is there already, and stays\n", name)
		return false, err
	}
	if err == nil {
		_, err = file.Write(text)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return false, output.Fault(err)
	}
	_, err = fmt.Fprintf(a.stdout, "%s written\n", name)
	return true, err
}
