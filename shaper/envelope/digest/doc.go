// Package digest builds, reads and checks digest/v1, a payload that replaces a source too long
// to show. It holds a summary, key points, and excerpts with their places in the source.
//
//	{
//	  "version": "1.0",
//	  "content_type": "digest/v1",
//	  "query_hash": "ab12cd34",
//	  "summary": "Seas rise.",
//	  "key_points": ["Coastal cities are at risk."],
//	  "evidence_snippets": [
//	    {"text": "coastal cities", "locator": "char:21-35", "relevance_score": 0.9}
//	  ],
//	  "original_chars": 39,
//	  "digest_chars": 24,
//	  "compression_ratio": 0.62,
//	  "source_text_hash": "sha256:…"
//	}
//
// The contract is a part of seed 000, the MCP Response Schema Guide of Foundry MCP (digest
// edition), RULES R41 to R46 in shaper/envelope/RULES.md. A digest is a payload, not an
// envelope: it stands in the data of a response-v2, or anywhere.
//
// A server normalises the source with [CanonicalText], finds its excerpts with [Locate], and
// writes a [Payload] with [Payload.Serialize]. A reader uses [Parse], and [Payload.Verify] if
// it has the source.
package digest
