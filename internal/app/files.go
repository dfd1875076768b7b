package app

import (
	"io/fs"
	"os"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/app/progress"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// Endless reports whether an input is not a regular file, so it may never end.
func (a *App) Endless(files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info == nil && name == "-" || info != nil && !info.Mode().IsRegular()
	})
}

// Reads reports whether a file is an input.
func (a *App) Reads(files []string, file fs.FileInfo) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		info := a.stat(name)
		return info != nil && os.SameFile(info, file)
	})
}

// stat describes an input. It returns nil for a missing file or a stream.
func (a *App) stat(name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file, ok := a.Stdin.(*os.File); ok {
		info, _ = file.Stat()
	}
	return info
}

// watch shows the progress on a terminal. It shows none if the user types the input there, or
// if the terminal cannot overwrite a line.
func (a *App) watch(files []string) {
	typed := slices.Contains(files, "-") && terminal.Is(a.Stdin)
	if !a.Stderr.IsTerminal() || typed || a.getenv("TERM") == "dumb" {
		return
	}
	if a.Stdout.IsTerminal() {
		a.Stdout.Before(a.Stderr.Clear)
	}
	a.Progress = progress.New(sizeOf(a, files), a.Now, func(text string) {
		a.Stderr.Pass(text[:min(len(text), max(a.stderrStream.Columns()-1, 0))])
	})
}

// sizeOf returns the bytes of all inputs, or 0 if a size is unknown.
func sizeOf(a *App, files []string) (total int64) {
	for _, name := range files {
		info := a.stat(name)
		if info == nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}
