// Package mcpgo shapes what a server on mcp-go (github.com/mark3labs/mcp-go) tells its
// clients, with one line:
//
//	server.NewMCPServer("weather", "1", mcpgo.Hooks(engine))
//
// It narrows the output schemas of tools, shapes their results and those of tasks after
// mcp-go has validated them, and hides in resources, prompts, completions and the errors
// of tool handlers. What a server sends of its own accord, log messages and progress, and
// the errors of other handlers pass by it: mcp-go has no hook for them.
//
// Where the engine has an archive no tool gives back here what was left out: notes name the
// handle alone, which the program's own archive.Desk redeems, and the command shape
// retrieve where the store is a directory.
//
// What holds of the messages stands in shaper/GUARANTEES.md.
package mcpgo
