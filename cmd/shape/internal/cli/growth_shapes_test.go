package cli

import (
	"fmt"
	"strings"
)

// growing is a kind of input of any size, and a command for it.
type growing struct {
	name   string
	args   string // of the command, parted by blanks
	config string // a configuration, "" for none
	most   int    // memory that it takes, as so many times the input
	make   func(n int) string
	large  int // MB; a larger one may exceed the limits of strings and names
}

// The factors of memory. A plain document is read as it stands. convert holds the parts of a
// string and the string, and reads it again.
const (
	plainly  = 3
	somewhat = 6
	anew     = 10
)

// growth is every kind of work beside the kinds of input that could make more of it
// than in proportion to their size.
var growth = []growing{
	{"records, kept in part", "--include id,user.name", "", plainly, list("[", aRecord, "]"), 60},
	{"records, excluded in part", "-x node_id,*_url", "", plainly, list("[", aRecord, "]"), 60},
	{"records, as they are", "", "", plainly, list("[", aRecord, "]"), 60},
	{"records, laid out", "--indent 2", "", somewhat, list("[", aRecord, "]"), 60},
	{"records, sorted", "-S", "", somewhat, list("[", aRecord, "]"), 60},
	{"records, counted", "--stats -x node_id", "", somewhat, list("[", aRecord, "]"), 60},
	{"records, strictly", "--strict -x node_id", "", somewhat, list("[", aRecord, "]"), 60},
	{"many small documents", "-x node_id", "", plainly, list("", aRecord, "\n"), 60},
	{"cut rows", "--tool t --mode few", fewRows, somewhat, list(`{"tier":"pro","data":{"rows":[`, `{"id":%d,"tags":["a","b","c"]}`, `]}}`), 60},
	{"cut rows, plain", "--dialect plain --tool t --mode few", fewRows, plainly, list(`{"rows":[`, `{"id":%d,"tags":["a","b","c"]}`, `]}`), 60},
	{"a cut list", "--tool t --mode one", fewRows, plainly, list(`{"tier":"pro","data":{"rows":[`, `{"id":%d}`, `]}}`), 60},
	{"scrubbed errors", "", "", somewhat, list(scalpelError+`[`, `{"code":"x = %d"}`, `]}},"data":null}`), 60},
	{"scrubbed errors, deep", "", "", somewhat, within(900, `{"a long name of a step":`, `}`, scalpelError, `}},"data":null}`, `{"code":"x"}`), 60},
	{"scrubbed texts of several lines", "", "", somewhat, list(scalpelError+`[`, `"line %d\n"`, `]}},"data":null}`), 60},
	{"errors, spelt out", "--profile debug", "", somewhat, list(scalpelError+`[`, `{"at":%d}`, `]}},"data":null}`), 60},
	{"explained", "explain -x node_id", "", somewhat, list("[", aRecord, "]"), 60},
	{"explained, deep", "explain --include a", "", somewhat, within(900, `{"a":`, `}`, "", "", `{"b":1,"c":2}`), 60},
	{"names that come again, the last counts", "--dialect plain -x x", `{"global":{"duplicates":"last"}}`, somewhat, list("[", `{"a":%d,"a":2,"b":3}`, "]"), 60},
	{"names that come again, the first counts", "--dialect plain -x x", `{"global":{"duplicates":"first"}}`, somewhat, list("[", `{"a":%d,"a":2,"b":3}`, "]"), 60},
	{"many names, the last counts", "--dialect plain -x x", `{"global":{"duplicates":"last"}}`, somewhat, wide, 60},
	{"wide objects", "-x x", "", somewhat, wide, 60},
	{"wide objects, kept in part", "--include n7*", "", somewhat, wide, 60},
	{"a million names", "-x x", "", somewhat, wide, 12},
	{"a million names, kept in part", "--include n7*", "", somewhat, wide, 12},
	{"a million names, explained", "explain -x x", "", somewhat, wide, 12},
	{"patterns", "", patterns, somewhat, list("[", `{"text":"call %d or mail somebody at their office"}`, "]"), 60},
	{"patterns, met", "", patterns, somewhat, list("[", `{"text":"mail a%d@example.com, card 4111 1111 1111 1111"}`, "]"), 60},
	{"patterns that fit what they write", "", again, somewhat, list("[", `"ab {\"a\":\"x %d\"} cd x"`, "]"), 60},
	{"a long text with what they write", "", again, somewhat, list(`{"text":"[`, `{\"a\":\"x %d\"}`, `] x"}`), 60},
	{"redaction", "", `{"privacy":{"mask":[{"path":"**.email","with":"***"}]}}`, plainly, list("[", `{"id":%d,"email":"a@example.com"}`, "]"), 60},
	{"deep arrays, counted from the end", "-x **[-1].x", "", somewhat, within(900, `[1,`, `]`, "", "", `{"x":1}`), 60},
	{"chains of arrays, counted from the end", "-x **[-1].x", "", somewhat, chain, 60},
	{"deep objects", "-x **.a.**.a.x", "", plainly, within(900, `{"a":`, `}`, "", "", `{"x":1,"y":2}`), 60},
	{"positions in an include list", "--include rows[0:10].id,rows[-3:].id", "", plainly, list(`{"rows":[`, aRecord, `]}`), 60},
	{"texts with JSON inside", "-x password", "", somewhat, list("[", `"{\"id\":%d,\"password\":\"x\"}"`, "]"), 60},
	{"one long text with JSON inside", "-x password", "", somewhat, list(`{"text":"[`, `{\"id\":%d,\"password\":\"x\"}`, `]"}`), 60},
	{"a tool result, as text", "--dialect mcp -x node_id", "", somewhat, list(`{"content":[{"type":"text","text":"[`, anEscapedRecord, `]"}]}`), 60},
	{"a tool result, both halves", "--dialect mcp -x node_id", "", somewhat, halves, 60},
	{"a tool result of many blocks", "--dialect mcp -x x", "", somewhat, list(`{"content":[`, `{"type":"text","text":"{\"x\":%d}"}`, `]}`), 60},
	{"a batch", "--dialect jsonrpc -x x", "", somewhat, list(`[`, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"x"}]}}`, `]`), 60},
	{"strings that are nearly JSON", "-x password", privately, somewhat, list(`[`, `"{'id': %d, 'password': None,"`, `]`), 60},
	{"one long string that is nearly JSON", "-x password", privately, somewhat, list(`{"text":"`, `{'id': %d, 'password': None`, `"}`), 60},
	{"escapes", "-x password", privately, somewhat, list(`[`, `"\u007b\\\"n\u0061me\\\": %d\u007d"`, `]`), 60},
	{"long numbers", "-x x", "", plainly, list(`[`, strings.Repeat("1234567890", 1000)+`%d`, `]`), 60},
	{"derived fields", "--tool t", derived, somewhat, list(`{"rows":[`, `{"id":%d,"text":"the first words of what is a longer text"}`, `]}`), 60},
	{"elision", "--drop null,empty-array,empty-object", "", plainly, list(`{"rows":[`, `{"id":%d,"a":null,"b":[],"c":{},"d":{"e":null}}`, `]}`), 60},
	{"converted from scalpel", "convert --from scalpel --to response-v2", "", somewhat, list(`{"tier":"pro","data":[`, aRecord, `]}`), 60},
	{"converted from response-v2", "convert --from response-v2 --to bmcis", "", somewhat, list(`{"success":true,"data":{"rows":[`, aRecord, `]},"error":null,"meta":{"version":"2.0","timestamp":"2025-01-01T00:00:00Z","request_id":"r"}}`), 60},
	{"converted from bmcis", "convert --from bmcis --to mcp", "", anew, list(`{"_metadata":{"version":"1.0.0","status":"success"},"results":[`, aRecord, `]}`), 30},
	{"converted from mcp", "convert --from mcp --to jsonrpc", "", anew, list(`{"content":[{"type":"text","text":"x"}],"structuredContent":{"rows":[`, aRecord, `]}}`), 30},
	{"wrapped", "wrap --dialect scalpel", "", somewhat, list(`{"data":[`, aRecord, `]}`), 60},
	{"wrapped in response-v2", "wrap --dialect response-v2", "", somewhat, list(`{"data":{"rows":[`, aRecord, `]}}`), 60},
	{"wrapped for mcp", "wrap --dialect mcp", "", somewhat, list(`{"data":{"rows":[`, aRecord, `]}}`), 30},
	{"held to scalpel", "validate --dialect scalpel", "", somewhat, list(`{"tier":"pro","data":[`, aRecord, `]}`), 60},
	{"held to response-v2", "validate --dialect response-v2", "", somewhat, list(`{"success":true,"data":{"rows":[`, aRecord, `]},"error":null,"meta":{"version":"2.0"}}`), 60},
	{"held to mcp", "validate --dialect mcp", "", somewhat, list(`{"content":[`, `{"type":"text","text":5,"n":%d}`, `]}`), 60},
	{"errors that may hold code", "validate --dialect scalpel", "", somewhat, list(scalpelError+`[`, `{"code":"x = %d"}`, `]}},"data":null}`), 60},
	{"a million lost names", "convert --from scalpel --to response-v2", "", somewhat, wide, 12},
	{"a million lost names of an error", "convert --from scalpel --to mcp", "", somewhat, wideError, 12},
	{"lost warnings", "convert --from scalpel --to response-v2", "", somewhat, list(`{"data":1,"warnings":[`, `{"message":"m","at":{"line":%d,"column":20,"file":"a/long/name/of/a/file.py","words":"and more words"}}`, `]}`), 60},
}

const (
	aRecord = `{"id":%d,"node_id":"MDQ6VXNlcjE=","html_url":"https://example.com/users/1","user":{"name":"Ann","site_admin":false},` +
		`"labels":[{"name":"bug","color":"ff0000"}],"body":"a text of some words, as a person would write it","score":12.75,"closed_at":null}`
	anEscapedRecord = `{\"id\":%d,\"node_id\":\"MDQ6VXNlcjE=\",\"user\":{\"name\":\"Ann\"},\"body\":\"a text of some words, as a person would write it\"}`
	scalpelError    = `{"error":{"error":"m","error_code":"timeout","error_details":{"all":`

	fewRows   = `{"tool_overrides":{"t":{"items":"rows","response_modes":{"few":{"fields":["id","tags"],"limits":{"rows[].tags":1}},"one":{"fields":["id"],"limits":{"rows":1}}}}}}`
	patterns  = `{"privacy":{"mask":[{"pattern":"[a-z0-9.]+@[a-z0-9.]+"},{"pattern":"\\b(?:\\d[ -]?){13,16}\\b"},{"pattern":"ghp_[A-Za-z0-9]{36}"},{"pattern":"AKIA[0-9A-Z]{16}"}]}}`
	again     = `{"privacy":{"mask":[{"pattern":"x","with":"x-x"},{"pattern":"\\b[a-c]","with":"ab"}]}}`
	privately = `{"privacy":{"drop":["password","**.api_key"]}}`
	fiveNames = `{"privacy":{"drop":["password","token","secret","api_key","email"]}}`
	derived   = `{"tool_overrides":{"t":{"items":"rows","derive":{"start":{"from":"text","chars":20}}}}}`
)

// textParts are parts of a hostile text in a JSON string; each text repeats one part.
var textParts = []struct {
	name, part string
	most       int // times its size that it takes; 0 is four
}{
	{"names", `password `, 0},
	{"names on lines", `password\n`, 0},
	{"names with types", `password string = x `, 0},
	{"setters", `set password=`, 8}, // hidden values are looked for in a second look
	{"signs", `password=`, 0},
	{"values", `password: x\n`, 0},
	{"long values", `password: %d-a-value\n`, 0},
	{"quotes", `\"`, 0},
	{"single quotes", `'`, 0},
	{"brackets", `[`, 0},
	{"braces", `{`, 0},
	{"backslashes", `\\`, 0},
	{"heredocs", `password=<<EOF\n`, 0},
	{"heredocs on one line", `password=><<EOF `, 0},
	{"tags", `<password>`, 0},
	{"armour without an end", `-----BEGIN A PRIVATE KEY-----\npassword: `, 0},
	{"commas", `,`, 0},
	{"one word", `a`, 0},
	{"a table of tabs", `user\tpassword\tid\n`, 0},
	{"deeper and deeper lines", strings.Repeat(` `, 100) + `password:\n`, 0},
}

// growingTexts returns texts of those parts, as a document and as a tool result.
func growingTexts() (all []growing) {
	for _, p := range textParts {
		for _, around := range []struct{ name, before, after string }{
			{"a text", `"`, `"`}, {"a result", `{"content":[{"type":"text","text":"`, `"}]}`},
		} {
			all = append(all, growing{
				name: around.name + " of " + p.name, config: fiveNames, most: max(p.most, 8), large: 64,
				make: func(n int) string {
					return around.before + parted(p.part, n-len(around.before+around.after)) + around.after
				},
			})
		}
	}
	return all
}

// parted is a part as often as it fits in n bytes; it may have a place for its number.
func parted(part string, n int) string {
	if !strings.Contains(part, "%d") {
		return strings.Repeat(part, max(0, n)/len(part))
	}
	var b strings.Builder
	for i := 0; b.Len()+len(part)+8 < n; i++ {
		b.WriteString(strings.Replace(part, "%d", fmt.Sprint(i), 1))
	}
	return b.String()
}

// list makes rows, with commas between them inside brackets. A row may hold %d for its number.
func list(before, row, after string) func(n int) string {
	return func(n int) string {
		comma := ","
		if before == "" {
			comma = ""
			row, after = strings.TrimSuffix(row, "\n")+"\n", ""
		}
		var b strings.Builder
		b.WriteString(before)
		for i := 0; b.Len() < n-len(after) || i == 0; i++ {
			if i > 0 {
				b.WriteString(comma)
			}
			b.WriteString(strings.Replace(row, "%d", fmt.Sprint(i), 1))
		}
		return b.String() + after
	}
}

// within puts something into as many levels, again and again.
func within(levels int, open, end, before, after, inner string) func(n int) string {
	row := strings.Repeat(open, levels) + inner + strings.Repeat(end, levels)
	return list(before+"[", row, "]"+after)
}

// wide makes one object of as many names as one may have, and of longer ones beyond.
func wide(n int) string {
	const most = 1 << 20
	long := strings.Repeat("x", max(0, n/most-len(`"n1000000":1,`)))
	var b strings.Builder
	for i := 0; b.Len() < n && i < most; i++ {
		fmt.Fprintf(&b, `,"n%d%s":1`, i, long)
	}
	return "{" + b.String()[1:] + "}"
}

// wideError makes a failure with a wide object.
func wideError(n int) string { return `{"error":` + wide(n) + `}` }

// chain makes arrays whose last element holds all the rest, of many that are empty.
func chain(n int) string {
	const levels = 100
	row := "[" + strings.Repeat("[],", n/levels/3)
	return strings.Repeat(row, levels) + `{"x":1,"y":2}` + strings.Repeat("]", levels)
}

// halves makes a result with the same data in both halves.
func halves(n int) string {
	text := list(`"{\"rows\":[`, anEscapedRecord, `]}"`)(n / 2)
	data := list(`{"rows":[`, strings.ReplaceAll(anEscapedRecord, `\`, ""), `]}`)(n / 2)
	return `{"content":[{"type":"text","text":` + text + `}],"structuredContent":` + data + `}`
}
