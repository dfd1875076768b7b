package main

import (
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// hinted adds the known name that a misspelt one most likely meant.
func hinted(err error, name string, known []string) error {
	if near := fieldmask.Suggest(name, known); near != "" {
		return fmt.Errorf("%w (did you mean %q?)", err, near)
	}
	return err
}

// repair returns a mask that parses and is one slip away from one that does not,
// or "".
func repair(mask string, parse func(string) ([]fieldmask.Path, error)) string {
	for _, slip := range []string{
		strings.ReplaceAll(mask, "..", "."),
		strings.TrimRight(mask, ".,"),
		strings.TrimLeft(mask, ","),
		strings.ReplaceAll(mask, ",,", ","),
		mask + ")",
		mask + "]",
		mask + `"`,
		strings.TrimSuffix(mask, ")"),
	} {
		if _, err := parse(slip); err == nil {
			return slip
		}
	}
	return ""
}
