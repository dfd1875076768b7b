package envelope

import "slices"

// dialects is the one table of dialects.
var dialects = []Dialect{
	Plain{},
	Scalpel{},
	ResponseV2{},
	MCP{},
	JSONRPC{},
	BMCIS{},
}

// Dialects returns every dialect, plain first.
func Dialects() []Dialect { return slices.Clone(dialects) }

// Lookup finds a dialect by name.
func Lookup(name string) (Dialect, bool) {
	for _, d := range dialects {
		if d.Name() == name {
			return d, true
		}
	}
	return nil, false
}

// Detect picks the dialect of a document: the highest score wins, a tie or no
// score at all means plain.
func Detect(doc Doc) Dialect {
	var best Dialect = Plain{}
	top, tied := 0, false
	for _, d := range dialects {
		switch score := d.Detect(doc); {
		case score > top:
			best, top, tied = d, score, false
		case score == top:
			tied = true
		}
	}
	if tied {
		return Plain{}
	}
	return best
}
