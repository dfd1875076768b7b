// Package notations holds the notations in which programs print a private name
// with its value. One table has three users: the tests of the engine, the generator of
// the leak law, and the list of families in the page of guarantees.
//
// kinds.txt holds the table, outputs.txt usual outputs of tools. A line "%% F"
// opens a family, a line "@@ N; attribute; ..." opens a kind. The template follows.
// Marks in a template stand for the private name in several spellings («n», «N», «t»)
// and its value («v»). A second pair has to stay («o», «O», «r»).
// Attributes are:
//
//	carries=word     the value is letters and digits (the default)
//	carries=line     the value is any text without a line end
//	carries=dq, sq   as line, without the quote and the backslash
//	carries=not XYZ  as line, without the characters XYZ
//	private=NAME     the kind fits this private name alone
//	as=ENCODING      the whole text is encoded
//	takes            the rest of the value's line may go with the value
//	missed           the engine withholds nothing and counts a miss
//	unseen           the engine withholds nothing and counts nothing
package notations

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// Outcome is the engine's treatment of a kind.
type Outcome int

// Held is the default: the value does not come out, and the neighbour stays. Missed: the
// value comes out, and the report counts a miss. Unseen: the value comes out without a
// count.
const (
	Held Outcome = iota
	Missed
	Unseen
)

// Pair is a name with its value.
type Pair struct{ Name, Value string }

// Kind is one notation.
type Kind struct {
	Family, Name string
	Private      string // the only private name that fits; empty: any name
	Outcome      Outcome

	takes                 bool
	template, carries, as string
}

//go:embed kinds.txt
var kindsText string

//go:embed outputs.txt
var outputsText string

// Kinds returns the table. The caller must not change it.
var Kinds = sync.OnceValue(func() []Kind { return parse(kindsText) })

// Outputs returns usual outputs of tools. Each has one private name. The caller
// must not change it.
var Outputs = sync.OnceValue(func() []Kind { return parse(outputsText) })

// parse reads a table. It panics at a line that it does not know: the tables are
// part of this package.
func parse(table string) []Kind {
	var kinds []Kind
	family := "outputs of tools"
	for line := range strings.Lines(table) {
		switch {
		case strings.HasPrefix(line, "%% "):
			family = strings.TrimSpace(line[3:])
		case strings.HasPrefix(line, "@@ "):
			kinds = append(kinds, header(family, strings.TrimSuffix(line[3:], "\n")))
		default:
			kinds[len(kinds)-1].template += line
		}
	}
	for i := range kinds {
		kinds[i].template = strings.TrimRight(kinds[i].template, "\n")
	}
	return kinds
}

// header reads the line that opens a kind. A list behind "carries=not" may hold a
// semicolon, but no blank behind it.
func header(family, line string) Kind {
	name, rest, _ := strings.Cut(line, "; ")
	kind := Kind{Family: family, Name: name, carries: "word"}
	for rest != "" {
		var one string
		one, rest, _ = strings.Cut(rest, "; ")
		key, value, _ := strings.Cut(one, "=")
		switch key {
		case "carries":
			kind.carries = value
		case "private":
			kind.Private = value
		case "as":
			kind.as = value
		case "takes":
			kind.takes = true
		case "missed":
			kind.Outcome = Missed
		case "unseen":
			kind.Outcome = Unseen
		default:
			panic(fmt.Sprintf("notations: %s: unknown attribute %q", kind.Name, one))
		}
	}
	return kind
}

// Fits reports whether the kind can write the private name with the value.
func (k Kind) Fits(secret Pair) bool {
	if k.Private != "" && k.Private != secret.Name {
		return false
	}
	switch carries := k.carries; carries {
	case "word":
		return !strings.ContainsFunc(secret.Value, special)
	case "line":
		return !strings.ContainsAny(secret.Value, "\r\n\t")
	case "dq":
		return !strings.ContainsAny(secret.Value, "\r\n\t\"\\")
	case "sq":
		return !strings.ContainsAny(secret.Value, "\r\n\t'\\")
	default:
		return !strings.ContainsAny(secret.Value, "\r\n\t"+strings.TrimPrefix(carries, "not "))
	}
}

func special(r rune) bool {
	return r >= 0x80 || !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
}

// IsEncoded reports whether the text is encoded, so that it never shows the value.
func (k Kind) IsEncoded() bool { return k.as != "" }

// KeepsNeighbour reports whether the kind writes a second pair that has to stay.
func (k Kind) KeepsNeighbour() bool { return !k.takes && strings.Contains(k.template, "«r»") }

// Write returns the text of the kind for a secret and its neighbour. The neighbour
// must be letters and digits. Example: the kind "dotenv" with {api_key, X1} and
// {region, eu1} is "API_KEY=X1\nREGION=eu1".
func Write(k Kind, secret, neighbour Pair) string {
	return encode(k.as, marks(secret, neighbour).Replace(k.template))
}
