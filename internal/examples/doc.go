// Package examples holds handlers of tools as a server's author would write them,
// in the style of the source documents and with nothing but the public packages.
// They are examples in the sense of Go: each answer stands in full below its
// handler, is held to it, and is read by the validator of its contract.
//
//   - listing_test.go: response-v2; a resource or what to do where there is none, a
//     list in pages, a feature that is switched off
//   - research_test.go: response-v2; findings that were cut and the archive of the
//     rest, digests of sources
//   - codescalpel_test.go: scalpel; an error of the file system, hints for a tier,
//     a scan shaped under a profile that the program brings along
//   - search_test.go: bmcis; results that the engine narrows to a mode and to
//     fields, a page and its cursor, a vendor whose lists are cut
//   - handler_test.go: mcp; a handler in the manner of mcp-go, whose errors are shaped,
//     too
//   - gateway_test.go: one envelope converted into another, tool results over
//     JSON-RPC
//   - gosdk, mcpgo: servers, to run, on the official SDK and on mcp-go, with the line
//     that shapes what they say
package examples
