// Package fieldmask reads masks and follows them along a document. A mask selects fields of a
// JSON document to keep or to leave out. Example: "id,owner(login,name)" selects three fields,
// and "**.token" the fields of that name at any depth. The package reads and writes no JSON.
//
// [Parse] reads a mask into paths. A [Rule] gives a path its purpose, and [Compile] makes one
// immutable [Mask] of all rules. A walk over a document starts at [Mask.Root] and calls
// [State.Member] and [State.Element]. The [State] of each value holds its verdict. Under the
// include owner and the exclude secret:
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
// A sign negates a path; the list that holds the path defines the effect. White space, line
// breaks included, may stand around a path.
//
// The laws are in fieldmask/LAWS.md:
//
//   - Includes are anchored at the root.
//   - An exclude of one bare name floats to every depth.
//   - Arrays are transparent to names.
//   - The result is the union of the includes minus the union of the excludes, in any order.
//   - Selecting a key selects its subtree.
//   - Keys match byte for byte.
package fieldmask
