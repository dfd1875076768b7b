// Package stdio is a proxy in front of an MCP server that speaks over its standard
// input and output, one message to a line (MCP 2025-11-25, transports).
//
// Lines are handed on unchanged, whatever they hold, except for the changes of package [mcp].
// Lines without a message, a last line without an end, and line ends of both kinds pass too.
//
// The server's process ends as it would without the proxy. The proxy returns its exit status
// and passes signals on. The end of the client's messages is the end of the server's input.
// All output of the server before its end reaches the client.
//
// shaper/GUARANTEES.md states the guarantees for messages.
//
// [mcp]: https://pkg.go.dev/github.com/seed-7aa78ce4/shape/shaper/mcp
package stdio
