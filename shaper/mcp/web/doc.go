// Package web is a proxy in front of an MCP server that speaks Streamable HTTP, in both
// eras of the protocol: with sessions (MCP 2025-11-25, transports) and without (MCP
// 2026-07-28).
//
// Messages are handed on as they were written, in JSON and in event streams: only what
// package [mcp] changes is new. A stream that a client resumes is shaped as the one before.
//
// Under a hiding rule an answer of the server is JSON in UTF-8, an event stream or empty.
// Any other answer is refused, headers pass by an allowlist, and an event keeps its message
// and short tokens (shaper/GUARANTEES.md, HTTP).
//
// The proxy is no way around the server's own doors. Who asks for another host than this
// one, or comes from another origin, is refused; what a client carries to be known by
// (Authorization, cookies) was made for the proxy and is not handed on; a redirection,
// which would lead the client past the proxy, is an error. Servers that want OAuth of
// their clients cannot stand behind it: they are given a header of the operator's.
//
// What holds of the messages stands in shaper/GUARANTEES.md.
//
// [mcp]: https://pkg.go.dev/github.com/seed-7aa78ce4/shape/shaper/mcp
package web
