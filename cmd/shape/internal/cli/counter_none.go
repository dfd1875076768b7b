//go:build !o200k

package cli

import "github.com/seed-7aa78ce4/shape/shaper/tokens"

var exact []tokens.Counter
