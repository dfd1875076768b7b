package fieldmask

import "github.com/seed-7aa78ce4/shape/internal/words"

// Suggest returns the known name that a misspelt one most likely meant, or "".
func Suggest(name string, known []string) string { return words.Nearest(name, known) }
