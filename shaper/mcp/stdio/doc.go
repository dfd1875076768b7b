// Package stdio is a proxy in front of an MCP server that speaks over its standard
// input and output, one message to a line (MCP 2025-11-25, transports).
//
// Lines are handed on as they were written, whatever stands in them: only what package
// [mcp] changes is new, and a line in which nothing changes is the same bytes. What is no
// message, the last line without an end, and line ends of both kinds pass too.
//
// The process that is proxied ends as it would without the proxy: its exit status is
// told, signals reach it, the end of the client's messages is the end of its own, and
// what it wrote before it ended gets to the client.
//
// What holds of the messages stands in shaper/GUARANTEES.md.
//
// [mcp]: https://pkg.go.dev/github.com/seed-7aa78ce4/shape/shaper/mcp
package stdio
