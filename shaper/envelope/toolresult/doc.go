// Package toolresult builds, reads and checks the results of tools in the Model Context
// Protocol. A result is a list of content. Its first text holds the data as JSON, or a message
// if the tool failed.
//
//	{"content": [{"type": "text", "text": "{\"found\":3}"}]}
//
// The text of a failure has a prefix:
//
//	{"content": [{"type": "text", "text": "Error executing tool: no such customer"}],
//	 "isError": true}
//
// The contract is seed 002, the MCP Response Schemas of django-rest-framework-mcp.
// [EditionMCP] is the protocol itself, with wider rules. shaper/envelope/RULES.md lists the
// rules. In configuration and flags the dialect is named mcp.
//
// A server calls [Success], [Structured] or [Error]. Package jsonrpc puts the result into a
// response.
package toolresult
