package suggest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/config"
)

// proxy returns a proxy under the written proposal.
func (p *Proposal) proxy(o Options) (*proxy, error) {
	_, rules, err := p.file()
	if err != nil {
		return nil, err
	}
	return newProxy(rules, o)
}

// Text is the proposal as a configuration file. It has been checked as one.
func (p *Proposal) Text() ([]byte, error) {
	text, _, err := p.file()
	return text, err
}

// file writes the proposal as a configuration file, and reads it.
func (p *Proposal) file() ([]byte, *config.Snapshot, error) {
	var b bytes.Buffer
	p.head(&b)
	b.WriteString("{\n")
	if p.takes() || p.Lists != nil {
		b.WriteString("  \"global\": {\n")
		if p.takes() {
			b.WriteString("    \"archive\": {\"store\": \"directory\"}" + comma(p.Lists != nil) + "  // gives back what is taken\n")
		}
		p.Lists.write(&b)
		b.WriteString("  },\n")
	}
	between, end := "", "}"
	b.WriteString("  \"tool_overrides\": {")
	for _, e := range p.Everywhere {
		entry, _ := json.Marshal(e.Entry) // a string always can be
		fmt.Fprintf(&b, "%s\n    // %s\n    %s: {\n", between, e.Why(), entry)
		if err := writeLines(&b, e.Lines(), 0); err != nil {
			return nil, nil, err
		}
		b.WriteString("    }")
		between, end = ",", "\n  }"
	}
	for _, t := range p.proposed() {
		b.WriteString(between)
		if err := t.write(&b); err != nil {
			return nil, nil, err
		}
		between, end = ",", "\n  }"
	}
	b.WriteString(end + "\n}\n")
	rules, err := config.Parse("proposal", b.Bytes())
	return b.Bytes(), rules, err
}

// head writes the basis and the proof of the proposal.
func (p *Proposal) head(b *bytes.Buffer) {
	results, before, after := 0, 0, 0
	for _, t := range p.Tools {
		results, before, after = results+t.Results, before+t.Before, after+t.After
	}
	fmt.Fprintf(b, "// Proposed by shape suggest, from %s of %s in %s.\n", counted(results, "result"), counted(len(p.Tools), "tool"), counted(p.Sessions, "session"))
	fmt.Fprintf(b, "// %s (%s): with these lines %s, %s less.\n", counted(before, "token"), p.Counter, grouping(after), Percent(before-after, before))
	if p.Proof == nil {
		fmt.Fprintf(b, "// This holds for these results. To know about others takes %d sessions of %d tasks.\n", FewestProving, Folds)
		return
	}
	b.WriteString("// On sessions that it was not learned from, a third of the tasks at a time:\n")
	p.Proof.Own.line(b, "these lines")
	for _, name := range slices.Sorted(maps.Keys(p.Proof.Caps)) {
		p.Proof.Caps[name].line(b, "a client's "+name)
	}
	p.Proof.Own.costs(b, p.Price)
	b.WriteString("// Kept are the values that a later call or answer repeats: the least that a model needs.\n")
}

// line writes figures as a comment.
func (f *Figures) line(b *bytes.Buffer, name string) {
	kept := "no value was used again"
	if f.Taken > 0 {
		kept = fmt.Sprintf("kept %s of %s, retrievable %d, lost %d", Percent(f.Kept, f.Taken), counted(f.Taken, "value"), f.Back, f.Lost)
	}
	fmt.Fprintf(b, "//   %s: results -%s, prompts of all turns -%s net of %s; %s\n", name,
		Percent(f.Before-f.After, f.Before), Percent(f.Prompt-f.Shaped, f.Prompt), counted(f.Retrievals, "retrieval"), kept)
}

// costs writes the tokens of all turns as a comment, and their price if there is one.
func (f *Figures) costs(b *bytes.Buffer, price Price) {
	fmt.Fprintf(b, "// Tokens written into prompts: %s become %s. Read again by later turns: %s become %s.\n",
		grouping(f.Usage.Written), grouping(f.ShapedUsage.Written), grouping(f.Usage.Again), grouping(f.ShapedUsage.Again))
	if price != (Price{}) {
		cached, uncached := price.Cost(f.Usage)
		shaped, uncachedShaped := price.Cost(f.ShapedUsage)
		fmt.Fprintf(b, "// At prices of %s: %.2f become %.2f with a prompt cache, %.2f become %.2f without one.\n", &price, cached, shaped, uncached, uncachedShaped)
	}
}

// takes reports whether any line takes data that an archive can return.
func (p *Proposal) takes() bool {
	return slices.ContainsFunc(p.Everywhere, func(e Everywhere) bool { return e.Omits != nil }) || slices.ContainsFunc(p.Tools, func(t Tool) bool {
		return slices.ContainsFunc(t.Lines, func(l Line) bool {
			kinds, _ := l.Value.([]string) // documents lose nothing
			return l.Key != "text" && l.Key != TablesKey && l.Key != "compact" && (l.Key != "text_as" || !slices.Equal(kinds, []string{"json"}))
		})
	})
}

// proposed returns the tools with a proposal.
func (p *Proposal) proposed() (all []Tool) {
	for _, t := range p.Tools {
		if len(t.Lines) > 0 || t.IsFile && p.Everywhere != nil {
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
	if t.IsFile && len(t.Lines) == 0 {
		fmt.Fprintf(b, "\n    // the results may be contents of files or pages\n    %s: \"off\"", name)
		return nil
	}
	fmt.Fprintf(b, "\n    // %s of %s: %s are left\n", counted(t.Results, "result"), counted(t.Before, "token"), grouping(t.After))
	if t.Bare > 0 {
		fmt.Fprintf(b, "    // %s, %s, go with any line: metadata of an envelope\n", grouping(t.Bare), Percent(t.Bare, t.Before))
	}
	fmt.Fprintf(b, "    %s: {\n", name)
	err = writeLines(b, t.Lines, t.Before)
	b.WriteString("    }")
	return err
}

// writeLines writes the lines of an entry for results of some tokens.
func writeLines(b *bytes.Buffer, lines []Line, tokens int) error {
	for i, line := range lines {
		between := comma(i < len(lines)-1)
		if line.Omits != nil {
			line.writeOmits(b, between)
			continue
		}
		value, err := valueText(line.Value)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "      %q: %s%s  // %s\n", line.Key, value, between, line.note(tokens))
	}
	return nil
}

// A mask has a line of its own if it saves a twentieth of the tokens of its list.
const ownLine = 20

// writeOmits writes a line of omitted fields, with the evidence beside the masks. Masks that
// save little share a line.
func (l Line) writeOmits(b *bytes.Buffer, end string) {
	fmt.Fprintf(b, "      %q: [", l.Key)
	if l.Saved > 0 {
		fmt.Fprintf(b, "  // saves %s", counted(l.Saved, "token"))
	}
	b.WriteString("\n")
	sum := 0
	for _, o := range l.Omits {
		sum += o.Tokens
	}
	for rest := l.Omits; len(rest) > 0; {
		n, line, tokens, taken := 0, "", 0, 0
		for n < len(rest) && (n == 0 || rest[n].Tokens*ownLine < sum && len(line)+len(rest[n].Mask) < 76) {
			text, _ := json.Marshal(rest[n].Mask) // a string always can be
			if n > 0 {
				line += ", "
			}
			line += string(text)
			tokens, taken = tokens+rest[n].Tokens, taken+rest[n].Taken
			if n++; rest[0].Tokens*ownLine >= sum {
				break
			}
		}
		evidence := fmt.Sprintf("%s a result in %s", counted(tokens/max(rest[0].Results, 1), "token"), counted(rest[0].Results, "result"))
		if n > 1 {
			evidence = counted(tokens, "token")
		}
		fmt.Fprintf(b, "        %s%s  // %s, used %s\n", line, comma(n < len(rest)), evidence, counted(taken, "time"))
		rest = rest[n:]
	}
	b.WriteString("      ]" + end + "\n")
}

// note returns the comment of a line.
func (l *Line) note(of int) string {
	if l.Saved == 0 {
		return l.Why
	}
	return fmt.Sprintf("saves %s, %s: %s", counted(l.Saved, "token"), Percent(l.Saved, of), l.Why)
}

// valueText is a value as people write it in one line.
func valueText(value any) (string, error) {
	text, err := json.Marshal(value)
	return strings.NewReplacer(`,"`, `, "`, `":`, `": `).Replace(string(text)), err
}

// comma is the comma behind a line if more follows.
func comma(more bool) string {
	if more {
		return ","
	}
	return ""
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

// Percent returns a part as people read it, such as "3.4 %".
func Percent(part, of int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(of, 1)))
}
