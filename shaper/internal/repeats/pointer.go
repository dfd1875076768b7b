package repeats

import (
	"slices"
	"strconv"
	"strings"
)

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// pointer is the way from one value to another, which is before it; "" where that takes
// too many steps, or there is none.
func (p *places) pointer(from, to uint32) string {
	up := 0
	for ; from > to || p.Nodes[from].Next <= to; up++ { // from does not hold it
		if up == mostSteps {
			return ""
		}
		from = p.parent[from]
	}
	var steps []string
	for ; to != from; to = p.parent[to] {
		step, ok := p.step(to)
		if len(steps) == mostSteps || !ok {
			return ""
		}
		steps = append(steps, "/"+step)
	}
	slices.Reverse(steps)
	return strconv.Itoa(up) + strings.Join(steps, "")
}

// follow finds the value before another to which a pointer leads, as it would be written.
func (p *places) follow(from uint32, pointer string) (to uint32, ok bool) {
	levels, steps, _ := strings.Cut(pointer, "/")
	up, err := strconv.ParseUint(levels, 10, 8)
	if err != nil || up > mostSteps || strings.Count(steps, "/") >= mostSteps {
		return 0, false
	}
	to = from
	for range up {
		to = p.parent[to]
	}
	for step := range strings.SplitSeq(steps, "/") {
		if to = p.below(to, step); to == 0 {
			return 0, false
		}
	}
	return to, p.Nodes[to].Next <= from && p.pointer(from, to) == pointer
}
