// Package narrow says what is left of a JSON Schema when the values that it describes
// are shaped: which members may still be there, which surely are, and which keywords
// still hold. A value that keeps to the schema keeps, once it is shaped under any of
// the plans, to what [Schema] returns.
//
// The schema is walked as a body is, by the states of the same compiled masks and by
// what the plans ask for there, one for each plan that a call may have. Each keyword
// stays where all of them leave it true, is widened where that can be said, and is
// left out where not. Nothing is fetched. What is too deep, too large or leads nowhere
// is replaced by its type.
package narrow
