package chart

import (
	"bytes"
	"fmt"
	"math"
)

// Point is a point of a curve, in percent. A share beyond 0 or 100 is drawn at the edge.
type Point struct {
	Name string
	X, Y float64
}

// The field of a curve, in points.
const (
	fieldLeft   = 70
	fieldWidth  = 520
	fieldTop    = 50
	fieldHeight = 320
)

// Curve draws a line through points in their order, and single points beside it. x and y
// name the axes. The axis of y begins at the multiple of 10 below all points.
func Curve(title, x, y string, line, beside []Point) []byte {
	low := 90.0
	for _, points := range [][]Point{line, beside} {
		for _, p := range points {
			low = min(low, math.Floor(bounded(p.Y)/10)*10)
		}
	}
	at := func(p Point) (left, top float64) {
		return fieldLeft + fieldWidth*bounded(p.X)/100, fieldTop + fieldHeight*(100-bounded(p.Y))/(100-low)
	}
	var b bytes.Buffer
	bottom := fieldTop + fieldHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img">`+"\n", width, bottom+60)
	fmt.Fprintf(&b, "<title>%s</title>\n%s", escaped(title), style)
	fmt.Fprintf(&b, `<text class="title" x="12" y="24">%s</text>`+"\n", escaped(title))
	for i := range 6 { // lines of the grid
		share := float64(i) / 5
		left, top := fieldLeft+fieldWidth*share, fieldTop+fieldHeight*(1-share)
		fmt.Fprintf(&b, `<line class="axis" x1="%.1f" x2="%.1[1]f" y1="%[2]d" y2="%[3]d"/>`, left, fieldTop, bottom)
		fmt.Fprintf(&b, `<line class="axis" x1="%d" x2="%d" y1="%.1f" y2="%.1[3]f"/>`, fieldLeft, fieldLeft+fieldWidth, top)
		fmt.Fprintf(&b, `<text class="number" x="%.1f" y="%d" text-anchor="middle">%.0f %%</text>`, left, bottom+18, 100*share)
		fmt.Fprintf(&b, `<text class="number" x="%d" y="%.1f" text-anchor="end">%.0f %%</text>`+"\n", fieldLeft-8, top+4, low+(100-low)*share)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, fieldLeft+fieldWidth/2, bottom+42, escaped(x))
	fmt.Fprintf(&b, `<text x="18" y="%d" text-anchor="middle" transform="rotate(-90 18 %[1]d)">%s</text>`+"\n", fieldTop+fieldHeight/2, escaped(y))
	b.WriteString(`<polyline style="fill:none;stroke:#0969da" points="`)
	for _, p := range line {
		left, top := at(p)
		fmt.Fprintf(&b, "%.1f,%.1f ", left, top)
	}
	b.WriteString(`"/>` + "\n")
	var labels [][2]float64
	for i, points := range [][]Point{line, beside} {
		for _, p := range points {
			left, top := at(p)
			fmt.Fprintf(&b, `<circle class="%s" cx="%.1f" cy="%.1f" r="5"/>`, []string{"after", "before"}[i], left, top)
			for _, label := range labels { // one below the other where they are close
				if math.Abs(label[0]-left) < 110 && math.Abs(label[1]-top) < 14 {
					top = label[1] + 14
				}
			}
			labels = append(labels, [2]float64{left, top})
			fmt.Fprintf(&b, `<text class="number" x="%.1f" y="%.1f">%s</text>`+"\n", left+9, top+4, escaped(p.Name))
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// bounded returns a share between 0 and 100, and 0 for one that is no number.
func bounded(share float64) float64 {
	if math.IsNaN(share) {
		return 0
	}
	return min(max(share, 0), 100)
}
