package codec

import "github.com/seed-7aa78ce4/shape/shaper/envelope"

// Agreed makes a position say that there is more exactly where it names the next page
// (RULES D24 and D40). lost are the paths of what was said and has to go for it.
func Agreed(p envelope.Pagination) (agreed envelope.Pagination, lost []string) {
	more := true
	switch {
	case p.HasMore == nil && p.Cursor != "":
		p.HasMore = &more
	case p.HasMore == nil:
	case *p.HasMore && p.Cursor == "":
		p.HasMore, lost = nil, []string{"pagination.has_more"}
	case !*p.HasMore && p.Cursor != "":
		p.Cursor, lost = "", []string{"pagination.cursor"}
	}
	return p, lost
}
