//go:build o200k

package app

import (
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

var exact = []tokens.Counter{o200k.Counter{}}
