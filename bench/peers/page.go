package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// page is the measurement of the libraries, in the form of the project's pages.
type page struct {
	origin  string
	note    string // on the size of the documents
	report  *report
	traffic result
}

// write puts the page into those of the project, between the marks that are there.
func (p page) write(top string) error {
	if err := replace(filepath.Join(top, "bench/README.md"), "measured", p.text(p.report.short()+p.note)); err != nil {
		return err
	}
	return nil
}

// marks returns the two marks around a generated part.
func marks(part string) (beginning, ending string) {
	return "<!-- " + part + ": written by make bench -->\n", "<!-- " + part + ": end -->"
}

// replace writes a part of a page anew.
func replace(path, part, text string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	beginning, ending := marks(part)
	before, rest, begins := strings.Cut(string(page), beginning)
	_, after, ends := strings.Cut(rest, ending)
	if !begins || !ends {
		return fmt.Errorf("%s has no place for what was measured, between %q and %q", path, strings.TrimSpace(beginning), ending)
	}
	return os.WriteFile(path, []byte(before+beginning+text+ending+after), 0o666)
}

// text is the generated part of bench/README.md.
func (p page) text(short string) string {
	var b strings.Builder
	b.WriteString(p.origin + "\n")
	b.WriteString("### In short\n\n" + short + "\n")
	p.report.behind(&b)
	b.WriteString("In the tables, `3.1 × · 172 [4]` is a peer that does 172 MB per second of processor time, with 4 allocations per document. shape is 3.1 times as fast.\n\n")
	p.report.tables(&b)
	p.mixed(&b)
	p.report.yardsticks(&b)
	p.report.validation(&b)
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// mixed is the table of traffic that changes.
func (p page) mixed(b *strings.Builder) {
	b.WriteString("### Mixed traffic\n\nEnvelopes of four dialects of about 1 KB in turn, from 16 tools, with hints and without, with metadata of every combination. shape knows only the tool and finds out the rest; the peers know the dialect of each response.\n\n| | MB/s |\n|---|---|\n")
	fmt.Fprintf(b, "| **shape** | **%s** |\n| ÷ gjson.Valid | %.2f |\n", p.traffic.figures[ours], p.traffic.ratio(yardstick))
	strict := p.report.strict["W5"]
	for _, peer := range peers[1:] {
		if _, took := p.traffic.figures[peer.name]; took {
			fmt.Fprintf(b, "| %s%s | %s |\n", peer.name, strict.mark(peer.name), p.traffic.cell(peer.name))
		}
	}
	b.WriteByte('\n')
}
