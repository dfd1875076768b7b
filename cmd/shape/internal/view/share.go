package view

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/chart"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Limits of a page of a session.
const (
	mostPage   = 1 << 20
	mostResult = 8 << 10 // bytes of a result in it
)

// pageStyle is the look of a page of a session, for light and dark.
const pageStyle = `<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere } svg { max-width: 100%; height: auto }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #8884 }
.n { text-align: right; font-variant-numeric: tabular-nums } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px }
</style>
`

// page writes a session as a page of HTML that needs no other file. It has no script.
func (o *opened) page(*http.Request) (any, error) {
	var b bytes.Buffer
	say := func(format string, texts ...any) {
		for i, text := range texts {
			if text, is := text.(string); is {
				texts[i] = html.EscapeString(text)
			}
		}
		fmt.Fprintf(&b, format, texts...)
	}
	say("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>%s</title>\n", o.Name)
	b.WriteString(pageStyle)
	say("<main>\n<h1>%s</h1>\n<p>%s. Client: %s. %d calls. Tokens of their results: %d as recorded, %d under the configuration.</p>\n",
		o.Name, o.When.Format(time.DateTime), cmp.Or(o.Client, "unknown"), *o.Calls, *o.TokensBefore, *o.TokensAfter)
	sums := map[string]*chart.Bar{}
	for _, c := range o.calls {
		if sums[c.Tool] == nil {
			sums[c.Tool] = &chart.Bar{Name: c.Tool}
		}
		sums[c.Tool].Before, sums[c.Tool].After = sums[c.Tool].Before+c.Before, sums[c.Tool].After+c.After
	}
	bars := []chart.Bar{}
	bySize := func(a, b *chart.Bar) int { return cmp.Or(cmp.Compare(b.Before, a.Before), cmp.Compare(a.Name, b.Name)) }
	for _, bar := range slices.SortedFunc(maps.Values(sums), bySize) {
		bars = append(bars, *bar)
	}
	b.Write(chart.SVG("Tokens of results", "tokens", bars[:min(len(bars), mostCosts)]))
	if n := len(o.Prompt); n > 0 {
		say("<p>The last prompt has %d tokens, and %d under the configuration.</p>\n", o.Prompt[n-1].Without, o.Prompt[n-1].With)
	}
	b.WriteString("<h2>Calls</h2>\n<table>\n<tr><th class=\"n\">Call<th>Server<th>Tool<th class=\"n\">Before<th class=\"n\">After<th class=\"n\">Values used\n")
	for _, c := range o.calls[:min(len(o.calls), mostCalls)] {
		say("<tr><td class=\"n\">%d<td>%s<td>%s<td class=\"n\">%d<td class=\"n\">%d<td class=\"n\">%d\n", c.N, c.Server, c.Tool, c.Before, c.After, c.Used)
	}
	b.WriteString("</table>\n")
	for _, c := range o.calls {
		if b.Len() > mostPage-6*mostResult {
			say("<p>The other calls are left out, from call %d on.</p>\n", c.N)
			break
		}
		say("<details><summary>%d %s</summary>\n<pre>%s</pre>\n<pre>%s</pre>\n</details>\n", c.N, c.Tool, laidOut(c.arguments), laidOut(c.result))
	}
	b.WriteString("</main>\n</html>\n")
	return b.Bytes(), nil
}

// laidOut returns a text of JSON with a line for each value, or its beginning.
func laidOut(text []byte) string {
	var b bytes.Buffer
	if len(text) > mostPage || json.Indent(&b, text, "", "  ") != nil {
		return words.Shorten(string(text), mostResult)
	}
	return words.Shorten(b.String(), mostResult)
}
