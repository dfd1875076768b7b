package configcmd

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

const trustLong = `trust records your trust in the project file at PATH: then all of its keys hold, also
after later edits. Without PATH it is the file found from the working directory upward. A
directory stands for its repository: all project files below it, but not those of another
repository inside it. shape help trust lists the keys that need trust.`

// trusting holds the flags of config trust.
type trusting struct {
	pin, revoke, list bool
	format            string
}

func configTrustCommand(a *app.App) *cobra.Command {
	var t trusting
	cmd := &cobra.Command{
		Use:   "trust [flags] [PATH]",
		Short: "trust the file of a project, or its repository",
		Long:  trustLong,
		Example: `  shape config trust app
  shape config trust --pin app/.code-scalpel/response_config.json
  shape config trust --list`,
		Args: app.ArgCount(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := ""
			if len(args) > 0 {
				path = args[0]
			}
			return trust(a, t, path)
		},
	}
	cmd.Flags().BoolVar(&t.pin, "pin", false, "trust the present content only")
	cmd.Flags().BoolVar(&t.revoke, "revoke", false, "take the trust back")
	cmd.Flags().BoolVar(&t.list, "list", false, "list the trusted paths")
	app.AddFormat(cmd.Flags(), &t.format)
	return cmd
}

func trust(a *app.App, t trusting, path string) error {
	if t.list {
		if t.pin || t.revoke || path != "" {
			return errors.New("--list takes no path and no other flag")
		}
		return listTrust(a, t.format == "json")
	}
	if t.pin && t.revoke {
		return errors.New("--pin and --revoke exclude each other")
	}
	if path == "" {
		var err error
		if path, err = config.ProjectFile(config.Options{}); err != nil {
			return err
		}
	}
	if t.revoke {
		found, err := config.RevokeTrust(config.Options{}, path)
		if err == nil && !found {
			err = fmt.Errorf("%s has no entry of its own (shape config trust --list)", path)
		}
		if err != nil {
			return err
		}
		return terminal.Say(a.Stdout, "%s has lost its trust", path)
	}
	entry, err := config.GiveTrust(config.Options{}, path, t.pin)
	if err != nil {
		return err
	}
	return terminal.Say(a.Stdout, "%s is trusted%s", entry.Path, extent(entry))
}

// extent describes the scope of an entry.
func extent(e config.TrustEntry) string {
	switch {
	case e.Repository:
		return ", and the project files below it"
	case e.SHA256 != "":
		return fmt.Sprintf(", as long as its SHA-256 is %.12s…", e.SHA256)
	}
	return ""
}

func listTrust(a *app.App, asJSON bool) error {
	entries, err := config.TrustEntries(config.Options{})
	if err != nil {
		return err
	}
	if asJSON {
		return a.PrintJSON(append([]config.TrustEntry{}, entries...))
	}
	for _, e := range entries {
		if err := terminal.Say(a.Stdout, "%s%s", e.Path, extent(e)); err != nil {
			return err
		}
	}
	return nil
}

// trustWritten trusts a project file that the command wrote. If that fails, the file stays and
// a warning follows.
func trustWritten(a *app.App, path string) error {
	entry, err := config.GiveTrust(config.Options{}, path, false)
	if err != nil {
		a.Stderr.Tell(notice.Notice{
			Level: notice.Warning, Kind: "configuration", Place: notice.Place{File: path},
			Message: "the file is not trusted: " + err.Error(), Hint: "shape help trust",
		})
		return nil
	}
	return terminal.Say(a.Stdout, "%s is trusted", cmp.Or(path, entry.Path))
}
