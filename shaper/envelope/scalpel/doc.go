// Package scalpel builds, reads and checks the envelope of the Code Scalpel tools. The result
// of a tool stands under data. Around it are up to eight pieces of metadata, and a profile may
// leave out each of them.
//
//	{
//	  "tier": "pro",
//	  "tool_id": "security_scan",
//	  "error": null,
//	  "upgrade_hints": [],
//	  "data": {"risk_level": "high", "vulnerabilities": []}
//	}
//
// A failure has an error instead, {"error": "File not found: a.py", "error_code":
// "not_found"}, and never shows program text.
//
// The contract is seed 001, the MCP Response Envelope of Code Scalpel (V2.0 contract, v3.3.0);
// shaper/envelope/RULES.md lists its rules.
//
// A server calls [Build]. For a failure it also calls [ErrorFor] with the code of
// [ClassifyError] or [ClassifyMessage]. Programs for several contracts use [Dialect] through
// package dialects.
package scalpel
