// Package chart draws sums before and after shaping as a picture in SVG.
package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Bar is a pair of bars, before and after, for one name. A value below zero has no length.
type Bar struct {
	Name          string
	Before, After int
}

// The picture, in points.
const (
	width     = 760
	labelEnd  = 200 // right end of the names
	barWidth  = 400
	top       = 70
	rowHeight = 40
	thickness = 13
)

// longestName is the number of bytes of a name that fit.
const longestName = 28

// style holds colours for light and dark pages.
const style = `<style>
:root { color-scheme: light dark }
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600; font-size: 15px } .number { fill: #57606a; font-size: 12px }
.before { fill: #8c959f } .after { fill: #0969da } .axis { stroke: #d0d7de }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .number { fill: #8b949e }
.before { fill: #6e7681 } .after { fill: #58a6ff } .axis { stroke: #484f58 }
}
</style>
`

// SVG draws bars below a title, in their order. unit names the measured quantity, such as
// tokens.
func SVG(title, unit string, bars []Bar) []byte {
	var b bytes.Buffer
	height := top + rowHeight*len(bars) + 10
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img">`+"\n", width, height, height)
	fmt.Fprintf(&b, "<title>%s</title>\n%s", escaped(title), style)
	fmt.Fprintf(&b, `<text class="title" x="12" y="24">%s</text>`+"\n", escaped(title))
	for i, kind := range []string{"before", "after"} {
		x := labelEnd + i*150
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="38" width="%d" height="%[3]d" rx="2"/>`, kind, x, thickness)
		fmt.Fprintf(&b, `<text class="number" x="%d" y="49">%s %s</text>`+"\n", x+thickness+6, escaped(unit), kind)
	}
	most := 1
	for _, bar := range bars {
		most = max(most, bar.Before, bar.After)
	}
	for i, bar := range bars {
		bar.draw(&b, top+rowHeight*i, most)
	}
	fmt.Fprintf(&b, `<line class="axis" x1="%d" x2="%[1]d" y1="%d" y2="%d"/>`+"\n</svg>\n", labelEnd, top-8, height-10)
	return b.Bytes()
}

// draw draws both bars in a row. A bar of value most has the full width.
func (bar Bar) draw(b *bytes.Buffer, y, most int) {
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", labelEnd-10, y+thickness+4, escaped(words.ShortenMiddle(bar.Name, longestName)))
	for i, kind := range []string{"before", "after"} {
		value := max(0, []int{bar.Before, bar.After}[i])
		long, at := float64(barWidth)*float64(value)/float64(most), y+i*(thickness+2)
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>`, kind, labelEnd, at, long, thickness)
		fmt.Fprintf(b, `<text class="number" x="%.1f" y="%d">%d%s</text>`+"\n", labelEnd+long+6, at+thickness-2, value, bar.saved(kind))
	}
}

// saved returns the change in percent behind the second bar.
func (bar Bar) saved(kind string) string {
	if kind == "before" || bar.Before <= 0 || bar.After == bar.Before {
		return ""
	}
	share := 100 * float64(bar.After-bar.Before) / float64(bar.Before)
	return strings.Replace(fmt.Sprintf(" (%+.0f %%)", share), "-", "−", 1)
}

func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // into memory
	return b.String()
}
