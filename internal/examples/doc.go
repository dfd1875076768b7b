// Package examples holds handlers of tools as a server's author would write them. They
// follow the style of the source documents and use only public packages. They are examples
// in the sense of Go: each full answer is below its handler, is compared with it, and is
// read by the validator of its contract.
//
//   - listing_test.go: response-v2; a resource or advice in its place, a list in pages, a
//     disabled feature
//   - research_test.go: response-v2; cut findings with an archive of the rest, digests of
//     sources
//   - codescalpel_test.go: scalpel; an error of the file system, hints for a tier, a scan
//     shaped under a profile of the program
//   - search_test.go: bmcis; results that the engine narrows to a mode and to fields, a
//     page and its cursor, a vendor with cut lists
//   - handler_test.go: mcp; a handler in the manner of mcp-go, with shaped errors
//   - gateway_test.go: one envelope converted into another, tool results over JSON-RPC
//   - gosdk, mcpgo: runnable servers on the official SDK and on mcp-go, with the line that
//     shapes their results
package examples
