// Package jsonschema checks JSON documents against JSON Schemas, as bytes.
//
//	schema, err := jsonschema.Compile(text, jsonschema.Options{})
//	faults, err := schema.Validate(document)
//
// It reads draft 2020-12 and what the drafts 4 to 2019-09 spell otherwise
// (definitions, id, arrays of items, additionalItems, dependencies, boolean
// exclusiveMinimum, $recursiveRef), since servers send all of them. Every
// assertion and every applicator is checked; format, the content keywords and
// names that no draft knows are annotations and refuse nothing. A keyword that
// cannot be checked is a fault of the schema, never passed over in silence: a
// reference that leads out of the document (nothing is ever fetched), a pattern
// that RE2 does not have, a value of the wrong kind.
//
// Documents are looked at as they are written. Numbers compare as decimals of
// any length, without rounding; strings are counted in code points; equality is
// that of JSON values. All faults of a document are told, each with its place,
// the keyword and what the keyword asks for, in the order in which they stand.
// They hold names of members, never values of the document.
//
// The cost has bounds that no schema and no document can lift: containers open
// at once, faults that are kept, and steps for each value of the document.
package jsonschema
