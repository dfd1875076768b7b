// Package responsev2 builds, reads and checks the Foundry envelope, response-v2. It holds the
// success of the call, its data, an error text for people, and under meta facts for programs.
//
//	{
//	  "success": true,
//	  "data": {"findings": [{"id": "finding-001"}]},
//	  "error": null,
//	  "meta": {"version": "response-v2", "request_id": "req_abc123"}
//	}
//
// A failure has a text for error, and error_code, error_type and remediation in data. The
// contract is seed 000, the MCP Response Schema Guide of Foundry MCP (digest edition). Seed
// 003 is its first edition, called [Edition003] in [Dialect] and [WithEdition].
// shaper/envelope/RULES.md lists the rules of both.
//
// A server calls [Success], [Error] or a helper for one kind of failure such as
// [NotFoundError], with options for the rest. [Paginated] and [Trim] cut long lists, and mark
// the cuts. [Upgrade] converts an envelope of the first edition to the current one.
package responsev2
