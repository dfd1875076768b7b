package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

// version tells the version, the commit and the toolchain that made the program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "shape (unknown build)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := cmp.Or(settings["vcs.revision"], "unknown")
	if settings["vcs.modified"] == "true" {
		commit += ", modified"
	}
	return fmt.Sprintf("shape %s (commit %s, %s, %s/%s)",
		info.Main.Version, commit, info.GoVersion, settings["GOOS"], settings["GOARCH"])
}
