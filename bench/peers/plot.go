package main

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// series is one line of a plot.
type series struct {
	name   string
	values []float64 // of each place on the x axis; one that is missing is 0
}

// The plot's place in its picture, in points.
const (
	plotLeft, plotRight = 60, 560
	plotTop, plotBottom = 44, 340
)

// style is for pages of either colour.
const style = `<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 } .grid { stroke: #d0d7de } .line { fill: none; stroke-width: 2 }
.c0 { stroke: #cf222e; stroke-width: 3.5 } .c1 { stroke: #0969da } .c2 { stroke: #1a7f37 }
.c3 { stroke: #8250df } .c4 { stroke: #bc4c00 } .c5 { stroke: #57606a } .c6 { stroke: #bf3989 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .grid { stroke: #30363d }
.c0 { stroke: #ff7b72 } .c1 { stroke: #58a6ff } .c2 { stroke: #3fb950 }
.c3 { stroke: #bc8cff } .c4 { stroke: #ffa657 } .c5 { stroke: #8b949e } .c6 { stroke: #f778ba }
}
</style>`

// plot draws rates over places that are evenly apart, on a logarithmic scale.
func plot(title, below string, places []string, lines []series) string {
	low, high := bounds(lines)
	y := func(v float64) float64 {
		return plotBottom - (plotBottom-plotTop)*(math.Log10(v)-low)/(high-low)
	}
	x := func(i int) float64 {
		return plotLeft + (plotRight-plotLeft)*float64(i)/float64(max(1, len(places)-1))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 390" role="img">`+"\n%s\n", style)
	fmt.Fprintf(&b, `<title>%s</title><text class="title" x="%d" y="22">%s</text>`+"\n", html.EscapeString(title), plotLeft, html.EscapeString(title))
	for power := low; power <= high; power++ {
		for _, step := range []float64{1, 2, 5} {
			if v := step * math.Pow(10, power); math.Log10(v) <= high {
				fmt.Fprintf(&b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%g</text>`+"\n",
					plotLeft, plotRight, y(v), y(v), plotLeft-8, y(v)+4, v)
			}
		}
	}
	for i, place := range places {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x(i), plotBottom+20, place)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (plotLeft+plotRight)/2, plotBottom+40, html.EscapeString(below))
	for i, l := range lines {
		fmt.Fprintf(&b, `<path class="line c%d" d="%s"/>`+"\n", i, l.path(x, y))
	}
	labels(&b, lines, y)
	b.WriteString("</svg>\n")
	return b.String()
}

// bounds are the powers of ten that the lines lie between.
func bounds(lines []series) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, l := range lines {
		for _, v := range l.values {
			if v > 0 {
				low, high = min(low, math.Floor(math.Log10(v))), max(high, math.Log10(v))
			}
		}
	}
	for _, step := range []float64{2, 5, 10} { // up to the next line of the grid
		if up := math.Floor(high) + math.Log10(step); up >= high {
			return low, max(up, low+1)
		}
	}
	return low, max(math.Ceil(high), low+1)
}

func (s series) path(x func(int) float64, y func(float64) float64) string {
	var b strings.Builder
	move := "M"
	for i, v := range s.values {
		if v > 0 {
			fmt.Fprintf(&b, "%s%.1f %.1f", move, x(i), y(v))
			move = "L"
		}
	}
	return b.String()
}

// labels stand at the ends of the lines, far enough from each other to be read.
func labels(b *strings.Builder, lines []series, y func(float64) float64) {
	type label struct {
		line int
		at   float64
	}
	var all []label
	for i, l := range lines {
		if last := l.values[len(l.values)-1]; last > 0 {
			all = append(all, label{i, y(last) + 4})
		}
	}
	slices.SortFunc(all, func(p, q label) int { return int(math.Copysign(1, p.at-q.at)) })
	for i := 1; i < len(all); i++ {
		all[i].at = max(all[i].at, all[i-1].at+16)
	}
	for _, l := range all {
		fmt.Fprintf(b, `<line class="c%d" stroke-width="2" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f">%s</text>`+"\n",
			l.line, plotRight+8, plotRight+22, l.at-4, l.at-4, plotRight+28, l.at, html.EscapeString(lines[l.line].name))
	}
}
