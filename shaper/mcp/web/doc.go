// Package web is a proxy in front of an MCP server over Streamable HTTP. It supports both eras
// of the protocol: with sessions (MCP 2025-11-25, transports) and without (MCP 2026-07-28).
//
// Messages are handed on unchanged, in JSON and in event streams, except for the changes of
// package [mcp]. A stream that a client resumes is shaped like the one before.
//
// Under a hiding rule an answer of the server is JSON in UTF-8, an event stream or empty. Any
// other answer is refused, headers pass by an allowlist, and an event keeps its message and
// short tokens (shaper/GUARANTEES.md, HTTP).
//
// The proxy does not weaken the server's own access checks:
//
//   - A request for another host, or from another origin, is refused.
//   - The client's credentials (Authorization, cookies) are for the proxy and are not handed
//     on, unless [WithAuthorization] says so.
//   - A redirection would lead the client past the proxy, and is an error.
//
// A server that requires OAuth of its clients needs [WithAuthorization], or a header of the
// operator for the server.
//
// shaper/GUARANTEES.md states the guarantees for messages.
//
// [mcp]: https://pkg.go.dev/github.com/seed-7aa78ce4/shape/shaper/mcp
package web
