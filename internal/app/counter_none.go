//go:build !o200k

package app

import (
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

var exact []tokens.Counter
