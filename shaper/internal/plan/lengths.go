package plan

import (
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
)

// addTexts attaches the limits to texts in slots that are no documents. Such a text is a whole
// payload.
func (p *planner) addTexts(s site, slots []string) {
	for _, of := range p.resolved.Shorten {
		if of.Path.IsRoot() {
			for _, slot := range slots {
				p.attachReported(s, parsePath(slot), &Acts{Text: textOf(of)}, of.Origin)
			}
		}
	}
}

// textOf returns the limit for a string.
func textOf(s profiles.Shortened) Text {
	most := excerpt.Most{Chars: s.Chars, Lines: s.Lines}
	if most == (excerpt.Most{}) {
		return Text{}
	}
	return Text{Most: most, By: s.Origin.String()}
}
