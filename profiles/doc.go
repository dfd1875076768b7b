// Package profiles decides what a response shows: which profile is in force,
// which masks, limits and privacy rules hold for a tool, a tier, an error or a
// call, and where each of them was written.
//
// A [Spec] is a configuration as written. [New] checks all of it, lays it over
// the built-ins and compiles it into an immutable [Set]; [Set.Resolve] answers a
// [Key] with a [Resolved], which the engine turns into one plan.
//
// Sections speak in this order, and later ones win: global, the profile
// (through extends, base first), every tool entry that matches (fewest literal
// characters first, then file order), the tier, the error, the call. Scalars
// and include lists replace; excludes add up, so that no section can lift what
// another one hides.
package profiles
