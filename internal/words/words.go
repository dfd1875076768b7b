// Package words holds shared functions on names and messages, so that packages treat them
// in one way. They cover names as tokens of a JSON Pointer, hashes of names, suggestions
// for misspelt names, cuts of long texts, and fixed sentences of contracts.
package words

import (
	"fmt"
	"strings"
)

// ByteOrderMark is U+FEFF. Some editors write it at the beginning of a file, and JSON does
// not have it (RFC 8259 §8.1).
const ByteOrderMark = "\uFEFF"

// FieldsNotAvailable returns the sentence of seed 004 for fields that a response mode does not
// show (INVALID_FIELDS).
func FieldsNotAvailable(fields []string, mode string) string {
	return fmt.Sprintf("Fields ['%s'] not available in '%s' mode", strings.Join(fields, "', '"), mode)
}

// Abridge lists names for a message, the first dozen of them.
func Abridge(names []string) string {
	const most = 12
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + ", …"
}
