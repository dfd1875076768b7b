package install

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// hookClient is the client whose hooks can replace the results of its own tools.
const hookClient = "claude-code"

// emptySettings is the text that missing settings begin with.
const emptySettings = "{}\n"

// hooked reads the settings of Claude Code. For install these are the settings of the user or of
// --file, and a missing file is an empty one. For uninstall they are all that have the hook.
func (i *installation) hooked() (all []*target, err error) {
	paths := []string{state.InFolder("CLAUDE_CONFIG_DIR", state.InHome(".claude"), "settings.json")}
	if i.isRemoval {
		paths = append([]string{filepath.Join(".claude", "settings.json"), filepath.Join(".claude", "settings.local.json")}, paths...)
	}
	if i.file != "" {
		paths = []string{i.file}
	}
	settings := client{name: hookClient, layout: clientfile.Layout{Hooks: true}}
	for _, path := range paths {
		t, fault := i.read(settings, place{path, filepath.IsLocal(path)})
		switch {
		case errors.Is(fault, fs.ErrNotExist) && !i.isRemoval:
			t = &target{place: place{path: path}, client: settings}
			t.file, fault = clientfile.Read([]byte(emptySettings), settings.layout)
		case errors.Is(fault, fs.ErrNotExist) && i.file == "":
			continue
		}
		if err = errors.Join(err, fault); fault == nil && (!i.isRemoval || t.file.HasHook()) {
			all = append(all, t)
		}
	}
	if len(all) == 0 && err == nil && i.isHook {
		err = errors.New("no hook of shape is in " + strings.Join(paths, ", "))
	}
	return all, app.InputError(err)
}
