// Package fieldmask is the language in which shape is told what to keep and
// what to leave out.
//
//	mask    = path *( "," path )
//	path    = [ "-" | "!" ] [ "." ] step *( [ "." ] step ) [ "(" mask ")" ]   |  pointer
//	step    = name | quoted | "*" | glob | "**" | index
//	glob    = a name with "*" inside             "*" never crosses a level
//	quoted  = a JSON string: "a.b"               \x makes x literal in a bare name
//	index   = "[]" all | "[3]" | "[-1]" | "[2:5]"    positions in the input
//	pointer = an entry that starts with "/": one RFC 6901 pointer
//
// A sign negates a path; what that means is for the list to say that holds it.
// White space, line breaks included, may stand around a path.
//
// [Parse] reads a mask into paths, [Compile] turns rules over paths into an
// immutable [Mask], and a walk over a document follows it from [Mask.Root]
// through [State.Member] and [State.Element]. Each state says whether its value
// is kept, dropped, or kept only where something below is selected.
//
// The laws (fieldmask/LAWS.md): includes are anchored at the root, an exclude of
// one bare name floats to every depth; arrays are transparent to names; what is
// kept is the union of the includes minus the union of the excludes, whatever
// their order; selecting a key selects its subtree; keys match byte for byte.
package fieldmask
