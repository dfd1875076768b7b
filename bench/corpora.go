package bench

import "strings"

// Corpus is a kind of document that shape and its peers are measured with.
type Corpus struct {
	Name    string          // a letter, its name in tables
	About   string          // its content
	Bodies  func() [][]byte // made anew; small ones are many, so that none is learned
	Payload string          // the member with the payload of the document
	Keep    []string        // a caller's seven to thirteen fields
}

// The fields of records, and those that a caller might ask other lists for. Not every
// document has all of them.
var (
	recordFields   = strings.Fields(`items.id items.name items.full_name items.description items.stargazers_count items.default_branch items.owner.login items.assignees.login`)
	envelopeFields = strings.Fields(`tool_id request_id duration_ms data.functions.name data.functions.line data.functions.complexity data.classes.name data.classes.methods data.complexity data.imports`)
	searchFields   = strings.Fields(`query total_found results.chunk_id results.similarity_score results.rank results.score_type results.source_file results.context_header results.chunk_index`)
	codeFields     = strings.Fields(`files.path files.lines files.language files.size files.mode files.owner.login files.changed_at`)
	listFields     = strings.Fields(`items.id items.name items.title items.label items.model items.score items.author.name items.at`)
)

// Corpora returns the measured corpora. A document of middle size has size bytes: 1 MB, or
// less for a quick run.
func Corpora(size int) []Corpus {
	one := func(make func(size int) []byte) func() [][]byte {
		return func() [][]byte { return [][]byte{make(size)} }
	}
	return []Corpus{
		{"a", "1 KB envelopes, 64 of them", func() [][]byte { return rotate(64, Envelope) }, "data", envelopeFields},
		{"b", "63 KB of search results, 8 of them", func() [][]byte { return rotate(8, Search) }, "results", searchFields},
		{"c", "1 MB of records of 60 fields", one(Records), "items", recordFields},
		{"d", "10 MB of the same", func() [][]byte { return [][]byte{Records(10 * size)} }, "items", recordFields},
		{"e", "1 MB of code in strings", one(Code), "files", codeFields},
		{"f", "1 MB nested 270 deep", one(Nested), "items", recordFields},
		{"g", "c, pretty-printed", func() [][]byte { return [][]byte{Indented(Records(size))} }, "items", recordFields},
		{"h", "1 MB of vectors", one(Floats), "items", listFields},
		{"i", "1 MB of Chinese text", one(Chinese), "items", listFields},
		{"j", "1 MB of numbers of one digit", one(Digits), "items", listFields},
		{"k", "1 MB of \\uXXXX", one(Escaped), "items", listFields},
		{"l", "1 MB of objects of one member", one(Singles), "items", listFields},
	}
}

// Sizes are records from 1 KB to 100 MB. The small ones are many.
func Sizes() []Corpus {
	size := func(name string, bodies func() [][]byte) Corpus {
		return Corpus{name, "records", bodies, "items", recordFields}
	}
	return []Corpus{
		size("1 KB", func() [][]byte { return rotate(64, func(i int) []byte { return smallRecords(i, 1, nil) }) }),
		size("10 KB", func() [][]byte { return rotate(32, func(i int) []byte { return smallRecords(i, 2, urlFields) }) }),
		size("100 KB", func() [][]byte { return rotate(8, func(i int) []byte { return smallRecords(i, 22, urlFields) }) }),
		size("1 MB", func() [][]byte { return [][]byte{Records(1 << 20)} }),
		size("10 MB", func() [][]byte { return [][]byte{Records(10 << 20)} }),
		size("100 MB", func() [][]byte { return [][]byte{Records(100 << 20)} }),
	}
}

func rotate(n int, body func(int) []byte) (all [][]byte) {
	for i := range n {
		all = append(all, body(i))
	}
	return all
}
