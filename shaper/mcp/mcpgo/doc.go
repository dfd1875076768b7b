// Package mcpgo shapes what a server on mcp-go (github.com/mark3labs/mcp-go) tells its
// clients, with one line:
//
//	server.NewMCPServer("weather", "1", mcpgo.Hooks(engine))
//
// It narrows the output schemas of tools, shapes their results and those of tasks after
// mcp-go has validated them, and hides in initialize, lists, resources, prompts,
// completions, questions and the errors of tool handlers. mcp-go has no hook for the
// notifications and requests of a server, nor for the errors of other handlers: they pass.
// A proxy (package stdio or web) hides in those, too.
//
// Where the engine has an archive no tool gives back here what was left out: notes name the
// handle alone, which the program's own archive.Archive redeems, and the command shape
// retrieve where the store is a directory.
//
// What holds of the messages stands in shaper/GUARANTEES.md.
package mcpgo
