package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

// digests remembers for a document which of the open objects are digests.
type digests struct {
	searched, any bool // any: the body names a digest somewhere
	at            [levelsOfDigest]checked
}

// levelsOfDigest is how many containers a string of a digest can be in: a snippet, the
// list of snippets, the digest.
const levelsOfDigest = 3

// checked is an object of which it is known whether it is a digest.
type checked struct {
	start     uint32
	known, is bool
}

// inDigest reports whether one of the innermost containers is a digest/v1. Lengths and
// budgets leave the strings and arrays of a digest as they are (RULES R45). The pass asks
// only about a string or an array that it is about to cut.
func (p *Pass) inDigest() bool {
	d := &p.limited.digests
	if !d.searched {
		d.searched, d.any = true, bytes.Contains(p.src, []byte("digest"))
	}
	if !d.any {
		return false
	}
	for i := max(0, len(p.stack)-levelsOfDigest); i < len(p.stack); i++ {
		f, c := &p.stack[i], &d.at[i%levelsOfDigest]
		if !c.known || c.start != f.start {
			*c = checked{f.start, true, f.isObject && excerpt.IsDigest(p.src, int(f.start))}
		}
		if c.is {
			return true
		}
	}
	return false
}
