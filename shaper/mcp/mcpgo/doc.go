// Package mcpgo shapes the messages of a server on mcp-go (github.com/mark3labs/mcp-go), with
// one line:
//
//	server.NewMCPServer("weather", "1", mcpgo.Hooks(engine))
//
// It narrows the output schemas of tools. It shapes their results, also those of tasks, after
// mcp-go has validated them. In initialize, lists, resources, prompts, completions, questions
// and the errors of tool handlers it applies the hiding rules.
//
// mcp-go has no hook for the notifications and requests of a server, nor for the errors of
// other handlers: they pass. A proxy (package stdio or web) applies the hiding rules to those
// too.
//
// With an archive, notes name only the handle, since no tool gives back the full result here.
// The program's own archive.Archive redeems it. If the store is a directory, so does the
// command shape retrieve.
//
// shaper/GUARANTEES.md states the guarantees for messages.
package mcpgo
