// Package jsonschema checks JSON documents against JSON Schemas, as bytes.
//
//	schema, err := jsonschema.Compile(text, jsonschema.Options{})
//	faults, err := schema.Validate(document)
//
// It reads draft 2020-12 and the other spellings of drafts 4 to 2019-09, since servers
// send all of them. These are definitions, id, arrays of items, additionalItems,
// dependencies, boolean exclusiveMinimum and $recursiveRef. It checks every assertion and
// every applicator. format, the content keywords and unknown names are annotations and
// refuse nothing.
//
// A keyword that cannot be checked is a fault of the schema. It is never ignored in
// silence. Examples are a reference that leads out of the document, a pattern that RE2
// lacks, and a value of the wrong kind. Nothing is ever fetched.
//
// Documents are read as bytes. Numbers compare as decimals of any length, without
// rounding. The length of a string counts code points. Equality is that of JSON values.
// Validate returns all faults of a document in the order of the text. Each has its place,
// the keyword and the demand of the keyword. Faults contain names of members, never values
// of the document.
//
// The cost has bounds that no schema and no document can lift: open containers, kept
// faults, and steps for each value of the document.
package jsonschema
