// Package dialects is the one table of envelopes: it finds one by name, tells
// which one a document is, and turns one into another.
//
//	made, err := dialects.Convert(doc, "auto", "response-v2")
//	// {"error": {"error": "No such file", "error_code": "not_found"}}   (scalpel) becomes
//	// {"success": false, "data": {"error_code": "NOT_FOUND", …}, "error": "No such file", …}
//
// Each envelope has a package of its own; what all have in common is in package
// envelope. Codes of errors are spelled differently in each, so that a conversion
// has three steps: the source reads the document into a model, [Translate] spells
// the code as the target does, and the target writes. What a target has no place
// for is listed, never dropped in silence. RULES, conversion says what becomes of
// what, in shaper/envelope/RULES.md. [Classify] finds the code of an exception,
// [Registry] has all that the contracts document.
//
// What each dialect can do:
//
//	            Codec  Validator  Schemer  Expander  Scrubber  PartialMarker  Noter  TokenTeller  Wrapper  Editioned
//	plain
//	scalpel     x      x          x        x         x         x                                  x
//	response-v2 x      x          x                            x                                  x        x
//	mcp         x      x          x                                           x                   x        x
//	jsonrpc     x      x          x                                           x                   x        x
//	bmcis       x      x          x        x                   x                     x            x
package dialects
