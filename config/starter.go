package config

import (
	"bytes"
	_ "embed"
)

//go:embed starter.jsonc
var starterText []byte

// Starter returns a commented configuration file to begin with. As it stands it
// says what the built-ins say.
func Starter() []byte { return bytes.Clone(starterText) }
