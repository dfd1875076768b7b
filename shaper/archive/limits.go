package archive

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Limits bound what a store keeps. A zero field means its default.
type Limits struct {
	// Bytes are what all documents take together, each with what a store needs to keep
	// it: 64 MiB in memory, which a server has beside its own, and 1 GiB in a directory.
	Bytes int64
	// Age is how long a document is kept after it was put last: 24 hours. A conversation
	// that goes on after that asks the tool again.
	Age time.Duration
}

const (
	memoryBytes    = 64 << 20
	directoryBytes = 1 << 30
	usualAge       = 24 * time.Hour
)

// or returns the limits with their defaults, of which that of Bytes is a store's own.
func (l Limits) or(bytes int64) Limits {
	return Limits{Bytes: cmp.Or(max(l.Bytes, 0), bytes), Age: cmp.Or(max(l.Age, 0), usualAge)}
}

// admit refuses what no store takes: cost is what the document would count for.
func (l Limits) admit(ctx context.Context, h Handle, cost int64) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !h.IsValid():
		return ErrUnknown
	case cost > l.Bytes:
		return fmt.Errorf("archive: the document takes %d bytes, more than the %d of all that is kept", cost, l.Bytes)
	}
	return nil
}

// isOver reports whether a document that was put at a time is too old. One from further
// in the future than it could live was put under another clock.
func (l Limits) isOver(now, put time.Time) bool { return now.Sub(put).Abs() >= l.Age }
