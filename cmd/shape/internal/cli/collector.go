package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// large is the size of a document of which copies are many pages of memory.
const large = 1 << 20

// thrift has the collector come early: what a large document takes is a few copies of it,
// which are quickly looked through, and few of which are used at once.
func thrift() { setPace(early) }

// collectLate has the collector come for the first time when more memory is in use than
// a document of a size takes, with its output: what is there before is still used. From
// then on it comes early.
func collectLate(size int64) {
	const (
		unseen = 4 << 20 // which the collector lets be, at a pace of 100
		aside  = 8 << 20 // for all but documents
	)
	setPace(int((size*9/4 + aside) * 100 / unseen))
	runtime.AddCleanup(new([64]byte), setPace, early)
}

const early = 25

// setPace sets how much more memory, in hundredths, may be in use before the collector
// comes again. What the user says of it holds.
func setPace(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// boundHeap has the collector work, and give memory back, as the process comes near a bound
// in MiB. A limit that the user set holds.
func boundHeap(mib int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(mib) << 20)
	}
}
