package suggest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Engine returns an engine under the written proposal.
func (p *Proposal) Engine() (*shaper.Engine, error) {
	text, err := p.Text()
	if err != nil {
		return nil, err
	}
	set, err := config.Parse("proposal", text)
	if err != nil {
		return nil, err
	}
	return shaper.New(set)
}

// Text is the proposal as a configuration file. It has been checked as one.
func (p *Proposal) Text() ([]byte, error) {
	var b bytes.Buffer
	p.head(&b)
	b.WriteString("{\n")
	if p.cuts() {
		b.WriteString("  \"global\": {\n    \"archive\": {\"store\": \"directory\"}  // gives back what is shortened\n  },\n")
	}
	between, end := "", "}"
	b.WriteString("  \"tool_overrides\": {")
	for _, t := range p.proposed() {
		b.WriteString(between)
		if err := t.write(&b); err != nil {
			return nil, err
		}
		between, end = ",", "\n  }"
	}
	b.WriteString(end + "\n}\n")
	_, err := config.Parse("proposal", b.Bytes())
	return b.Bytes(), err
}

// head writes the basis and the total of the proposal.
func (p *Proposal) head(b *bytes.Buffer) {
	results, before, after := 0, 0, 0
	for _, t := range p.Tools {
		results, before, after = results+t.Results, before+t.Before, after+t.After
	}
	fmt.Fprintf(b, "// Proposed by shape suggest, from %s of %s.\n", counted(results, "result"), counted(len(p.Tools), "tool"))
	fmt.Fprintf(b, "// %s (%s): with these lines %s, %s less.\n", counted(before, "token"), p.Counter, grouping(after), percent(before-after, before))
}

// cuts reports whether any line drops data that an archive can return.
func (p *Proposal) cuts() bool {
	return slices.ContainsFunc(p.Tools, func(t Tool) bool {
		return slices.ContainsFunc(t.Lines, func(l Line) bool {
			return l.Key != "text" && l.Key != "columns" && l.Key != "compact" && !strings.HasPrefix(l.Key, "exclude_")
		})
	})
}

// proposed returns the tools with a proposal.
func (p *Proposal) proposed() (all []Tool) {
	for _, t := range p.Tools {
		if len(t.Lines) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// write writes the entry of a tool. A comment behind each line states its savings.
func (t *Tool) write(b *bytes.Buffer) error {
	name, err := json.Marshal(t.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\n    // %s of %s: %s are left\n", counted(t.Results, "result"), counted(t.Before, "token"), grouping(t.After))
	if t.Bare > 0 {
		fmt.Fprintf(b, "    // %s, %s, go with any line: metadata of an envelope\n", grouping(t.Bare), percent(t.Bare, t.Before))
	}
	fmt.Fprintf(b, "    %s: {\n", name)
	for i, line := range t.Lines {
		value, err := valueText(line.Value)
		if err != nil {
			return err
		}
		comma := ","
		if i == len(t.Lines)-1 {
			comma = ""
		}
		fmt.Fprintf(b, "      %q: %s%s  // %s\n", line.Key, value, comma, line.note(t.Before))
	}
	b.WriteString("    }")
	return nil
}

// note returns the comment of a line.
func (l *Line) note(of int) string {
	if l.Saved == 0 {
		return l.Why
	}
	return fmt.Sprintf("saves %s, %s: %s", counted(l.Saved, "token"), percent(l.Saved, of), l.Why)
}

// valueText is a value as people write it in one line.
func valueText(value any) (string, error) {
	text, err := json.Marshal(value)
	return strings.NewReplacer(`,"`, `, "`, `":`, `": `).Replace(string(text)), err
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouping(n) + " " + thing + "s"
}

// grouping writes a number with a comma before every three digits.
func grouping(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func percent(part, of int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(of, 1)))
}
