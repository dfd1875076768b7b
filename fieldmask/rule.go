package fieldmask

// Kind is the effect of a rule on the values that its path selects.
type Kind uint8

const (
	// Include selects the value for its layer. A value is kept when every
	// layer that has rules selects it.
	Include Kind = iota
	// Exclude drops the value, whatever includes it.
	Exclude
	// Forbid drops the value and cannot be lifted by Expose: privacy and tier
	// rules.
	Forbid
	// Expose lifts Exclude, at its very value and nowhere below.
	Expose
	// Omit drops the value if no Exclude or Forbid does. Its path reaches every depth as that
	// of an Exclude does.
	Omit
	// Spare lifts Omit, at its very value and nowhere below.
	Spare
	// Guard lifts Exclude, Forbid and Omit, at its very value and nowhere below: the
	// protocol parts of an envelope.
	Guard
	// Mark attaches Rule.Value to the value, for the walker to act upon.
	Mark
)

// Rule applies a kind to a path.
type Rule struct {
	Kind  Kind
	Path  Path
	Scope Path // where Path is rooted; an include layer selects everything outside its scopes
	Of    int  // the kind of the value at Scope, where the rule holds for no other one; see [State.Of]. Of an Include it means nothing
	Layer int  // of an Include, from 0
	Value int  // of a Mark
	Rows  bool // of a Mark: holds for the elements of an array at the path as well
	// Origin says where the rule was written, for reports.
	Origin string
}

// Verdict is the decision for a value.
type Verdict uint8

const (
	// Drop: the value goes, with all below it.
	Drop Verdict = iota
	// Partial: the value stays only if something below it is selected; a
	// scalar goes.
	Partial
	// Keep: the value is selected; rules may still drop parts below it.
	Keep
)
