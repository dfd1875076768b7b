// Package bmcis builds, reads and checks the envelope of the BMCIS knowledge
// server: the results of a search, what answered and how it went, where the page
// stands, what it cost in tokens, and warnings.
//
//	{
//	  "_metadata": {"operation": "semantic_search", "version": "1.0.0",
//	    "timestamp": "2025-11-09T10:30:00Z", "request_id": "req_abc123", "status": "success"},
//	  "results": [{"chunk_id": 123, "hybrid_score": 0.85, "rank": 1}],
//	  "pagination": null,
//	  "execution_context": {"tokens_estimated": 310, "tokens_used": null, "cache_hit": false,
//	    "execution_time_ms": 156.3, "request_id": "req_abc123"},
//	  "warnings": []
//	}
//
// The contract is seed 004, the API Reference of BMCIS Knowledge MCP, Response
// Formats; shaper/envelope/RULES.md lists its rules.
//
// A server reads the arguments with [ParseRequest], cuts its results with
// [Paginate], and writes an [Envelope]. [Refusal] answers requests that cannot be met,
// [TokenLimitExceeded] those that ask for too much.
package bmcis
