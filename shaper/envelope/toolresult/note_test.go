package toolresult_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

const someHandle = "k3fa2zq7w5xj4m6t"

func TestSaid(t *testing.T) {
	rows := envelope.Cut{Path: "rows", Total: 60, Kept: 3, Lists: 1}
	tags := envelope.Cut{Path: "rows[].tags", Total: 600, Kept: 60, Lists: 60}
	differ := rows
	differ.Differ, differ.Spread = true, "level: info=190, error=10; ms: 3 to 90, sum 4000"
	long := differ
	long.Spread = "level: info=190, error=10; words: " + strings.Repeat("zqZ09_é=1, ", 9) + "a=1; ms: 3 to 90, sum 4000"
	ranked := rows
	ranked.RankedBy = "score"
	kept := envelope.Kept{Handle: someHandle, Tool: "shape_retrieve"}
	brief := kept
	brief.Brief = true
	left := func(fields int, names ...string) envelope.Kept {
		k := kept
		k.Omitted, k.Fields = names, fields
		return k
	}
	for want, l := range map[string]envelope.Loss{
		"rows: 3 of 60 (first)":    {Cuts: []envelope.Cut{rows}},
		"rows: 3 of 60 (by score)": {Cuts: []envelope.Cut{ranked}},
		"rows: 3 of 60 (rare, first, last); level: info=190, error=10; ms: 3 to 90, sum 4000 · shape_retrieve " + someHandle: {Cuts: []envelope.Cut{differ}, Kept: kept},
		"rows: 3 of 60 (rare, first, last); level: info=190, error=10; ms: 3 to 90, sum 4000":                                {Cuts: []envelope.Cut{long}},
		"rows: 3 of 60 (rare, first, last); level: info=190, error=10; ms: 3 to 90, sum 4000; 1 field omitted · shape_retrieve " + someHandle: {
			Cuts: []envelope.Cut{differ}, Kept: left(1, "id")},
		"rows: 3 of 60, rows: 3 of 60 (first); level: info=190, error=10; ms: 3 to 90, sum 4000": {Cuts: []envelope.Cut{differ, rows}},
		"rows: 3 of 60 (first) · shape_retrieve " + someHandle:                                   {Cuts: []envelope.Cut{rows}, Kept: kept, Texts: 2},
		"rows: 3 of 60 (first) · handle " + someHandle:                                           {Cuts: []envelope.Cut{rows}, Kept: envelope.Kept{Handle: someHandle}},
		"rows[].tags: 60 of 600, rows: 3 of 60 (first)":                                          {Cuts: []envelope.Cut{rows, tags}},
		"rows[].tags: 60 of 600, rows: 3 of 60, rows: 3 of 60, +1 list (first)":                  {Cuts: []envelope.Cut{rows, tags, rows, rows}},
		"rows: 3 of 60, rows: 3 of 60, tags: 1 of 9, +7 lists (first)": {Cuts: []envelope.Cut{
			rows, {Path: "tags", Total: 9, Kept: 1, Lists: 1}, rows, {Path: envelope.OtherPaths, Total: 99, Lists: 7}}},
		"2 texts shortened · shape_retrieve " + someHandle: {Texts: 2, Kept: kept},
		"1 text shortened · handle " + someHandle:          {Texts: 1, Kept: envelope.Kept{Handle: someHandle}},
		"data outlined":                        {Cuts: []envelope.Cut{{Path: ".", Outlined: true, Over: true}}},
		"data outlined, rows: 3 of 60 (first)": {Cuts: []envelope.Cut{rows, {Path: ".", Outlined: true, Over: true}}},
		"identifiers only, rows: 3 of 60 (first) · shape_retrieve " + someHandle: {Cuts: []envelope.Cut{rows, {Path: ".", Outlined: true, Referred: true}}, Kept: kept},
		"identifiers only": {Cuts: []envelope.Cut{{Path: ".", Outlined: true, Referred: true}}},
		"parts left out · shape_retrieve " + someHandle:                                   {Kept: kept},
		"omitted: node_id, *_url, verification (7 fields) · shape_retrieve " + someHandle: {Kept: left(7, "node_id", "*_url", "verification")},
		"omitted: body (1 field) · shape_retrieve " + someHandle:                          {Kept: left(1, "body")},
		"omitted: a, b, c, d, e (9 fields) · shape_retrieve " + someHandle:                {Kept: left(9, "a", "b", "c", "d", "e", "f")},
		"3 fields omitted · shape_retrieve " + someHandle:                                 {Kept: left(3, strings.Repeat("ß", 40))},
		"1 field omitted · shape_retrieve " + someHandle:                                  {Kept: left(1, strings.Repeat("ß", 40))},
		"rows: 3 of 60 (first); omitted: *_url (2 fields) · shape_retrieve " + someHandle: {Cuts: []envelope.Cut{rows}, Kept: left(2, "*_url", "node_id")},
		"2 texts shortened; omitted: id (1 field) · shape_retrieve " + someHandle:         {Texts: 2, Kept: left(1, "id")},
		"shape_retrieve " + someHandle:                                                    {Kept: brief},
		"handle " + someHandle:                                                            {Kept: envelope.Kept{Handle: someHandle, Brief: true}},
	} {
		got := toolresult.Said(l)
		if got != want || !envelope.IsSaid([]byte(got)) {
			t.Errorf("%q, want %q; known again: %v", got, want, envelope.IsSaid([]byte(got)))
		}
	}
}

// A note takes at most 40 tokens with its handle, for all paths, and 60 more with a spread.
func TestSaidIsShort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(alphabet string, n int) string {
		letters, b := []rune(alphabet), strings.Builder{}
		for range n {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	alphabets := []string{"abcdefghijklmnopqrstuvwxyz", "bcdfghjklmnpqrstvwxz", "aeiou", "ABCDEFGHIJ", "0123456789", "!#$%&*+-/;<=>?@^_|~", "éß語😀𒀀ж", `."[] `, "zqZQ09_é"}
	for range 20_000 {
		var l envelope.Loss
		for range 1 + r.IntN(5) {
			path := random(alphabets[r.IntN(len(alphabets))], 1+r.IntN(60))
			l.Cuts = append(l.Cuts, envelope.Cut{Outlined: r.IntN(9) == 0, Path: path, Total: r.IntN(1 << r.IntN(30)), Kept: r.IntN(1 << r.IntN(20)), Lists: 1, RankedBy: random(alphabets[0], r.IntN(2)*r.IntN(30))})
		}
		if r.IntN(2) == 0 {
			l.Kept = envelope.Kept{Handle: random("abcdefghijklmnopqrstuvwxyz234567", 16), Tool: "shape_retrieve", Brief: r.IntN(4) == 0}
			for range r.IntN(7) {
				l.Kept.Omitted = append(l.Kept.Omitted, random(alphabets[r.IntN(len(alphabets))], 1+r.IntN(60)))
				l.Kept.Fields += r.IntN(1 << r.IntN(12))
			}
			if l.Texts = r.IntN(3); r.IntN(3) == 0 {
				l.Cuts = nil
			}
		}
		room := 0
		if r.IntN(3) == 0 && len(l.Cuts) > 0 {
			room = 60
			l.Cuts[0].Spread = "level: info=190, " + random(alphabets[r.IntN(4)], r.IntN(20)) + "=10; ms: 3 to 90, sum " + random(alphabets[4], 9)
		}
		said := toolresult.Said(l)
		if n := (o200k.Counter{}).Count([]byte(said)); n > 40+room || len(said) > 300+2*room {
			t.Fatalf("%d tokens, %d bytes: %s", n, len(said), said)
		}
		if !envelope.IsSaid([]byte(said)) {
			t.Fatalf("%q is not known again", said)
		}
	}
}

// There is one note, in the halves that the client reads.
func TestNote(t *testing.T) {
	const data = `"structuredContent":{"rows":[1]}`
	const note = `"rows: 1 of 2 (first)"`
	const block = `{"type":"text","text":` + note + `,"_meta":{"io.github.seed-7aa78ce4/shape":"note"}}`
	l := envelope.Loss{Cuts: []envelope.Cut{{Path: "rows", Total: 2, Kept: 1, Lists: 1}}}
	for _, c := range []struct {
		inText    bool
		member    string
		doc, want string
	}{
		{true, "", `{"content":[],` + data + `}`, `{"content":[` + block + `],` + data + `}`},
		{false, "_note", `{"content":[],` + data + `}`, `{"content":[],"structuredContent":{"rows":[1],"_note":` + note + `}}`},
		{true, "_note", `{"content":[],` + data + `}`, `{"content":[` + block + `],"structuredContent":{"rows":[1],"_note":` + note + `}}`},
		{false, "", `{"content":[],` + data + `}`, `{"content":[` + block + `],` + data + `}`},
		{false, "_note", `{"content":[],"structuredContent":[1]}`, `{"content":[` + block + `],"structuredContent":[1]}`},
		{false, "_note", `{"content":[],"structuredContent":{"_note":"mine"}}`, `{"content":[],"structuredContent":{"_note":"mine","_shape_note":` + note + `}}`},
		{false, "_note", `{"content":[],"structuredContent":{"_note":1,"_shape_note":2}}`, `{"content":[` + block + `],"structuredContent":{"_note":1,"_shape_note":2}}`},
		{false, "_note", `{"content":[],` + data + `,"isError":true}`, `{"content":[` + block + `],` + data + `,"isError":true}`},
		{true, "", `{"content":[` + strings.Replace(block, "rows: 1", "rows: 9", 1) + `]}`, `{"content":[` + block + `]}`},
		{true, "", `[]`, `[` + block + `]`},
		{true, "", `{"content":7}`, ``},
	} {
		l.InText, l.Member = c.inText, c.member
		if got := string(toolresult.Dialect{}.Note([]byte(c.doc), l)); got != c.want {
			t.Errorf("%v %q %s\n got %s\nwant %s", c.inText, c.member, c.doc, got, c.want)
		}
	}
}
