package limits

// Mode is one response mode of a tool. It has the fields to show and the largest numbers of
// elements in some arrays (RULES R83 and R86).
type Mode struct {
	Fields []string       `json:"fields"`
	Limits map[string]int `json:"limits"`
}

// Derive describes a field made from another: its first Chars code points.
type Derive struct {
	From  string `json:"from"`
	Chars int    `json:"chars"`
}

// Spelling sets how the names of a privacy mask meet member names. The zero Spelling ignores
// case and separators. Names of more than five letters also meet as the last part of a longer
// name: api_key meets apiKey and X-Api-Key. At most one field is set.
type Spelling struct {
	Suffix bool `json:"suffix"` // a name of any length meets as a last part: id meets user_id
	Exact  bool `json:"exact"`  // names meet byte for byte
}
