package documents

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// A panic in a worker ends the run with an error that holds no content, behind the
// answers to the documents before.
func TestJobsHoldFaults(t *testing.T) {
	answered := 0
	r := &Reader{
		App: app.New(app.Env{Stdin: nil, Stdout: io.Discard, Stderr: io.Discard, LookupEnv: os.LookupEnv}, nil), Jobs: 2,
		Shape: func(d Document, _ []byte) Shaped {
			if string(d.Text) == "[]" {
				panic("content")
			}
			return Shaped{}
		},
		Conclude: func(Document, Shaped) error { answered++; return nil },
	}
	err := r.inParallel("f", scan.NewSplitter(strings.NewReader("{}[]"), scan.Limits{}))
	if app.ExitStatus(err) != app.ExitFault || strings.Contains(err.Error(), "content") || answered != 1 {
		t.Errorf("%d answers, %v", answered, err)
	}
}
