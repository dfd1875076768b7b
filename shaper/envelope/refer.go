package envelope

import "regexp"

// Kept is where a response can be had again as it was before anything of it was cut.
type Kept struct {
	Handle string // that gives it back
	Hash   string // of it: sha256: and 64 hexadecimal digits (RULES R27)
	Whole  []byte // it itself

	// Tool is the tool by which a model asks for it, "" where there is none. Data tells
	// that structuredContent may say so as well.
	Tool string
	Data bool
}

// Referrer is a dialect with a place to tell where what was cut can be had again.
type Referrer interface {
	// Refer returns a shaped document that tells so, and nil where its place is taken by
	// something else.
	Refer(doc []byte, k Kept) []byte
}

// Said is how a model is told.
func (k Kept) Said() string {
	how := ""
	if k.Tool != "" {
		how = " " + k.Tool + " with"
	}
	return "Parts were left out. All of it:" + how + " handle " + k.Handle
}

var said = regexp.MustCompile(`^Parts were left out\. All of it:( \S{1,128} with)? handle [a-z2-7]{24}$`)

// IsSaid reports whether a text is what a model is told: half a handle leads nowhere, so
// that nobody who looks at it again makes it shorter.
func IsSaid(text []byte) bool { return said.Match(text) }
