package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// build describes the build of the program.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "unknown" outside a repository
	Modified bool   `json:"modified"`
	Time     string `json:"time,omitempty"` // of the commit
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

func init() {
	cobra.AddTemplateFunc("build", func() build { return builtFrom(debug.ReadBuildInfo()) })
}

// builtFrom returns the build from the information that the toolchain links in.
func builtFrom(info *debug.BuildInfo, ok bool) build {
	b := build{Version: "unknown", Commit: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if !ok {
		return b
	}
	b.Version = cmp.Or(info.Main.Version, b.Version)
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		case "vcs.time":
			b.Time = s.Value
		}
	}
	return b
}

// String returns one line of all facts.
func (b build) String() string {
	commit := b.Commit
	if b.Modified {
		commit += ", modified"
	}
	return fmt.Sprintf("shape %s (commit %s, %s, %s/%s)", b.Version, commit, b.Go, b.OS, b.Arch)
}

func versionCommand(a *app) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version, the commit and the toolchain",
		Example: "  shape version --format json",
		Args:    argCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			b := builtFrom(debug.ReadBuildInfo())
			if format != "json" {
				_, err := fmt.Fprintln(a.stdout, b)
				return err
			}
			return a.printJSON(b)
		},
	}
	addFormat(cmd.Flags(), &format)
	return cmd
}
