// Package mcp shapes the messages between an MCP server and its clients, on any transport. It
// narrows the output schemas in tools/list with the same plans that shape the results. It
// shapes the results of tools, and hides in every other message that can carry a tool's data.
//
// Messages are handled as text. The protocol's own parts are never decoded and written anew:
// ids, errors, unknown members and their order pass byte for byte. Only the spans of a tool
// are replaced. A message without a change is returned as the same slice.
//
// Privacy and tiers act on every message of a server. The members that the protocol needs are
// exempt (shape help messages).
//
// shaper/GUARANTEES.md states the guarantees.
//
// It speaks both eras of the protocol: those with a handshake (up to MCP 2025-11-25),
// and those without (from MCP 2026-07-28 on).
package mcp
