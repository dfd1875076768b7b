package questions

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Captures reads the responses of a folder: server/NN-tool.response.json, in the order of
// their names.
func Captures(folder string) (all []Capture, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*", "[0-9]*.response.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		server := filepath.Base(filepath.Dir(file))
		all = append(all, Capture{path.Join(server, filepath.Base(file)), []byte(strings.TrimSpace(string(body)))})
	}
	return all, nil
}
