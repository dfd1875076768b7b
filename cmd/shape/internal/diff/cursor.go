package diff

import "github.com/seed-7aa78ce4/shape/internal/scan"

// box is a container of a document.
type box struct {
	end   uint32 // behind it
	next  uint32 // the first container that opens behind it
	items uint32
}

// index lists the containers of a valid compact document as they open.
func index(src []byte) (all []box) {
	var open []uint32
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '{', '[':
			open = append(open, uint32(len(all)))
			all = append(all, box{})
			if src[i+1] != src[i]+2 { // its closing bracket
				all[len(all)-1].items = 1
			}
		case '}', ']':
			last := len(open) - 1
			b := &all[open[last]]
			b.end, b.next = uint32(i+1), uint32(len(all))
			open = open[:last]
		case ',':
			all[open[len(open)-1]].items++
		case '"':
			i = tokenEnd(src, i) - 1
		}
	}
	return all
}

// cursor is a place in a document.
type cursor struct {
	src   []byte
	at    int
	boxes []box
	box   int // the first container that opens at this place, or behind it
}

// name is the name that comes next, as it is written.
func (c *cursor) name() []byte {
	at := c.item()
	return c.src[at:tokenEnd(c.src, at)]
}

// item is where the next item begins.
func (c *cursor) item() int {
	if c.src[c.at] == ',' {
		return c.at + 1
	}
	return c.at
}

// take goes on to the value that comes next, and returns its name, if it has one.
func (c *cursor) take(named bool) (name []byte) {
	c.at = c.item()
	if named {
		name = c.name()
		c.at += len(name) + 1
	}
	return name
}

// value is the value that comes next; before a comma, the one behind that.
func (c *cursor) value() []byte {
	at := c.item()
	return c.src[at:c.end(at)]
}

// end is where the value at a place ends.
func (c *cursor) end(at int) int {
	if c.isBox(at) {
		return int(c.boxes[c.box].end)
	}
	return tokenEnd(c.src, at)
}

func (c *cursor) isBox(at int) bool { return c.src[at] == '{' || c.src[at] == '[' }

// items is how many items the container has that comes next, 0 where that is none.
func (c *cursor) items() int {
	if !c.isBox(c.at) {
		return 0
	}
	return int(c.boxes[c.box].items)
}

// enter goes on to the first item of the container that comes next.
func (c *cursor) enter() (items int) {
	items = c.items()
	c.at++
	c.box++
	return items
}

// skip passes over the value that comes next.
func (c *cursor) skip() {
	end := c.end(c.at)
	if c.isBox(c.at) {
		c.box = int(c.boxes[c.box].next)
	}
	c.at = end
}

// comma appends the comma that stands here, if one does.
func (c *cursor) comma(dst []byte) []byte {
	if c.at < len(c.src) && c.src[c.at] == ',' {
		dst = append(dst, ',')
	}
	return dst
}

// names counts the names of what is left of an object, with n members.
func (c cursor) names(n int) map[string]int {
	all := make(map[string]int, n)
	for range n {
		all[string(c.take(true))]++
		c.skip()
	}
	return all
}

// tokenEnd is where the string, number or literal at a place ends.
func tokenEnd(src []byte, i int) int {
	_, end := scan.NextToken(src, i)
	return end
}
