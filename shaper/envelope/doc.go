// Package envelope holds the common parts of the documented envelopes of tool results. An
// envelope surrounds the result of a tool, so a program can tell the result from statements
// about it:
//
//	{"success": true, "data": {"found": 3}, "error": null, "meta": {"version": "response-v2"}}
//
// Here data is the payload, and meta is metadata. success and error are protocol: no rule may
// remove them. A [Layout] lists these roles. A [Dialect] is one kind of envelope, with its
// layout and a way to recognise it in a [Doc]. [Plain] stands for no envelope.
//
// Each kind has a package of its own, with builders for servers:
//
//   - responsev2, the Foundry envelope (seeds 000 and 003)
//   - scalpel, the Code Scalpel envelope (seed 001)
//   - toolresult and jsonrpc, MCP's tool results in JSON-RPC responses (seed 002)
//   - bmcis, the envelope of the BMCIS knowledge server (seed 004)
//
// Package digest holds a payload that has a contract, too. Package dialects holds the table of
// all dialects, with recognition and conversion. RULES.md in this folder lists the rules of
// the source documents, the seeds, by their titles and sections.
//
// Interfaces describe the further abilities of a dialect: [Codec], [Former], [Validator],
// [Schemer], [Expander], [Scrubber], [PartialMarker], [Noter], [Wrapper], [Editioned]. The
// error types are [SyntaxError], [FieldError] and [EditionError].
package envelope
