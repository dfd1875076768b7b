package profiles

import "github.com/seed-7aa78ce4/shape/fieldmask"

const redacted = "[redacted]"

// privacy is every privacy section that has a say, joined. It adds to what all
// other sections say, and none of them takes anything of it back.
type privacy struct {
	forbid   []Rule
	redact   []Redaction
	patterns []Pattern
	detect   *Detection // nil if no section asks for it
	refuse   bool       // what would be withheld
}

// privacy joins the sections, the most trusted last. The patterns of a section
// work on what those of the sections after it have left, so that no replacement
// spoils the text that a more trusted pattern looks for.
func (c *compiler) privacy(sections []Privacy) privacy {
	var all privacy
	var kinds wanted
	for _, s := range sections {
		earlier, counted := all.patterns, c.paths
		all.patterns = nil
		c.patterns.open()
		at := inFile(s.Position).key("privacy")
		all.forbid = append(all.forbid, c.privacyDrop(s, at.key("drop"))...)
		for i, m := range s.Mask {
			c.privacyMask(&all, m, at.key("mask").index(i), s.Trusted)
		}
		all.patterns = append(all.patterns, earlier...)
		c.detect(&kinds, s.Detect, at.key("detect"))
		all.refuse = c.oneOf(s.OnUnreadable, at, "on_unreadable", "withhold", "refuse").value == "refuse" || all.refuse
		if s.Trusted {
			c.trusted, c.paths = c.trusted+c.paths-counted, counted
			c.checkTrusted(at)
		}
	}
	all.detect = kinds.detection()
	return all
}

// privacyDrop reads the masks that drop values, with the spelling of each.
func (c *compiler) privacyDrop(s Privacy, at place) (rules []Rule) {
	for i, mask := range s.Drop {
		var spelling Spelling
		if i < len(s.Spellings) {
			spelling = s.Spellings[i]
		}
		where := at.index(i)
		for _, path := range c.spelled(c.parse(mask, where), spelling, where) {
			rules = append(rules, Rule{Path: path, Kind: fieldmask.Forbid, Origin: where.origin()})
		}
	}
	c.checkLength(len(rules), at)
	return rules
}

// spelled returns the paths with their names spelled so.
func (c *compiler) spelled(paths []fieldmask.Path, how Spelling, at place) []fieldmask.Path {
	switch {
	case how.Exact && how.Suffix:
		c.fail(at.origin(), "a name cannot be both exact and a suffix")
	case !how.Exact:
		for i, path := range paths {
			paths[i] = path.Folded(how.Suffix)
		}
	}
	return paths
}

func (c *compiler) privacyMask(all *privacy, m PrivacyMask, at place, trusted bool) {
	with := redacted
	if m.With != nil {
		with = *m.With
	}
	switch {
	case (m.Path == "") == (m.Pattern == ""):
		c.fail(at.origin(), "a privacy mask needs a path or a pattern, and not both")
	case m.Path == "" && m.Spelling != (Spelling{}):
		c.fail(at.origin(), "suffix and exact speak of the names of a path, and a pattern has none")
	case m.Path != "":
		for _, p := range c.spelled(c.parse(m.Path, at.key("path")), m.Spelling, at) {
			all.redact = append(all.redact, Redaction{Path: p, With: with, Origin: at.origin()})
		}
	default:
		if re := c.pattern(m.Pattern, at.key("pattern"), trusted); re != nil {
			all.patterns = append(all.patterns, Pattern{Regexp: re, With: with, Origin: at.origin()})
		}
	}
}
