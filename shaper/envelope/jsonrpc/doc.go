// Package jsonrpc builds, reads and checks JSON-RPC 2.0 responses, and answers
// requests: a result or an error, with the id of the request.
//
//	{"jsonrpc": "2.0", "result": {"content": [{"type": "text", "text": "{}"}]}, "id": 7}
//
// A failure has a number and a message:
//
//	{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found: x"}, "id": 7}
//
// The result of a tool is one of package toolresult. The contract is seed 002, the
// MCP Response Schemas of django-rest-framework-mcp; toolresult.EditionMCP names
// the protocol itself. shaper/envelope/RULES.md lists the rules.
//
// A server of tools is a [ToolServer] whose methods [Handle] answers; [Success]
// and [Error] build single responses.
package jsonrpc
