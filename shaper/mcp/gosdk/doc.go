// Package gosdk shapes the messages of a server on the official Go SDK
// (github.com/modelcontextprotocol/go-sdk), with one line:
//
//	server.AddReceivingMiddleware(gosdk.Middleware(engine))
//
// It narrows the output schemas of tools and shapes their results after the SDK has validated
// them. In all other answers and in errors it applies the hiding rules. With
// AddSendingMiddleware the same middleware applies them to notifications and requests of the
// server.
//
// It cannot reach two kinds of messages. The SDK writes serverInfo in _meta (MCP 2026-07-28)
// behind it, and so are the answers of methods that the program added.
//
// Results and tools are copied before a change. Numbers keep their spelling, while the SDK's
// own decoding would round them.
//
// shaper/GUARANTEES.md states the guarantees for messages.
package gosdk
