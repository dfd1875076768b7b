package cli

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/progress"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// watch shows the progress on a terminal. It shows none if the user types the input there, or
// if the terminal cannot overwrite a line.
func (a *app) watch(files []string) {
	typed := slices.Contains(files, "-") && terminal.Is(a.stdin)
	if !a.stderr.IsTerminal() || typed || a.getenv("TERM") == "dumb" {
		return
	}
	if a.stdout.IsTerminal() {
		a.stdout.Before(a.stderr.Clear)
	}
	a.progress = progress.New(a.size(files), a.now, func(text string) {
		a.stderr.Pass(text[:min(len(text), max(a.talk.Columns()-1, 0))])
	})
}

// size returns the bytes of all inputs, or 0 if a size is unknown.
func (a *app) size(files []string) (total int64) {
	for _, name := range files {
		info := a.stat(name)
		if info == nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
