package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/bench"
)

// job is a comparison of commands.
type job struct {
	name   string
	path   string // of the input
	work   bench.Work
	rounds int
	starts bool // it takes hardly more than to start
	lines  bool // a document in each
	large  bool // its output is not compared: it is that of a smaller job, many times
}

// use is the cost of a run: processor time in ns, and peak memory in bytes.
type use struct{ time, memory float64 }

// processes are the commands and jobs, in a folder of their own.
type processes struct {
	dir    string
	source string // of the project
	jobs   []job
}

// processTable is the table of commands, as Markdown.
func processTable(o options, log io.Writer) (string, error) {
	dir, err := os.MkdirTemp("", "shape-peers-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	p := processes{dir: dir, source: o.source}
	if err := p.build(); err != nil {
		return "", err
	}
	if err := p.inputs(o.effort); err != nil {
		return "", err
	}
	present, absent := p.present()
	results := map[string][]use{}
	for i, j := range p.jobs {
		fmt.Fprintf(log, "peers: commands, %s\n", j.name)
		if err := p.measure(j, i, present, results); err != nil {
			return "", err
		}
	}
	return p.table(present, absent, results), nil
}

// build makes shape, as make build does, and the launcher.
func (p processes) build() error {
	for name, at := range map[string]struct{ dir, pkg string }{
		"shape": {p.source, "./cmd/shape"}, "launch": {".", "./launch"},
	} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(p.dir, name), at.pkg)
		cmd.Dir, cmd.Env = at.dir, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", cmd, err, out)
		}
	}
	return nil
}

// inputs writes the documents.
func (p *processes) inputs(e effort) error {
	c := bench.Corpora(e.size)[3]
	alone := bench.Corpus{Payload: "items"} // records without a list around them
	for _, field := range c.Keep {
		alone.Keep = append(alone.Keep, strings.TrimPrefix(field, "items."))
	}
	keep, elide, row := c.Works()[1], c.Works()[2], alone.Works()[1]
	for i, in := range []struct {
		job
		doc []byte
	}{
		{job{name: "1 KB, W2", work: keep, rounds: 3 * e.rounds, starts: true}, bench.Sizes()[0].Bodies()[0]},
		{job{name: "10 MB, W2", work: keep, rounds: e.rounds}, c.Bodies()[0]},
		{job{name: "10 MB, W3", work: elide, rounds: e.rounds}, c.Bodies()[0]},
		{job{name: "100 MB array, W2", work: row, rounds: min(2, e.rounds), large: true}, rows(100*e.size, "[", ",", "]")},
		{job{name: "100 MB of lines, W2", work: row, rounds: min(2, e.rounds), lines: true, large: true}, rows(100*e.size, "", "\n", "\n")},
	} {
		in.path = filepath.Join(p.dir, fmt.Sprintf("%d.json", i))
		if in.lines {
			in.path += "l"
		}
		if err := os.WriteFile(in.path, in.doc, 0o666); err != nil {
			return err
		}
		p.jobs = append(p.jobs, in.job)
	}
	return nil
}

// measure runs the commands in turn, after their outputs were compared.
func (p processes) measure(j job, at int, commands []command, results map[string][]use) error {
	var runs []command
	for _, c := range commands {
		if c.args(p, j) != nil {
			runs = append(runs, c)
		}
	}
	if !j.large {
		if err := p.agree(j, runs); err != nil {
			return err
		}
	}
	took := make([]struct{ time, memory bench.Samples }, len(runs))
	err := bench.InTurn(j.rounds, len(runs), func(i int) error {
		u, err := p.run(runs[i].args(p, j), nil)
		took[i].time, took[i].memory = append(took[i].time, u.time), append(took[i].memory, u.memory)
		return err
	})
	for i, c := range runs {
		for len(results[c.name]) < at {
			results[c.name] = append(results[c.name], use{})
		}
		results[c.name] = append(results[c.name], use{took[i].time.Median(), took[i].memory.Median()})
	}
	return err
}

// run launches a command.
func (p processes) run(args []string, out io.Writer) (u use, err error) {
	report := filepath.Join(p.dir, "report")
	cmd := exec.Command(filepath.Join(p.dir, "launch"), append([]string{report}, args...)...)
	cmd.Stdout = out
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return u, fmt.Errorf("%v: %w\n%s", args, err, said.Bytes())
	}
	text, err := os.ReadFile(report)
	if err == nil {
		_, err = fmt.Sscan(string(text), &u.time, &u.memory)
	}
	return u, err
}

// agree fails where a command that shapes gives other values than shape does.
func (p processes) agree(j job, commands []command) error {
	var want any
	for _, c := range commands {
		if !c.shapes {
			continue
		}
		var out bytes.Buffer
		if _, err := p.run(c.args(p, j), &out); err != nil {
			return err
		}
		var got any
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			return fmt.Errorf("%s, %s: %w", j.name, c.name, err)
		}
		if c.name == ours {
			want = got
		} else if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s: %s gives other values than %s", j.name, c.name, ours)
		}
	}
	return nil
}

// table returns a table in Markdown, and names the absent commands.
func (p processes) table(present []command, absent []string, results map[string][]use) string {
	var b strings.Builder
	b.WriteString("| processor ms · peak MB |")
	for _, j := range p.jobs {
		fmt.Fprintf(&b, " %s |", j.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(p.jobs)) + "\n")
	for _, c := range present {
		fmt.Fprintf(&b, "| %s |", c.name)
		for i := range p.jobs {
			if all := results[c.name]; i < len(all) && all[i].time > 0 {
				fmt.Fprintf(&b, " %s · %.0f |", milliseconds(all[i].time), all[i].memory/1e6)
			} else {
				b.WriteString(" – |")
			}
		}
		b.WriteByte('\n')
	}
	if len(absent) > 0 {
		slices.Sort(absent)
		fmt.Fprintf(&b, "\nNot installed, and so left out: %s.\n", strings.Join(absent, ", "))
	}
	return b.String()
}

func milliseconds(ns float64) string {
	if ns < 99.5e6 {
		return fmt.Sprintf("%.1f", ns/1e6)
	}
	return fmt.Sprintf("%.0f", ns/1e6)
}
