package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// provenance says where figures come from: the machine, the day, the commit.
func provenance(e effort, command string) string {
	busy := ""
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		busy = fmt.Sprintf(". The load was %s at the start", strings.Fields(string(load))[0])
	}
	return fmt.Sprintf("Written by `%s` on %s, at commit %s, with %s on %s/%s: %s, %d cores%s. %d rounds of %v.\n",
		command, time.Now().UTC().Format("2 January 2006"), commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		processor(), runtime.NumCPU(), busy, e.rounds, e.turn)
}

// commit is that of the tree, and tells whether the tree differs.
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=10").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

var (
	model = regexp.MustCompile(`(?m)^model name\s*:\s*(.*)$`)
	flags = regexp.MustCompile(`\b(avx2|avx512bw)\b`)
)

// processor returns the processor's name and the features that the kernels use.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	name := model.FindSubmatch(text)
	if err != nil || name == nil {
		return "an unknown processor"
	}
	has := map[string]bool{}
	for _, flag := range flags.FindAllString(string(text), -1) {
		has[flag] = true
	}
	what := string(name[1])
	for _, flag := range []string{"avx2", "avx512bw"} {
		if has[flag] {
			what += " with " + flag
		}
	}
	return strings.Replace(what, " with avx512bw", " and avx512bw", 1)
}
