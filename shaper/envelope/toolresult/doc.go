// Package toolresult builds, reads and checks what a tool of the Model Context
// Protocol returns: a list of content, the first text of which holds the result as
// JSON, or a message where the tool failed.
//
//	{"content": [{"type": "text", "text": "{\"found\":3}"}]}
//
// The text of a failure has a prefix:
//
//	{"content": [{"type": "text", "text": "Error executing tool: no such customer"}],
//	 "isError": true}
//
// The contract is seed 002, the MCP Response Schemas of django-rest-framework-mcp;
// [EditionMCP] is the protocol itself, which allows more. shaper/envelope/RULES.md
// lists the rules. In configuration and flags the dialect is named mcp.
//
// A server calls [Success], [Structured] or [Error], and package jsonrpc puts the
// result into a response.
package toolresult
