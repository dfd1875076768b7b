package arch

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The limits of the project's language. They hold for every page.
const (
	maxPronouns      = 4.0  // counted words in 1,000
	maxMeanSentence  = 16.0 // words
	maxSentence      = 25   // words
	maxPageBytes     = 12 << 10
	minMeasuredWords = 40 // of a page; a shorter text has no frequency
)

// shortPages have a bound on their size.
var shortPages = []string{"README.md", "ARCHITECTURE.md"}

var (
	pronoun   = regexp.MustCompile(`(?i)\b(?:what|which|who)\b`)
	indefinit = regexp.MustCompile(`(?i)\b(?:nobody|somebody|anybody|whoever)\b`)
	opening   = regexp.MustCompile(`^\W*(?:What|Who|Where|Which)\b`)
	word      = regexp.MustCompile(`[\pL\pN]`)
	sentence  = regexp.MustCompile(`[.!?][)"*_]*(?:\s+|$)`)
	codeSpan  = regexp.MustCompile("``[^`].*?``|`[^`]*`")
	linked    = regexp.MustCompile(`!?\[([^]]*)\]\([^)]*\)`)
	htmlNote  = regexp.MustCompile(`(?s)<!--.*?-->`)
	listItem  = regexp.MustCompile(`^\s*(?:[-*]|\d+\.) +`)
	gap       = regexp.MustCompile(`^.*\S {2,}(\S.*)$`)
)

// language holds the counts of one text or of several.
type language struct {
	words, pronouns, indefinites int
	sentences, inSentences       int
	openings, long               int
	faults                       []string // sentences over a limit
}

// add counts a text. Cells of tables are no sentences, so that they do not lower the mean.
func (l *language) add(text string, isCell bool) {
	text = codeSpan.ReplaceAllString(text, "CODE")
	l.pronouns += len(pronoun.FindAllString(text, -1))
	l.indefinites += len(indefinit.FindAllString(text, -1))
	for _, part := range sentence.Split(text, -1) {
		n := 0
		for _, field := range strings.Fields(part) {
			n += min(1, len(word.FindString(field)))
		}
		l.words += n
		if n == 0 {
			continue
		}
		if !isCell {
			l.sentences++
			l.inSentences += n
		}
		isOpening := opening.MatchString(part)
		if isOpening {
			l.openings++
		}
		if n > maxSentence {
			l.long++
		}
		if isOpening || n > maxSentence {
			l.faults = append(l.faults, fmt.Sprintf("%d words: %s", n, strings.TrimSpace(part)))
		}
	}
}

func (l *language) mean() float64 { return float64(l.inSentences) / float64(max(1, l.sentences)) }

func (l *language) frequency() float64 {
	return 1000 * float64(l.pronouns) / float64(max(1, l.words))
}

// addPage counts the prose of a Markdown page: paragraphs, list items, cells of tables, and
// the last column of indented lists. Headings, fenced blocks, links and lists of tests are no
// prose.
func (l *language) addPage(page string) {
	var text []string
	flush := func() {
		if prose := strings.Join(text, " "); !strings.HasPrefix(prose, "Tests: ") {
			l.add(prose, false)
		}
		text = nil
	}
	fenced := false
	for line := range strings.Lines(linked.ReplaceAllString(htmlNote.ReplaceAllString(page, ""), "$1")) {
		line = strings.TrimRight(line, "\n ")
		isFence := strings.HasPrefix(strings.TrimSpace(line), "```")
		switch {
		case isFence:
			flush()
			fenced = !fenced
		case fenced:
		case line == "" || strings.HasPrefix(line, "#"):
			flush()
		case strings.HasPrefix(strings.TrimSpace(line), "|"):
			flush()
			for _, cell := range strings.Split(line, "|") {
				l.add(cell, true)
			}
		case strings.HasPrefix(line, "    ") && (line[4] != ' ' || gap.MatchString(line)):
			flush()
			if m := gap.FindStringSubmatch(line); m != nil {
				text = append(text, m[1])
			}
		case listItem.MatchString(line):
			flush()
			text = append(text, listItem.ReplaceAllString(line, ""))
		default:
			text = append(text, strings.TrimSpace(line))
		}
	}
	flush()
}

// counts are limits of the comments below a folder.
type counts struct{ pronouns, indefinites, openings, long int }

// The words of every page are plain: few pronouns, short sentences.
func TestWordsOfPages(t *testing.T) {
	for _, name := range files(t, ".md") {
		if strings.Contains(name, "testdata/") || name == indexPath || name == packagesPath {
			continue
		}
		var l language
		text := read(t, name)
		l.addPage(text)
		if slices.Contains(shortPages, name) && len(text) > maxPageBytes {
			t.Errorf("%s has %d bytes, more than %d", name, len(text), maxPageBytes)
		}
		if l.words >= minMeasuredWords && l.frequency() > maxPronouns {
			t.Errorf("%s: %d of what, which, who in %d words, %.1f in 1,000", name, l.pronouns, l.words, l.frequency())
		}
		if l.mean() > maxMeanSentence {
			t.Errorf("%s: a sentence has %.1f words in the mean", name, l.mean())
		}
		if l.indefinites > 0 {
			t.Errorf("%s: nobody, somebody, anybody or whoever: %d", name, l.indefinites)
		}
		for _, fault := range l.faults {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// ratchet fails if a count is over its limit, and logs one that could be lowered.
func (l *language) ratchet(t *testing.T, name string, limits counts) {
	t.Helper()
	got := counts{l.pronouns, l.indefinites, l.openings, l.long}
	if got.pronouns > limits.pronouns || got.indefinites > limits.indefinites || got.openings > limits.openings || got.long > limits.long {
		t.Errorf("%s has more of what, nobody, opening what, long sentences than its limits: %v > %v", name, got, limits)
	}
	t.Logf("%q: {%d, %d, %d, %d}, // of %d words, mean %.1f", name, got.pronouns, got.indefinites, got.openings, got.long, l.words, l.mean())
}

// comments are the limits for the comments of Go files below each top folder. A count may
// only fall: lower the limit with the comment. The goal is that of the pages.
var comments = map[string]counts{
	"bench":     {2, 0, 0, 0},
	"cmd":       {0, 0, 0, 0},
	"config":    {1, 0, 0, 0},
	"docs":      {0, 0, 0, 0},
	"fieldmask": {5, 0, 0, 0},
	"internal":  {10, 0, 0, 3},
	"profiles":  {4, 0, 0, 1},
	"shaper":    {53, 0, 0, 4},
}

// The words of comments become plain, folder by folder. Generated files do not count.
func TestWordsOfComments(t *testing.T) {
	found := map[string]*language{}
	for _, s := range sources(t) {
		if ast.IsGenerated(s.file) || strings.Contains(s.folder, "testdata") {
			continue
		}
		top, _, _ := strings.Cut(path.Join(s.folder, s.name), "/")
		if found[top] == nil {
			found[top] = new(language)
		}
		for _, group := range s.file.Comments {
			found[top].addComment(group.Text())
		}
	}
	for top, l := range found {
		l.ratchet(t, top, comments[top])
	}
}

// addComment counts a comment less its indented blocks.
func (l *language) addComment(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		var lines []string
		for line := range strings.Lines(paragraph) {
			if isBlock := strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    "); !isBlock {
				if listItem.MatchString(line) {
					l.add(strings.Join(lines, " "), false)
					lines = nil
				}
				lines = append(lines, listItem.ReplaceAllString(strings.TrimSpace(line), ""))
			}
		}
		l.add(strings.Join(lines, " "), false)
	}
}

// TestLanguage counts a text with every form.
func TestLanguage(t *testing.T) {
	var l language
	l.addPage("# What it is\n\nWhat is `a, which b` here? One [two](who.md) three\nfour.\n\n- Five six.\n- It.\n\n" +
		"```sh\nwho\n```\n\n| nobody | who |\n|---|---|\n\n    key   seven words\n          go on. Eight\n")
	if got := (counts{l.pronouns, l.indefinites, l.openings, l.long}); got != (counts{2, 1, 1, 0}) || l.words != 18 || l.sentences != 6 {
		t.Errorf("%v, %d words, %d sentences", got, l.words, l.sentences)
	}
	l = language{}
	l.addComment("f reads who.\n\n\twhat\n\n  - one\n    two\n  - " + strings.Repeat("word ", 26))
	if got := (counts{l.pronouns, l.indefinites, l.openings, l.long}); got != (counts{1, 0, 0, 1}) || l.sentences != 3 {
		t.Errorf("%v, %d sentences of %d words: %q", got, l.sentences, l.words, l.faults)
	}
}
