// Package exempt holds the table of the members of MCP messages that rules for hiding
// leave alone, since the protocol does not work without them. It hides in all other
// members of a message.
//
// The table is table.txt. A heading names a form: a message, a result, the params of a
// method, or an object that several of them hold. Each line below it is a row:
//
//	inputSchema = schema                 the value has the form schema
//	tools[].name label called by it      the value stays
//
// A member without a row is closed: rules act on it as on any document.
package exempt
