// Package shaper makes the JSON results of tools small before a language model pays for them.
// An [Engine] holds a configuration and shapes one response after the other. It drops hidden
// values, keeps requested values, and trims the envelope around both.
//
// One response shows the words of the documentation:
//
//	{"content": [{"type": "text",
//	              "text": "{\"tier\":\"pro\",\"data\":{\"rows\":[{\"id\":1,\"note\":\"n\"}]}}"}],
//	 "isError": false}
//
// The words are:
//
//   - document: one JSON text with an envelope of its own dialect. The example has two: a
//     tool result, and a scalpel envelope inside its string.
//   - slot: a string of an envelope that may hold a document, here content[0].text. The
//     engine shapes that document like the outer one, for the same call.
//   - text: the content of a string without its escapes. If a slot holds no document, only
//     privacy patterns change its text.
//   - payload: the part of an envelope that holds the tool's data, here data. Include lists,
//     modes, fields and elision act only in it.
//   - items: the list of records in a payload. A mode and a caller's fields select members of
//     its records. Example: data.rows with "items": "rows". A payload that is a list is its
//     own items.
//   - meta: the members beside the payload that a profile may show or leave out, here tier.
//   - detail: the free-form explanation of a failure, such as error.error_details of scalpel.
//     Excludes act in it, include lists do not.
//   - guard: it keeps the parts that the envelope needs, under all rules: content, type,
//     isError, data.
//   - layer: one include list. A value stays if every layer selects it: include_only ["rows"]
//     keeps data.rows, and fields ["id"] keeps the id of each row.
//
// Those two layers and the profile minimal give this output (see the example of the package):
//
//	{"content":[{"type":"text","text":"{\"data\":{\"rows\":[{\"id\":1}]}}"}],"isError":false}
//
// GUARANTEES.md states the guarantees and names the tests that hold them.
package shaper
