package main

import (
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/app"
	_ "github.com/seed-7aa78ce4/shape/shaper/archive/blob"  // for archive: {store: blob}
	_ "github.com/seed-7aa78ce4/shape/shaper/archive/redis" // for archive: {store: redis}
)

// addStores adds the flags of shared archives.
func addStores(flags *pflag.FlagSet, to *app.SharedArchive) {
	flags.IntVar(&to.Wait, "archive-wait", 0, "have `N` replicas of a Redis archive confirm each result")
	flags.BoolVar(&to.AllowEviction, "allow-eviction", false, "accept a Redis archive that may drop results before their time")
}
