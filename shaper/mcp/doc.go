// Package mcp shapes what passes between the clients of an MCP server and the server,
// whatever carries it: tools/list, whose output schemas are narrowed by the very plans
// that shape the results, the results of tools, and all other doors through which a
// tool's data may come.
//
// Messages are handled as they are written. What is the protocol's own is never decoded
// and written anew: ids, errors, unknown members and their order pass byte for byte, and
// only the spans that belong to a tool are replaced. A message in which nothing changes
// comes out as the same slice.
//
// Privacy and tiers act on every message of a server. The members that the protocol needs
// are exempt (shape help messages).
//
// What holds of all this stands in shaper/GUARANTEES.md.
//
// It speaks both eras of the protocol: those with a handshake (up to MCP 2025-11-25),
// and those without (from MCP 2026-07-28 on).
package mcp
