package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The forms of a citation. Rules: LAWS 4, LAWS 8 and 10, RULES R85, RULES R15 and D3,
// RELOAD 12. Sections: GUARANTEES, failure, by the beginning of the title in small
// letters. Source documents: seed 001. Files: a path. Public documents have their public
// names: RFC 6901, MCP 2025-06-18.
var (
	citation = regexp.MustCompile(`\b(LAWS|RULES|GUARANTEES|RELOAD|HABITS)(?: ((?:[RD]?\d+)(?:(?:, | and | to )[RD]?\d+)*)|, ([a-z ]+)|\.md)?`)
	number   = regexp.MustCompile(`[RD]?\d+`)
	loose    = regexp.MustCompile(`\b(?:[Ll]aws? \d+|[RD]\d{1,2})\b`)
	seed     = regexp.MustCompile(`\bseeds? (\d{3})(?:(?:, | and | to )(\d{3}))*\b`)
	document = regexp.MustCompile(`[\w./-]+\.md\b`)

	// elsewhere are papers outside the repository. A reader of the code does not have
	// them.
	elsewhere = regexp.MustCompile(`\b(?:DESIGN|REQUIREMENTS|HIDING|HOUSE|PERFORMANCE|ROBUSTNESS|LIBRARIES|FINDINGS)\b|` +
		`\b[A-Z]{3,} (?:§|section \d)`)
)

// Comments, documents and tables of cases cite only documents of the repository.
func TestCitationsResolve(t *testing.T) {
	pages := map[string]rulesPage{}
	for _, p := range readPages(t) {
		pages[p.name] = p
	}
	seeds := seedsOf(read(t, pagePaths["RULES"]))
	for _, path := range files(t, ".go", ".md", ".json", ".jsonc", ".txtar") {
		if strings.HasPrefix(path, "testdata/envelopes/") || path == "internal/arch/citations_test.go" {
			continue // the source documents' own words; the form itself
		}
		for _, text := range prose(t, path) {
			for _, fault := range slices.Concat(faultyCitations(pages, text), strayCitations(path, text), foreignSeeds(seeds, text)) {
				t.Errorf("%s: %s", path, fault)
			}
		}
	}
}

// prose returns the prose of a file: the comments of Go and of scripts, the descriptions
// in a table of cases, a page as a whole.
func prose(t *testing.T, path string) (texts []string) {
	t.Helper()
	switch filepath.Ext(path) {
	case ".go":
		for _, group := range parse(t, path).file.Comments {
			texts = append(texts, strings.ReplaceAll(group.Text(), "\n", " "))
		}
	case ".md":
		return []string{strings.ReplaceAll(read(t, path), "\n", " ")}
	default:
		texts = about.FindAllString(read(t, path), -1)
	}
	return texts
}

var about = regexp.MustCompile(`"(?:about|note|comment)": *"(?:[^"\\]|\\.)*"|(?m:^#.*$)`)

// faultyCitations returns the citations without a definition in the pages.
func faultyCitations(pages map[string]rulesPage, text string) (faults []string) {
	for _, m := range citation.FindAllStringSubmatch(text, -1) {
		p := pages[m[1]]
		for _, id := range number.FindAllString(m[2], -1) {
			if !slices.ContainsFunc(p.rules, func(r rule) bool { return r.id == id }) {
				faults = append(faults, m[0]+": "+p.path+" has no "+id)
			}
		}
		isSection := func(r rule) bool { return strings.HasPrefix(m[3], r.id) }
		if m[3] != "" && !slices.ContainsFunc(p.sections, isSection) {
			faults = append(faults, m[0]+": "+p.path+" has no such section")
		}
		if m[0] == m[1] {
			faults = append(faults, m[0]+" without a rule or a section of it")
		}
	}
	return faults
}

// strayCitations are those of rules without their page, of files that are not
// there, and of papers.
func strayCitations(path, text string) (faults []string) {
	for _, name := range document.FindAllString(text, -1) {
		if !exists(name) && !exists(filepath.Join(filepath.Dir(path), name)) {
			faults = append(faults, "there is no "+name)
		}
	}
	for _, paper := range elsewhere.FindAllString(text, -1) {
		faults = append(faults, paper+" is not in the repository")
	}
	if path == pagePaths["RULES"] {
		return faults // the page defines them
	}
	for _, id := range loose.FindAllString(citation.ReplaceAllString(text, ""), -1) {
		faults = append(faults, id+" without its page: cite LAWS 4, RULES R85")
	}
	return faults
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, path))
	return err == nil
}

// seedsOf lists the source documents that RULES names.
func seedsOf(text string) (seeds []string) {
	for _, m := range regexp.MustCompile(`(?m)^\| (\d{3}) \|`).FindAllStringSubmatch(text, -1) {
		seeds = append(seeds, m[1])
	}
	return seeds
}

func foreignSeeds(seeds []string, text string) (faults []string) {
	for _, cited := range seed.FindAllString(text, -1) {
		for _, n := range regexp.MustCompile(`\d{3}`).FindAllString(cited, -1) {
			if !slices.Contains(seeds, n) {
				faults = append(faults, "there is no seed "+n)
			}
		}
	}
	return faults
}

// A citation without a target is found, in every form.
func TestFaultyCitationsAreFound(t *testing.T) {
	pages := map[string]rulesPage{}
	for _, p := range readPages(t) {
		pages[p.name] = p
	}
	seeds := seedsOf(read(t, pagePaths["RULES"]))
	for text, fine := range map[string]bool{
		"kept (LAWS 3), also twice (LAWS 8 and 10).":            true,
		"as RULES R15 and D3 want it, RULES R25 to R28":         true,
		"see GUARANTEES, failure; RELOAD 12; RULES, conversion": true,
		"seed 001, RFC 6901 §4, fieldmask/LAWS.md":              true,
		"kept (LAWS 99)":            false,
		"as RULES R15, R47 want it": false,
		"see GUARANTEES, weather":   false,
		"see RELOAD 45":             false,
		"see LAWS":                  false,
		"(law 3)":                   false,
		"(R15)":                     false,
		"(seed 005)":                false,
		"(DESIGN §3)":               false,
		"(MANUAL section 3)":        false,
		"see docs/MANUAL.md":        false,
	} {
		faults := slices.Concat(faultyCitations(pages, text), strayCitations("x.go", text), foreignSeeds(seeds, text))
		if (len(faults) == 0) != fine {
			t.Errorf("%q: %q", text, faults)
		}
	}
}

// The page of a public package says where the pages are that its comments cite. Its reader
// may not have the repository.
func TestPackagesSayWhereTheirRulesStand(t *testing.T) {
	cited, said := map[string][]string{}, map[string]string{}
	for _, s := range sources(t) {
		if s.isTest() || s.file.Name.Name == "main" || strings.Contains(s.folder, "internal") {
			continue
		}
		said[s.folder] += s.file.Doc.Text()
		for _, group := range s.file.Comments {
			for _, m := range citation.FindAllStringSubmatch(group.Text(), -1) {
				cited[s.folder] = append(cited[s.folder], pagePaths[m[1]])
			}
		}
	}
	for folder, pages := range cited {
		if said[folder] == "" {
			continue // the linter asks for one
		}
		for _, page := range slices.Compact(slices.Sorted(slices.Values(pages))) {
			if !strings.Contains(said[folder], filepath.Base(page)) {
				t.Errorf("%s cites %s: its package comment does not say so", folder, page)
			}
		}
	}
}
