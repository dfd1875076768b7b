package main

import (
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
}

// present are the commands that are installed, and the names of those that are not.
func (p processes) present() (present []command, absent []string) {
	for _, c := range commands {
		var err error
		switch c.name {
		case ours, bare:
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
