// Package gosdk shapes what a server on the official Go SDK
// (github.com/modelcontextprotocol/go-sdk) tells its clients, with one line:
//
//	server.AddReceivingMiddleware(gosdk.Middleware(engine))
//
// It narrows the output schemas of tools, shapes their results after the SDK has
// validated them, and hides in all other answers and in errors. With AddSendingMiddleware
// the same middleware hides in the notifications and the requests of the server, too. It
// cannot reach what the SDK writes behind it: serverInfo in _meta (MCP 2026-07-28), and
// answers of methods that the program added.
//
// Results and tools are copied before anything in them changes, and numbers stay as they
// are written, which the SDK's own decoding would round.
//
// What holds of the messages stands in shaper/GUARANTEES.md.
package gosdk
