package install

import (
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

// Entry is a server in the file of a client.
type Entry struct {
	Client, File string
	*clientfile.Server
	Env []string // of the server, as NAME=VALUE
}

// Survey returns the servers in all files of clients that are here. The error joins those of
// files that cannot be read.
func Survey(a *app.App) (all []Entry, err error) {
	targets, err := (&installation{App: a}).targets()
	for _, t := range targets {
		for _, s := range t.file.Servers {
			all = append(all, Entry{t.name, t.path, s, t.file.Env(s)})
		}
	}
	return all, err
}

// Hook is the hook of shape in the settings of a client.
type Hook struct{ File, Program string }

// SurveyHooks returns the hooks in the settings of Claude Code, of the user and of the working
// directory. The error joins those of files that cannot be read.
func SurveyHooks(a *app.App) (all []Hook, err error) {
	targets, err := (&installation{App: a, isRemoval: true}).hooked()
	for _, t := range targets {
		all = append(all, Hook{t.path, t.file.HookProgram()})
	}
	return all, err
}
