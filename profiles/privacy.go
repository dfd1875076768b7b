package profiles

import "github.com/seed-7aa78ce4/shape/fieldmask"

const redacted = "[redacted]"

// privacy is every privacy section that has a say, joined. It adds to what all
// other sections say, and none of them takes anything of it back.
type privacy struct {
	forbid   []Rule
	redact   []Redaction
	patterns []Pattern
	refuse   bool // what would be withheld
}

// privacy joins the sections, the most trusted last. The patterns of a section
// work on what those of the sections after it have left, so that no replacement
// spoils the text that a more trusted pattern looks for.
func (c *compiler) privacy(sections []Privacy) privacy {
	var all privacy
	for _, s := range sections {
		earlier, counted := all.patterns, c.paths
		all.patterns = nil
		c.patterns.open()
		at := inFile(s.Position).key("privacy")
		all.forbid = append(all.forbid, c.rules(s.Drop, at.key("drop"), fieldmask.Forbid)...)
		for i, m := range s.Mask {
			c.privacyMask(&all, m, at.key("mask").index(i), s.Trusted)
		}
		all.patterns = append(all.patterns, earlier...)
		all.refuse = c.oneOf(s.OnUnreadable, at, "on_unreadable", "withhold", "refuse").value == "refuse" || all.refuse
		if s.Trusted {
			c.trusted, c.paths = c.trusted+c.paths-counted, counted
			c.checkTrusted(at)
		}
	}
	return all
}

func (c *compiler) privacyMask(all *privacy, m PrivacyMask, at place, trusted bool) {
	with := redacted
	if m.With != nil {
		with = *m.With
	}
	switch {
	case (m.Path == "") == (m.Pattern == ""):
		c.fail(at.origin(), "a privacy mask needs a path or a pattern, and not both")
	case m.Path != "":
		for _, p := range c.parse(m.Path, at.key("path")) {
			all.redact = append(all.redact, Redaction{Path: p, With: with, Origin: at.origin()})
		}
	default:
		if re := c.pattern(m.Pattern, at.key("pattern"), trusted); re != nil {
			all.patterns = append(all.patterns, Pattern{Regexp: re, With: with, Origin: at.origin()})
		}
	}
}
