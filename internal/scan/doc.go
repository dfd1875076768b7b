// Package scan reads JSON text (RFC 8259) as it stands in memory: it validates,
// finds where values begin and end, and copies spans, without ever building a
// tree or decoding what it keeps.
//
// Everything works on byte offsets, with an explicit stack: no input, however
// deep, costs call stack. What it accepts is RFC 8259 narrowed twice, because
// readers disagree about the rest: text is valid UTF-8 (§8.1), and a \u escape
// is never half of a surrogate pair (§8.2). A byte order mark is a fault of its
// own kind, for the caller to judge. Duplicate names (§4) are found on request.
package scan
