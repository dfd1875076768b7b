package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
)

// figures is the member stats of --stats in JSON. Its names are those of a report.
type figures struct {
	Documents     int            `json:"documents"`
	BytesIn       int            `json:"bytes_in"`
	BytesOut      int            `json:"bytes_out"`
	Counter       string         `json:"counter"`
	TokensIn      int            `json:"tokens_in"`
	TokensOut     int            `json:"tokens_out"`
	StructuredIn  *int           `json:"structured_tokens_in,omitempty"`
	StructuredOut *int           `json:"structured_tokens_out,omitempty"`
	Media         []mediaFigures `json:"media,omitempty"`
	Overrides     string         `json:"tool_overrides,omitempty"`
	Withheld      *places        `json:"withheld,omitempty"`
	Tainted       *tainted       `json:"tainted,omitempty"`
	Frequent      []frequent     `json:"frequent,omitempty"`
	Opaque        *places        `json:"opaque,omitempty"`
	Missed        *places        `json:"missed,omitempty"` // private names
	Cut           *cutFigures    `json:"cut,omitempty"`
	Shortened     *places        `json:"shortened,omitempty"` // strings
	Folded        int            `json:"folded,omitempty"`    // lists that are tables now
	Whole         map[string]int `json:"whole,omitempty"`     // documents, by the half
	Budget        *fitFigures    `json:"budget,omitempty"`
	Unmatched     []string       `json:"unmatched,omitempty"`
}

type mediaFigures struct {
	Kind     string `json:"kind"`
	CountIn  int    `json:"count_in"`
	CountOut int    `json:"count_out"`
	BytesIn  int    `json:"bytes_in"`
	BytesOut int    `json:"bytes_out"`
}

type cutFigures struct {
	Lists int `json:"lists"`
	Total int `json:"total"` // elements before the cut
	Kept  int `json:"kept"`
}

// notice returns the sums and signals as lines for people and figures for programs.
func (t *tally) notice() notice.Notice {
	bytes := fmt.Sprintf("bytes: %s", t.bytes)
	lines := slices.Concat([]string{fmt.Sprintf("documents: %d", t.documents), bytes}, t.read.lines(), t.signals.lines(), t.fit.lines())
	return notice.Notice{
		Level: notice.Plain, Kind: "stats", Message: counted(t.documents, "document") + "; " + bytes,
		Stats: t.figures(), Text: strings.Join(lines, "\n"),
	}
}

func (t *tally) figures() figures {
	read, said := t.read, &t.signals
	all := figures{
		Documents: t.documents, BytesIn: t.bytes.in, BytesOut: t.bytes.out,
		Counter: read.counter.Name(), TokensIn: read.text.in, TokensOut: read.text.out,
		Overrides: said.entries, Withheld: placesOf(said.withheld), Tainted: taintedOf(said.tainted), Frequent: frequentOf(said.frequent), Opaque: placesOf(said.opaque), Missed: placesOf(said.unhidden), Shortened: placesOf(said.shortened), Folded: said.folded, Whole: said.whole,
	}
	if read.parts {
		all.StructuredIn, all.StructuredOut = &read.structured.in, &read.structured.out
	}
	for _, m := range read.media {
		all.Media = append(all.Media, mediaFigures{m.kind, m.counts.in, m.counts.out, m.bytes.in, m.bytes.out})
	}
	if c := said.cut; c.Lists > 0 {
		all.Cut = &cutFigures{c.Lists, c.Total, c.Kept}
	}
	if t.fit.documents > 0 {
		all.Budget = &fitFigures{t.fit.documents, t.fit.cut, t.over, t.fit.steps}
	}
	for _, mask := range said.missed {
		all.Unmatched = append(all.Unmatched, byFlags(mask))
	}
	return all
}
