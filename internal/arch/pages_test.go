package arch

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A rulesPage rules code and tests, and they cite it by its name: LAWS 4, RULES R85,
// RELOAD 12. A section is cited as in GUARANTEES, failure. Each rule and section that a
// test can hold names its tests.
type rulesPage struct {
	name, path, title string
	rules, sections   []rule
}

type rule struct {
	id      string // as it is cited, without its page; a section by its title
	title   string
	tests   []string
	inTable bool // it is a row with its tests
}

var pagePaths = map[string]string{
	"LAWS":       "fieldmask/LAWS.md",
	"RULES":      "shaper/envelope/RULES.md",
	"GUARANTEES": "shaper/GUARANTEES.md",
	"RELOAD":     "config/RELOAD.md",
	"HABITS":     "cmd/shape/HABITS.md",
}

var (
	sectionHead = regexp.MustCompile(`(?m)^## (?:(\d+)\. )?(.+)$`)
	tableRow    = regexp.MustCompile(`(?m)^\| ([RD]?[1-9]\d*) \| (.+) \| ([^|]+) \|$`)
	testText    = regexp.MustCompile(`(?s)\nTests:(.*?)(?:\n\n|$)`)
	testName    = regexp.MustCompile(`(?:\w+\.)?\b(?:Test|Fuzz|Example)\w*|\w+\.(?:txtar|json)`)
)

// readPage reads the rules of a page from its numbered headings and the rows of
// its tables, whose last cell names the tests.
func readPage(t *testing.T, name string) rulesPage {
	t.Helper()
	p := rulesPage{name: name, path: pagePaths[name]}
	text := read(t, p.path)
	p.title, _, _ = strings.Cut(strings.TrimPrefix(text, "# "), "\n")
	places := sectionHead.FindAllStringSubmatchIndex(text, -1)
	for i, at := range places {
		end := len(text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		r := rule{title: text[at[4]:at[5]], tests: testsOf(text[at[1]:end])}
		if r.id = strings.ToLower(r.title); at[2] < 0 {
			p.sections = append(p.sections, r)
			continue
		}
		r.id = text[at[2]:at[3]]
		p.rules = append(p.rules, r)
	}
	for _, m := range tableRow.FindAllStringSubmatch(text, -1) {
		p.rules = append(p.rules, rule{id: m[1], tests: testName.FindAllString(m[3], -1), inTable: true})
	}
	return p
}

// testsOf are the tests in the paragraphs that begin with "Tests:".
func testsOf(section string) (names []string) {
	for _, m := range testText.FindAllStringSubmatch(section, -1) {
		names = append(names, testName.FindAllString(m[1], -1)...)
	}
	return names
}

func readPages(t *testing.T) (pages []rulesPage) {
	t.Helper()
	for _, name := range []string{"LAWS", "GUARANTEES", "RULES", "RELOAD", "HABITS"} {
		pages = append(pages, readPage(t, name))
	}
	return pages
}

// Every law, guarantee, requirement and decision is held by a test that exists.
func TestEveryRuleHasATest(t *testing.T) {
	index := indexTests(t)
	for _, p := range readPages(t) {
		for _, r := range slices.Concat(p.rules, p.sections) {
			if len(r.tests) == 0 && mustBeTested(p, r) {
				t.Errorf("%s: %s has no test", p.path, r.id)
			}
			for _, name := range r.tests {
				if _, err := index.find(name); err != nil {
					t.Errorf("%s: %s: %v", p.path, r.id, err)
				}
			}
		}
	}
}

// mustBeTested: a section that is made of rules has no tests of its own, and the
// situations of a reload are one test.
func mustBeTested(p rulesPage, r rule) bool {
	isSection := slices.ContainsFunc(p.sections, func(s rule) bool { return s.id == r.id })
	switch p.name {
	case "RULES":
		return !isSection || r.id == "conversion"
	case "RELOAD":
		return isSection && r.id != "situations"
	}
	return true
}

// The seeds' requirements are numbered in these ranges.
var requirements = [][2]int{{1, 18}, {20, 46}, {50, 54}, {60, 70}, {80, 94}}

// habits is how many a good filter has.
const habits = 25

// No requirement is forgotten, and each number is given once.
func TestEveryRequirementIsListed(t *testing.T) {
	for _, p := range readPages(t) {
		given := map[string]bool{}
		for _, r := range slices.Concat(p.rules, p.sections) {
			if given[r.id] {
				t.Errorf("%s: %s is there twice", p.path, r.id)
			}
			given[r.id] = true
		}
		for n := 1; n <= habits && p.name == "HABITS"; n++ {
			if !given[fmt.Sprint(n)] {
				t.Errorf("%s: %d is missing", p.path, n)
			}
		}
		for _, span := range requirements {
			for n := span[0]; n <= span[1] && p.name == "RULES"; n++ {
				if !given[fmt.Sprintf("R%d", n)] {
					t.Errorf("%s: R%d is missing", p.path, n)
				}
			}
		}
	}
}

var situation = regexp.MustCompile(`(?m)^\t(\d+): +\{"[^"]+", (\w+)\},$`)

// The situations of config/RELOAD.md are those that the tests run, under their
// numbers.
func TestSituationsAreThoseOfThePage(t *testing.T) {
	text := read(t, pagePaths["RELOAD"])
	run := situation.FindAllStringSubmatch(read(t, "config/situation_test.go"), -1)
	for _, m := range run {
		if !regexp.MustCompile(`(?m)^\| ` + m[1] + ` \| .* \| ` + "`" + m[2] + "`" + ` \|$`).MatchString(text) {
			t.Errorf("%s does not list situation %s as %s", pagePaths["RELOAD"], m[1], m[2])
		}
	}
	if listed := len(readPage(t, "RELOAD").rules); listed != len(run) || listed == 0 {
		t.Errorf("%d situations are listed, %d are run", listed, len(run))
	}
}
