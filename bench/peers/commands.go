package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/seed-7aa78ce4/shape/bench"
)

// command is a program that people run in a pipe.
type command struct {
	name   string
	shapes bool                              // and does not only read
	args   func(p processes, j job) []string // nil where it cannot do the job
}

// bare is a program that does nothing.
const bare = "a bare Go tool"

// nodeScript does works as one writes them there: by hand, or with json-mask.
//
//go:embed testdata/node.js
var nodeScript string

// commands are all that are measured, where they are installed.
var commands = []command{
	{ours, true, func(p processes, j job) []string {
		return append(append([]string{filepath.Join(p.dir, "shape")}, shapeFlags(j.work)...), j.path)
	}},
	{bare, false, func(p processes, j job) []string {
		if !j.starts {
			return nil
		}
		return []string{filepath.Join(p.dir, "launch")}
	}},
	{"cat", false, func(_ processes, j job) []string { return []string{"cat", j.path} }},
	{"jq", true, jqArgs("jq")},
	{"gojq", true, jqArgs("gojq")},
	{"jj", true, func(_ processes, j job) []string {
		if j.work.Drop != nil || j.lines {
			return nil
		}
		return []string{"jj", "-i", j.path, jjPath(j.work)}
	}},
	{"node", true, nodeArgs("hand")},
	{"npm json-mask", true, func(p processes, j job) []string {
		if j.work.Drop != nil {
			return nil
		}
		return nodeArgs("json-mask")(p, j)
	}},
}

// present are the commands that are installed, and the names of those that are not.
func (p processes) present() (present []command, absent []string) {
	_ = os.WriteFile(filepath.Join(p.dir, "node.js"), []byte(nodeScript), 0o666) // or node fails
	for _, c := range commands {
		var err error
		switch c.name {
		case ours, bare:
		case "npm json-mask":
			err = exec.Command("node", "-e", "require('json-mask')").Run()
		default:
			_, err = exec.LookPath(c.name)
		}
		if err != nil {
			absent = append(absent, c.name)
		} else {
			present = append(present, c)
		}
	}
	return present, absent
}

// shapeFlags are those of a work.
func shapeFlags(w bench.Work) []string {
	if w.Drop != nil {
		return []string{"--dialect", "plain", "-x", strings.Join(w.Drop, ","), "--drop", "null,empty-array,empty-object"}
	}
	return []string{"--dialect", "plain", "--include", strings.Join(w.Keep, ",")}
}

func jqArgs(name string) func(processes, job) []string {
	return func(_ processes, j job) []string { return []string{name, "-c", jqProgram(j.work, nil), j.path} }
}

// jjPath is a mask as a path of gjson, which constructs what is kept.
func jjPath(w bench.Work) string {
	m := maskOf(w)
	if items := m.names["items"]; items != nil {
		return fmt.Sprintf(`{"items":items.#.%s}`, jjObject(items))
	}
	return "#." + jjObject(m)
}

func jjObject(m *mask) string {
	var members []string
	for _, name := range m.order {
		switch next := m.names[name]; {
		case next == whole:
			members = append(members, name)
		case name == "assignees": // the one that is a list
			members = append(members, fmt.Sprintf(`"%s":%s.#.%s`, name, name, jjObject(next)))
		default:
			members = append(members, fmt.Sprintf(`"%s":%s.%s`, name, name, jjObject(next)))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func nodeArgs(how string) func(processes, job) []string {
	return func(p processes, j job) []string {
		return []string{"node", filepath.Join(p.dir, "node.js"), how, strings.Join(j.work.Keep, ","), strings.Join(j.work.Drop, ","), j.path}
	}
}
