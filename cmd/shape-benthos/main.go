// Command shape-benthos runs streams of Benthos with the processors of package shapeproc, an
// input and an output for Kafka, and archives in Redis. Beside them it links the inputs,
// outputs and processors of Benthos itself.
package main

import (
	"cmp"
	"context"
	"runtime/debug"

	_ "github.com/redpanda-data/benthos/v4/public/components/io"
	_ "github.com/redpanda-data/benthos/v4/public/components/pure"
	"github.com/redpanda-data/benthos/v4/public/service"

	_ "github.com/seed-7aa78ce4/shape/cmd/shape-benthos/kafka"
	_ "github.com/seed-7aa78ce4/shape/cmd/shape-benthos/shapeproc"
	_ "github.com/seed-7aa78ce4/shape/shaper/archive/redis" // for the store redis
)

func main() {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = cmp.Or(info.Main.Version, version)
	}
	service.RunCLI(context.Background(),
		service.CLIOptSetBinaryName("shape-benthos"),
		service.CLIOptSetProductName("shape-benthos"),
		service.CLIOptSetVersion(version, "unknown"),
		service.CLIOptSetDefaultConfigPaths("shape-benthos.yaml"),
	)
}
