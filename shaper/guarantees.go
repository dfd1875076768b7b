package shaper

import _ "embed"

//go:embed GUARANTEES.md
var guarantees string

// Guarantees returns the page GUARANTEES.md, in Markdown: the guarantees to callers and
// operators, and the tests that hold them.
func Guarantees() string { return guarantees }
