// Package narrow derives the JSON Schema of shaped values from the schema of the original
// values. If a value is valid under a schema, its shaped form under any of the plans is valid
// under the result of [Schema].
//
// The package walks the schema with the states of the compiled masks and the acts of the
// plans. There is one plan for each way to shape the value. It keeps a keyword if the keyword
// stays true under all plans. Otherwise it widens the keyword or leaves it out. It fetches
// nothing. A part that is too deep, too large or an unresolved reference is replaced by its
// type.
package narrow
