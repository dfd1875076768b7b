package cli

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/progress"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// watch shows how far the work on the inputs is, to those who look on: not where
// they type these themselves, nor where a line cannot be written over.
func (a *app) watch(files []string) {
	typed := slices.Contains(files, "-") && terminal.Is(a.stdin)
	if !a.stderr.IsTerminal() || typed || a.getenv("TERM") == "dumb" {
		return
	}
	if a.stdout.IsTerminal() {
		a.stdout.Before(a.stderr.Clear)
	}
	a.progress = progress.New(a.size(files), a.now, func(text string) {
		a.stderr.Pass(cutTo(a.talk.Columns()-1, text))
	})
}

// size is how many bytes the inputs hold together; 0 where one does not tell.
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

func cutTo(width int, text string) string {
	return text[:min(len(text), max(width, 0))]
}
