// Package origin names the places of values in configurations.
package origin

import "fmt"

// Origin is where a value of the configuration was written.
type Origin struct {
	File         string // empty for built-ins, flags and values set by a program
	Line, Column int    // 1-based; 0 when unknown
	Pointer      string // JSON Pointer (RFC 6901) into the file, or a description without a file
}

// String returns the place as messages spell it: "file:line:column: /pointer".
func (o Origin) String() string {
	switch {
	case o.File == "":
		return o.Pointer
	case o.Line == 0:
		return o.File + ": " + o.Pointer
	}
	return fmt.Sprintf("%s:%d:%d: %s", o.File, o.Line, o.Column, o.Pointer)
}
