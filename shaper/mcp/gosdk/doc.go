// Package gosdk shapes what a server on the official Go SDK
// (github.com/modelcontextprotocol/go-sdk) tells its clients, with one line:
//
//	server.AddReceivingMiddleware(gosdk.Middleware(engine))
//
// It narrows the output schemas of tools, shapes their results after the SDK has
// validated them, and hides in resources, prompts, completions and errors. With
// AddSendingMiddleware the same middleware hides in log messages, too. What questions to
// the user say, which a tool asks for before it answers, is the server's own.
//
// Results and tools are copied before anything in them changes, and numbers stay as they
// are written, which the SDK's own decoding would round.
//
// What holds of the messages stands in shaper/GUARANTEES.md.
package gosdk
