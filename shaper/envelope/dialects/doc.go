// Package dialects is the table of envelopes. It finds a dialect by name, recognises that of a
// document, and converts one envelope into another.
//
//	made, err := dialects.Convert(doc, "auto", "response-v2")
//	// {"error": {"error": "No such file", "error_code": "not_found"}}   (scalpel) becomes
//	// {"success": false, "data": {"error_code": "NOT_FOUND", …}, "error": "No such file", …}
//
// Each envelope has a package of its own. Package envelope holds the common parts. Each
// dialect spells error codes differently, so a conversion has three steps. The source reads
// the document into a model, [Translate] translates the code, and the target writes the
// envelope. A part without a place in the target is listed, never dropped in silence. RULES,
// conversion in shaper/envelope/RULES.md lists the fate of every part.
//
// [Classify] finds the code of an exception. [Registry] holds all codes of the contracts.
//
// Abilities of each dialect:
//
//	            Codec  Validator  Schemer  Expander  Scrubber  PartialMarker  Noter  TokenTeller  Wrapper  Editioned
//	plain
//	scalpel     x      x          x        x         x         x                                  x
//	response-v2 x      x          x                            x                                  x        x
//	mcp         x      x          x                                           x                   x        x
//	jsonrpc     x      x          x                                           x                   x        x
//	bmcis       x      x          x        x                   x                     x            x
package dialects
