package archive

import (
	"strconv"
	"strings"
	"testing"
)

// An answer tells a value that repeats once, and only if the rows do not fit on a page.
func TestRepeatedValues(t *testing.T) {
	for name, c := range map[string]struct {
		rows        int
		row         string // ROW is its number, HALF the number modulo 2
		want, lacks string
	}{
		"two values": {
			rows: 8, row: `"kind":"kind HALF"`,
			want: `values {"kind":["kind 0","kind 1"]}`,
		},
		"the column with two names": {
			rows: 8, row: `"kind":"kind HALF","sort":"kind HALF"`,
			want: `values {"kind":["kind 0","kind 1"]}`, lacks: `"sort":[`,
		},
		"lists": {
			rows: 8, row: `"kinds":["kind HALF","kind 2"]`,
			want: `values {"kinds":["kind 0","kind 2","kind 1"]}`,
		},
		"few rows that do not fit": {
			rows: 3, row: `"kind":"kind HALF","more":"` + strings.Repeat("HALF", 900) + `"`,
			lacks: "values",
		},
		"rows that fit": {
			rows: 2, row: `"kind":"kind HALF"`,
			lacks: "values",
		},
		"one value": {
			rows: 8, row: `"kind":"kinds"`,
			lacks: "values",
		},
		"a value of each row": {
			rows: 8, row: `"kind":"kind ROW"`,
			lacks: "values",
		},
		"short values": {
			rows: 8, row: `"kind":HALF`,
			lacks: "values",
		},
	} {
		rows := make([]string, c.rows)
		for i := range rows {
			row := `{"id":ROW,"v":"needle ROW","pad":"` + strings.Repeat("ROW", 70) + `",` + c.row + "}"
			rows[i] = strings.NewReplacer("ROW", strconv.Itoa(i), "HALF", strconv.Itoa(i%2)).Replace(row)
		}
		p, err := Ask{Query: "needle kind", PageBytes: 600}.Of([]byte("[" + strings.Join(rows, ",") + "]"))
		if got := string(p.Text); err != nil || !strings.Contains(got, c.want) || c.lacks != "" && strings.Contains(got, c.lacks) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}
