// Package envelope holds what the documented envelopes of tool results have in
// common. An envelope is what a tool wraps its result in, so that a program can
// tell the result from what is said about it:
//
//	{"success": true, "data": {"found": 3}, "error": null, "meta": {"version": "response-v2"}}
//
// Here data is the payload, meta is metadata, and success and error are protocol,
// which nobody may leave out. Which part is what, a [Layout] says; a [Dialect] is
// one kind of envelope, with its layout and a way to recognise it in a [Doc].
// [Plain] is none.
//
// Each kind has a package of its own, with builders for servers:
//
//   - responsev2, the Foundry envelope (seeds 000 and 003)
//   - scalpel, the Code Scalpel envelope (seed 001)
//   - toolresult and jsonrpc, MCP's tool results in JSON-RPC responses (seed 002)
//   - bmcis, the envelope of the BMCIS knowledge server (seed 004)
//
// Package digest holds a payload that has a contract too, and package dialects the
// table of all, with recognition and conversion. RULES.md in this folder lists the
// rules of the source documents, the seeds, by their titles and sections.
//
// What a dialect can do beyond being recognised is said by interfaces: [Codec],
// [Former], [Validator], [Schemer], [Expander], [Scrubber], [PartialMarker], [Noter],
// [Wrapper], [Editioned]. What can go wrong is a type: [SyntaxError], [FieldError],
// [EditionError].
package envelope
