package archive

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Limits bound a store. A zero field means its default.
type Limits struct {
	// Bytes bounds the cost of all documents, their bookkeeping included. The default is 64
	// MiB in memory and 1 GiB in a directory. In a shared store it bounds each document alone;
	// the default is 64 MiB.
	Bytes int64
	// Age is the lifetime of a document since its last Put: 24 hours. A conversation that goes
	// on after that calls the tool again.
	Age time.Duration
}

const (
	memoryBytes    = 64 << 20
	directoryBytes = 1 << 30
	sharedBytes    = 64 << 20
	usualAge       = 24 * time.Hour
)

// or returns the limits with their defaults. Each store has its own default of Bytes.
func (l Limits) or(bytes int64) Limits {
	return Limits{Bytes: cmp.Or(max(l.Bytes, 0), bytes), Age: cmp.Or(max(l.Age, 0), usualAge)}
}

// admit refuses a document that no store takes. cost is the document's cost.
func (l Limits) admit(ctx context.Context, h Handle, cost int64) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !h.IsValid():
		return ErrUnknown
	case cost > l.Bytes:
		return fmt.Errorf("archive: the document takes %d bytes; the store holds at most %d", cost, l.Bytes)
	}
	return nil
}

// IsOver reports whether a document that was put at a time is too old. One from further
// in the future than it could live was put under another clock.
func (l Limits) IsOver(now, put time.Time) bool { return now.Sub(put).Abs() >= l.Age }
