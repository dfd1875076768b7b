package profiles

import "github.com/seed-7aa78ce4/shape/fieldmask"

const redacted = "[redacted]"

// privacy joins all privacy sections that apply. It adds to the other sections, and none of
// them takes anything back.
type privacy struct {
	forbid   []Rule
	redact   []Redaction
	patterns []Pattern
	detect   *Detection // nil if no section asks for it
	refuse   bool       // responses with a value to withhold
}

// privacy joins the sections, the most trusted last. The patterns of a section act on the
// output of those of later sections. So no replacement spoils the text of a more trusted
// pattern.
func (c *compiler) privacy(sections []Privacy) privacy {
	var all privacy
	var kinds wanted
	for _, s := range sections {
		earlier, counted := all.patterns, c.paths
		all.patterns = nil
		c.patterns.Open()
		at := inFile(s.Position).key("privacy")
		all.forbid = append(all.forbid, c.privacyDrop(s, at.key("drop"))...)
		for i, m := range s.Mask {
			c.privacyMask(&all, m, at.key("mask").index(i), s.Trusted)
		}
		all.patterns = append(all.patterns, earlier...)
		kinds.add(c, s.Detect, at.key("detect"))
		if s.OnUnreadable != nil {
			c.oneOf(*s.OnUnreadable, at.key("on_unreadable"), []string{"withhold", "refuse"})
			all.refuse = all.refuse || *s.OnUnreadable == "refuse"
		}
		if s.Trusted {
			c.trusted, c.paths = c.trusted+c.paths-counted, counted
			if c.trusted > maxPaths {
				c.fail(at.origin(), "%d paths in the trusted privacy sections; at most %d are allowed", c.trusted, maxPaths)
			}
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
		for _, path := range c.spelled(c.parse(mask, where, false), spelling, where) {
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
		for _, p := range c.spelled(c.parse(m.Path, at.key("path"), false), m.Spelling, at) {
			all.redact = append(all.redact, Redaction{Path: p, With: with, Origin: at.origin()})
		}
	default:
		re, fault := c.patterns.Compile(m.Pattern, trusted)
		if fault != "" {
			c.fail(at.key("pattern").origin(), "%s", fault)
		} else if re != nil {
			all.patterns = append(all.patterns, Pattern{Regexp: re, With: with, Origin: at.origin()})
		}
	}
}
