package taint

import (
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// spells reports whether a text has an escape of a character that needs none: a numeric
// escape, such as \u0041, or an escaped slash.
func spells(text []byte) bool { return needless().Next(text, 0) <= len(text) }

var needless = sync.OnceValue(func() *scan.WordEnds {
	var e scan.WordEnds
	e.AddBytes([3]string{"", `\`, "u"})
	e.AddBytes([3]string{"", `\`, "/"})
	return &e
})
