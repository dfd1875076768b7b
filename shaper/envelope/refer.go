package envelope

import (
	"bytes"
	"strings"
)

// Kept is where a response can be had again as it was before anything of it was cut.
type Kept struct {
	Handle string // that gives it back
	Hash   string // of it: sha256: and 64 hexadecimal digits (RULES R27)
	Whole  []byte // it itself

	// Tool is the tool by which a model asks for it, "" if there is none.
	Tool string
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
	return leftOut + how + " handle " + k.Handle
}

const leftOut = "Parts were left out. All of it:"

// What a model is told is bounded by what a tool's name and a handle have.
const (
	longestTool = 128
	handleSize  = 16
)

// IsSaid reports whether a text is what a model is told: half a handle leads nowhere, so
// that nobody who looks at it again makes it shorter.
func IsSaid(text []byte) bool {
	if len(text) <= longestSaid && note().Match(text) {
		return true
	}
	rest, ok := bytes.CutPrefix(text, []byte(leftOut))
	how, handle, named := bytes.Cut(rest, []byte(" handle "))
	if !ok || !named || len(handle) != handleSize || len(bytes.Trim(handle, "abcdefghijklmnopqrstuvwxyz234567")) > 0 {
		return false
	}
	tool, with := strings.CutSuffix(strings.TrimPrefix(string(how), " "), " with")
	return len(how) == 0 || with && len(tool) <= longestTool && !strings.ContainsAny(tool, " \n\t")
}
