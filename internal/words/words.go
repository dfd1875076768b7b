// Package words holds what several packages do with names and say about them,
// so that it is done and said in one way: a name as a token of a JSON Pointer,
// its hash, the known name that a misspelt one meant, how a long text is cut, and
// sentences that a contract words.
package words

import (
	"fmt"
	"strings"
)

// ByteOrderMark is U+FEFF, which some editors write at the beginning of a file
// and JSON does not have (RFC 8259 §8.1).
const ByteOrderMark = "\uFEFF"

// FieldsNotAvailable is the sentence with which seed 004 refuses fields that a
// response mode does not show (INVALID_FIELDS).
func FieldsNotAvailable(fields []string, mode string) string {
	return fmt.Sprintf("Fields ['%s'] not available in '%s' mode", strings.Join(fields, "', '"), mode)
}
