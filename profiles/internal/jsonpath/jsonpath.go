// Package jsonpath recognises paths of JSONPath among masks.
package jsonpath

import "strings"

// Mask reports whether a text begins with the $ of JSONPath, and returns the mask that was
// meant, root for the root. A member of that name is written in quotes. Example: "$.a[*].b"
// means "a[].b".
func Mask(text, root string) (meant string, is bool) {
	rest, ok := strings.CutPrefix(text, "$")
	if !ok || rest != "" && rest[0] != '.' && rest[0] != '[' {
		return "", false
	}
	meant = strings.ReplaceAll(rest, "[*]", "[]")
	if deep, ok := strings.CutPrefix(meant, ".."); ok {
		meant = "**." + deep
	}
	meant = strings.TrimPrefix(meant, ".")
	if meant == "" || meant == "[]" {
		meant = root
	}
	return meant, true
}
