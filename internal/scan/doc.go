// Package scan reads JSON text (RFC 8259) in memory. It validates a text, finds the start
// and end of values, and copies spans. It builds no tree and decodes nothing that it
// keeps.
//
// All functions work on byte offsets with an explicit stack: depth of the input costs no
// call stack. Two limits go beyond RFC 8259, since readers disagree about the rest. Text
// is valid UTF-8 (§8.1), and a \u escape is never half of a surrogate pair (§8.2). A
// byte order mark is a fault of its own kind, for the caller to judge. Duplicate names
// (§4) are found on request.
package scan
