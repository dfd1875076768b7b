package state

import (
	"cmp"
	"os"
	"path/filepath"
)

// InHome returns a path in the user's home folder, "~" if that is not known.
func InHome(names ...string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "~"
	}
	return filepath.Join(append([]string{home}, names...)...)
}

// InFolder returns a path in the folder that a variable names, or else in another one.
func InFolder(variable, folder string, names ...string) string {
	return filepath.Join(append([]string{cmp.Or(os.Getenv(variable), folder)}, names...)...)
}

// InSettings returns a path in the folder of user settings.
func InSettings(names ...string) string {
	folder, err := os.UserConfigDir()
	if err != nil {
		folder = InHome(".config")
	}
	return filepath.Join(append([]string{folder}, names...)...)
}
