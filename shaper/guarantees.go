package shaper

import _ "embed"

//go:embed GUARANTEES.md
var guarantees string

// Guarantees is the page GUARANTEES.md, in Markdown: what callers and operators
// can rely on, and the tests that hold it.
func Guarantees() string { return guarantees }
