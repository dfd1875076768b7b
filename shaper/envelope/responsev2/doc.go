// Package responsev2 builds, reads and checks the Foundry envelope, response-v2:
// whether the call succeeded, its data, an error text for people, and under meta
// what programs want to know about the answer.
//
//	{
//	  "success": true,
//	  "data": {"findings": [{"id": "finding-001"}]},
//	  "error": null,
//	  "meta": {"version": "response-v2", "request_id": "req_abc123"}
//	}
//
// A failure has a text for error, and error_code, error_type and remediation in
// data. The contract is seed 000, the MCP Response Schema Guide of Foundry MCP
// (digest edition); seed 003 is its first edition, which [Dialect] and [WithEdition]
// know as [Edition003]. shaper/envelope/RULES.md lists the rules of both.
//
// A server calls [Success], [Error] or a helper for one kind of failure such as
// [NotFoundError], with options for the rest. [Paginated] and [Trim] cut long
// lists, and say so; [Upgrade] brings the first edition up to date.
package responsev2
