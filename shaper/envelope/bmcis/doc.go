// Package bmcis builds, reads and checks the envelope of the BMCIS knowledge server. It holds
// the results of a search, its metadata, the position of the page, the cost in tokens, and
// warnings.
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
// The contract is seed 004, the API Reference of BMCIS Knowledge MCP, Response Formats.
// shaper/envelope/RULES.md lists its rules.
//
// A server reads the arguments with [ParseRequest], cuts its results with [Paginate], and
// writes an [Envelope]. [Refusal] answers requests that cannot be met. [TokenLimitExceeded]
// answers requests for too many tokens.
package bmcis
