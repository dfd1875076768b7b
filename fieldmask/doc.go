// Package fieldmask reads masks, in which a person or a program says which fields
// of a JSON document to keep or to leave out, and follows them along a document.
// "id,owner(login,name)" are three fields, "**.token" is one of that name at any
// depth. The package knows masks only: it reads and writes no JSON.
//
// [Parse] reads a mask into paths. Each becomes a [Rule] that says what the path
// is for, and [Compile] makes one immutable [Mask] of all rules. A walk over a
// document follows it from [Mask.Root] through [State.Member] and
// [State.Element]; the [State] of each value says what becomes of it. Under the
// include owner and the exclude secret that is
//
//	{                        Partial: something below is kept
//	  "owner": {             Keep: owner includes it
//	    "login": "ada",      Keep: what is selected is so with all below it
//	    "secret": "x"        Drop: an exclude always wins
//	  },
//	  "id": 7                Drop: nothing includes it
//	}
//
// The grammar:
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
// The laws (fieldmask/LAWS.md): includes are anchored at the root, an exclude of
// one bare name floats to every depth; arrays are transparent to names; what is
// kept is the union of the includes minus the union of the excludes, whatever
// their order; selecting a key selects its subtree; keys match byte for byte.
package fieldmask
