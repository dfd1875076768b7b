package filter

import (
	"runtime"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// jobs is the flag --jobs: the number of documents that are shaped at once.
type jobs struct{ count int }

const maxJobs = 1024

func (j *jobs) add(fs *pflag.FlagSet) {
	j.count = 1
	fs.VarP(app.Number{To: &j.count, Least: 0, Most: maxJobs}, "jobs", "j", "shape up to `N` documents at once; 0 is one for each processor")
}

// number returns the number of workers. It is 1 if the place of a document depends on the
// validity of the one before it.
func (j *jobs) number(framing scan.Framing, t *documents.Tolerance, r *dryRunState) int {
	switch {
	case r.list, t.On() && framing != scan.Lines:
		return 1
	case j.count == 0:
		return runtime.GOMAXPROCS(0)
	}
	return j.count
}
