// Package shaper makes the JSON that tools return small before a language model
// pays for it. An [Engine] holds a configuration and shapes one response after the
// other: it drops what is hidden, keeps what was asked for, and trims the envelope
// around both.
//
// The words that its documentation uses, by the example of one response:
//
//		{"content": [{"type": "text",
//		              "text": "{\"tier\":\"pro\",\"data\":{\"rows\":[{\"id\":1,\"note\":\"n\"}]}}"}],
//		 "isError": false}
//
//	  - document: one JSON text, with the dialect of its own that its envelope has.
//	    Here are two: a tool result, and inside its string a scalpel envelope.
//	  - slot: a string of an envelope in which a document may stand: content[0].text.
//	    The document in it is shaped as the one around it, for the same call.
//	  - text: what a string says once it is unescaped. In a slot that may be no
//	    document, and then stays as it is but for privacy patterns.
//	  - payload: the part of an envelope that the tool had to say: data. Include
//	    lists, modes, fields and elision act in it and nowhere else.
//	  - items: the list in a payload whose rows a mode and a caller's fields are
//	    about: data.rows where the configuration says "items": "rows", or the payload
//	    itself where that is a list.
//	  - meta: what an envelope says beside the payload, and a profile may show or
//	    leave out: tier.
//	  - detail: what explains a failure in no fixed form, as error.error_details of
//	    scalpel. Excludes act in it, include lists do not.
//	  - guard: it keeps a part that the envelope needs, whatever the rules say:
//	    content, type, isError, data.
//	  - layer: one include list. A value is kept where every layer selects it:
//	    include_only ["rows"] keeps data.rows, and fields ["id"] of each row the id.
//
// With those two layers and the profile minimal this comes out (it is the example
// of the package):
//
//	{"content":[{"type":"text","text":"{\"data\":{\"rows\":[{\"id\":1}]}}"}],"isError":false}
//
// What is promised about all this stands in GUARANTEES.md.
package shaper
