package jsonish

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// traps are texts of 512 KB. A reader that goes back, or that scans ahead from each
// place, takes quadratic time on them.
var traps = []struct {
	name string
	text func(n int) string
}{
	{"brackets", repeat("[", "", "")},
	{"brackets that fail", repeat("[x", "", "")},
	{"objects", repeat(`{"a":`, "", "")},
	{"objects that fail in the end", repeat(`{"a":`, "x", "")},
	{"quotes in quotes", repeat(`"\"\\\"`, "", "")},
	{"strings that never end", repeat(`["`, "", "")},
	{"strings that fail", repeat(`["\x`, "", "")},
	{"strings with bytes that are no UTF-8", repeat("[\"\xff\\x", "", "")},
	{"comments that never end", repeat(`[/*`, "", "")},
	{"comments of lines that never end", repeat(`[//`, "", "")},
	{"comments that never end, behind names", repeat(`"password":/*`, "", "")},
	{"fences", repeat("```\n", "", "")},
	{"a fence", repeat("`", "", "")},
	{"fences that begin lines of JSON", repeat("```\n[1]\n", "", "")},
	{"lines of JSON, the last of which fails", repeat("{\"a\":1}\n", "{", "")},
	{"colons", repeat(":", "", "")},
	{"blanks and colons", repeat("   \n :", "", "")},
	{"equals signs", repeat(`"=`, "", "")},
	{"a long word", repeat("a", ":'x'", "")},
	{"words and quotes", repeat(`a":`, "", "")},
	{"quotes of both kinds", repeat(`'":`, "", "")},
	{"a quote far away", repeat("x ':", "", `"`)},
	{"blank lines behind a name", repeat(" \n", "x", "password:")},
	{"blanks behind a name", repeat(" ", "x", "password:")},
	{"names without a value", repeat("password:\n", "", "")},
	{"names in a list", repeat("- ", "password:\n", "")},
	{"headers of blocks", repeat("password: |\n", "", "")},
	{"elements that never end", repeat("<password>", "", "")},
	{"elements behind elements", repeat("<b>password</b>\n<b>", "", "")},
	{"attributes of elements", repeat(`<a name="password">`, "", "")},
	{"heredocs that never end", repeat("password=<<EOF\n", "", "")},
	{"a header of many digits", repeat("password: |1", "", "")},
	{"values in quotes that never end", repeat(`"password":'`, "", "")},
	{"values in quotes that end", repeat(`password:'"', `, "", "")},
	{"values in brackets that never end", repeat(`"password":([`, "", "")},
	{"values in values", repeat(`"password":[`, strings.Repeat("]", 1<<18), "")},
	{"values of names with and without quotes", repeat(`"password":[{password:(`, "", "")},
	{"values in quotes of values", repeat(`password:'"`, "", "")},
	{"values in brackets in quotes of values", repeat(`"password":[{"password":`, "'", "password:'")},
	{"values in comments of values", repeat(`"password":/*`, "*/", "")},
	{"values in blocks of values", repeat("password:\n ", "", "password:\n  'password:\n")},
	{"values in quotes that are behind fewer and fewer backslashes", func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			for k := 40; k > 0; k-- {
				b.WriteString("password:" + strings.Repeat(`\`, k) + `"`)
			}
		}
		return b.String()
	}},
	{"values that are empty", repeat(`"password":,`, "", "")},
	{"marks", repeat(`"password":[withheld],`, "", "")},
	{"values that end in the middle of JSON", repeat(`, password:" [ "`, strings.Repeat("]", 1<<18), "[")},
	{"fragments that begin in values", repeat(`password:" [ " , `, "", "")},
	{"backslashes", repeat(`\`, `":x`, `"`)},
	{"quotes behind backslashes", repeat(`\":`, "", "")},
	{"escaped quotes", repeat(`\u0022:`, "", "")},
	{"escaped quotes of both kinds", repeat(`\u0022\u0027:`, "", "")},
	{"values in escaped quotes that never end", repeat(`"password":\u0022`, "", "")},
	{"values in escaped quotes behind more backslashes", repeat(`\\u0022`, "", `"password":\u0022`)},
	{"names with many escapes", repeat(`"\\u005c`, `":`, "")},
	{"a name that is one escape of escapes", repeat(`\\`, `":x`, `"a`)},
	{"fewer and fewer backslashes", func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			for k := 40; k > 0; k-- {
				b.WriteString(strings.Repeat(`\`, k) + `":`)
			}
		}
		return b.String()
	}},
	{"names of several words", repeat("a b password：", "", "")},
	{"full-width signs", repeat("：", "", "password")},
	{"first bytes of full-width signs", repeat("\xef", "", "password:")},
	{"names alone on their lines", repeat("password\n", "x1Y2z3w4", "")},
	{"signs before words alone on their lines", repeat("password:\ncreatedAt\n", "", "")},
	{"characters that are no letters", repeat("\u00a0\ufeff", ":", "a")},
	{"marks of combination", repeat("a\u0301", ":'x'", "")},
}

// repeat makes texts of one part, with another one before it and one behind it.
func repeat(part, behind, before string) func(n int) string {
	return func(n int) string { return before + strings.Repeat(part, n/len(part)) + behind }
}

func TestTraps(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector measures itself here")
	}
	const size = 1 << 19
	for _, c := range traps {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(c.text(size))
			h := hider{names: []string{"password"}, out: make([]byte, 0, 2*len(text))}
			testkit.Within(t, time.Second/2, func() { h.hide(text) })
			if held := 8*cap(h.reader.tokens.open.bits) + cap(h.words.readings.text) + cap(h.words.readings.next); held > len(text)/2 {
				t.Errorf("the readers hold %d bytes", held)
			}
		})
	}
}

// bareTraps are texts of names without a sign. Each name may cost a long search.
var bareTraps = []struct {
	name string
	text func(n int) string
}{
	{"names alone", repeat("password ", "", "")},
	{"names of several words", repeat("a b password ", "", "")},
	{"arrows before separators", repeat("password -> "+strings.Repeat(",", 72), "", "")},
	{"names with types", repeat("password string = x ", "", "")},
	{"names behind keys", repeat("name: password\n", "", "")},
	{"keys that name", repeat("key\"password\" ", "", "")},
	{"keys that name, and values", repeat("value: x key\"password\" ", "", "")},
	{"values before names", repeat("value: x\n", "name: password", "")},
	{"records", repeat("{value: \"x, name: 'password' ", "", "")},
	{"lines of names", repeat("password\nabcdefgh\n", "", "")},
	{"headers of CSV with open quotes", repeat("a,password\n\"x\n", "", "")},
	{"headers of CSV with quotes", repeat("a,password\n\"x\"\"\n", "", "")},
	{"statements of COPY", repeat("COPY t (a, password) FROM stdin;\n", "", "")},
	{"escapes before names", repeat(`\u0077password`, "", "")},
	{"statements of SQL", repeat("alter user password 'x ", "", "")},
	{"header cells of HTML", repeat("<th>password", "", "<tr>")},
	{"header rows of HTML", repeat("<tr><th>a password</th>", "", "")},
	{"tables of HTML that never end", repeat("<tr><th>password<td>x", "", "")},
	{"header cells of MediaWiki", repeat("! a password\n", "", "")},
	{"header cells of MediaWiki that hide", repeat("! password\n", "", "")},
	{"header rows of Jira", repeat("||a password\n", "", "")},
	{"header rows of Jira that hide", repeat("||password||x|\n", "", "")},
	{"tables of AsciiDoc", repeat("|===\n|password\n\n", "", "")},
	{"fields of logs", repeat("#fields password\n", "", "")},
	{"INSERTs that never end", repeat("INTO t(password)VALUES(x", "", "")},
	{"INSERTs without literals", repeat("INTO t(password)VALUES(?),", "", "")},
	{"columns of INSERT", repeat("password,", ")VALUES('x')", "INTO t(")},
	{"headers with rules below", repeat("a password\n- --------\n", "", "")},
	{"rows between rules", repeat("| a | password |\n+---+----------+\n", "", "")},
	{"single columns", repeat("password\n--------\nab12cd34\n", "", "")},
	{"a row of MoinMoin", repeat("|| password ", "", "|| '''a ")},
	{"rows of MoinMoin", repeat("|| ''' password ''' || x ||\n", "", "")},
	{"other tags before names", repeat("<<<<<<<password", "", "")},
	{"frames of R", repeat(" a password\n1 2 3\nx\n\n", "", "")},
	{"rows of names and values", repeat("password,x\n", "", "name,value\n")},
	{"rows of names, and a long header", repeat("password x\n", "", strings.Repeat("name,", 40)+"value\n")},
	{"paragraphs of names", repeat("a,password,b,\n\n", "", "")},
	{"heredocs behind names", repeat("password<<E\n", "", "")},
	{"prompts", repeat(">>> password\n", "", "")},
	{"answers", repeat(">>> password x\n'a", "", "")},
	{"headings", repeat("## password\n\n", "", "")},
	{"uses of names", repeat("password for 'x ", "", "")},
	{"literals behind names", repeat("password is 'x ", "", "")},
	{"arguments", repeat("set('password', 'x ", "", "")},
	{"columns of types", repeat("password  string  ", "", "")},
}

func TestTrapsOfBareNames(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector measures itself here")
	}
	for _, c := range bareTraps {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(c.text(1 << 19))
			testkit.Within(t, time.Second/2, func() { searchAll(text) })
		})
	}
}
