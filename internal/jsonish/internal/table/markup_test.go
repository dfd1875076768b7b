package table

import (
	"bytes"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// The cells below or beside the header cell "key" become "?". All other text stays.
var markups = []struct{ text, want string }{
	// HTML
	{"<tr><th>id</th><th>key</th></tr><tr><td>1</td><td>x</td></tr></table>", "<tr><th>id</th><th>key</th></tr><tr><td>1</td><td>?</td></tr></table>"},
	{"<tr><th><b>key</b></th><td>x</td></tr><tr><th>b</th><td>y</td></tr>", "<tr><th><b>key</b></th><td>?</td></tr><tr><th>b</th><td>y</td></tr>"},
	{"<TR><TH>key</TH></TR><TR><TD a=\"1\"><i>x</i></TD></TR>", "<TR><TH>key</TH></TR><TR><TD a=\"1\">?</TD></TR>"},
	{"<tr><td>key</td></tr><tr><td>x</td></tr>", "<tr><td>key</td></tr><tr><td>x</td></tr>"},
	{"<tr><th>a key</th></tr><tr><td>x</td></tr>", "<tr><th>a key</th></tr><tr><td>x</td></tr>"},
	{"<thead>key</thead>", "<thead>key</thead>"},
	{"<tr><th>key", "<tr><th>key"},
	{"<tr><th>key</th></tr><tr><td>x", "<tr><th>key</th></tr><tr><td>?"},

	{"<Tr><Th>id</Th><Th>key</Th></Tr><Tr><Td>1</Td><Td>x</Td></Tr>", "<Tr><Th>id</Th><Th>key</Th></Tr><Tr><Td>1</Td><Td>?</Td></Tr>"},

	// MediaWiki
	{"! id !! key\n|-\n| 1 || x\n|}\n| y || z", "! id !! key\n|-\n| 1 || ?\n|}\n| y || z"},
	{"! id\n! key\n|-\n| 1\n| a=b | x\n|}", "! id\n! key\n|-\n| 1\n| a=b | ?\n|}"},
	{"! key\n| x\n|-\n! b\n| y\n|}", "! key\n| ?\n|-\n! b\n| y\n|}"},
	{"! a\nkey\n| x", "! a\nkey\n| x"},

	// Jira
	{"||id||key||\n|1|x|\n\n|2|y|", "||id||key||\n|1|?|\n\n|2|y|"},
	{"||key|x|\n||b|y|", "||key|?|\n||b|y|"},
	{"||  id |  1 ||\n||  key |  x  ||\n|+--+--+|", "||  id |  1 ||\n||  key |  ?  ||\n|+--+--+|"},
	{"|| a key ||\n| x |", "|| a key ||\n| x |"},

	{"|| '''id''' || '''key''' ||\n|| 1 || x ||", "|| '''id''' || '''key''' ||\n|| 1 || ? ||"},
	{"|| key || x ||\n|| b || y ||", "|| key || x ||\n|| b || y ||"},

	// AsciiDoc
	{"|====\n|key |id\n\n|x |1\n|====", "|====\n|key |id\n\n|? |1\n|===="},
	{"|===\n|id |key\n\n|1 |x\n|2\n|y\nz\n|===\n|3 |b", "|===\n|id |key\n\n|1 |?\n|2\n|?\n?\n|===\n|3 |b"},
	{"[options=\"header\"]\n|===\n|id |key\n|1 |x\n|===", "[options=\"header\"]\n|===\n|id |key\n|1 |?\n|==="},
	{"|===\n|key |x\n|b |y\n|===", "|===\n|key |x\n|b |y\n|==="},
}

func TestHideMarkup(t *testing.T) {
	for _, c := range markups {
		var got []byte
		copied := 0
		at := bytes.Index([]byte(c.text), []byte("key"))
		isKey := func(name []byte) bool { return string(name) == "key" }
		end, ok := HideMarkup([]byte(c.text), 0, scan.Span{Start: at, End: at + len("key")}, isKey, func(cell scan.Span) {
			got = append(append(got, c.text[copied:cell.Start]...), '?')
			copied = cell.End
		})
		if got = append(got, c.text[copied:]...); string(got) != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
		if copied > end || !ok && copied > 0 {
			t.Errorf("%q: ends at %d, %t", c.text, end, ok)
		}
	}
}
