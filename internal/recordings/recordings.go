// Package recordings reads recorded results of tools. It reads folders of responses, named
// NN-TOOL.response.json, with a manifest.json of the requests. It also reads files of
// JSON-RPC messages, of records that name their tool, or of plain responses.
package recordings

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Call is a call of a tool that was recorded with its response.
type Call struct {
	File      string // the file with the response
	Server    string // its name in the manifest; "" if unknown
	Tool      string
	Arguments json.RawMessage // of the request; nil if it was not recorded
	Body      []byte          // the response: of JSON-RPC, a tool's result, or any document
}

// Result returns the result in a response of JSON-RPC, and Body if it is another document.
func (c *Call) Result() []byte {
	var response struct {
		JSONRPC string          `json:"jsonrpc"`
		Result  json.RawMessage `json:"result"`
	}
	if json.Unmarshal(c.Body, &response) != nil || response.JSONRPC == "" || response.Result == nil {
		return c.Body
	}
	return response.Result
}

// Set is the result of a read, in the order of the files and of their contents.
type Set struct {
	Calls []Call
	// Unnamed counts documents without a known tool. Beyond counts documents beyond the
	// available room.
	Unnamed, Beyond int
}

const mostBytes = 64 << 20 // of all responses that are held, and of one document

// reader reads into a set.
type reader struct {
	set   Set
	tool  string // of documents that name none
	bytes int
}

// Read reads files, and the .json, .jsonl and .ndjson files of a folder that look like
// recordings. tool names the tool of documents that name none. Hidden folders and the list
// of tools are skipped.
func Read(paths []string, tool string) (Set, error) {
	r := reader{tool: tool}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && file != path && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir
			case entry.IsDir(), file != path && !IsRecording(entry):
				return nil
			}
			return r.file(file)
		})
		if err != nil {
			return Set{}, err
		}
	}
	return r.set, nil
}

const manifestName = "manifest.json"

// IsRecording reports whether a file of a folder is read.
func IsRecording(entry fs.DirEntry) bool {
	name := entry.Name()
	return entry.Type().IsRegular() && name != manifestName && name != "tools-list.response.json" &&
		slices.Contains([]string{".json", ".jsonl", ".ndjson"}, filepath.Ext(name))
}

var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+-(.+)\.response\.json$`) })

// file reads one file.
func (r *reader) file(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	known, err := manifestOf(name)
	if err != nil {
		return err
	}
	if match := numbered().FindStringSubmatch(filepath.Base(name)); known.Tool == "" && match != nil {
		known.Tool = match[1]
	}
	if known.Tool == "" {
		known.Tool = r.tool
	}
	known.File = name
	if err := newStream(r, known).read(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// keep stores a call, if there is room.
func (r *reader) keep(c Call) {
	switch n := len(c.Body) + len(c.Arguments); {
	case c.Tool == "":
		r.set.Unnamed++
	case r.bytes+n > mostBytes:
		r.set.Beyond++
	default:
		r.bytes += n
		r.set.Calls = append(r.set.Calls, c)
	}
}

// manifestOf returns the entry of a file in the manifest beside it.
func manifestOf(file string) (Call, error) {
	name := filepath.Join(filepath.Dir(file), manifestName)
	data, err := os.ReadFile(name)
	if err != nil {
		return Call{}, nil // a folder need not have one
	}
	var manifest struct {
		Server  string `json:"server"`
		Results []struct {
			File      string          `json:"file"`
			Tool      string          `json:"tool"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"results"`
	}
	if json.Unmarshal(data, &manifest) != nil {
		return Call{}, fmt.Errorf("%s: no manifest of recordings", name)
	}
	call := Call{Server: manifest.Server}
	for _, result := range manifest.Results {
		if filepath.Base(result.File) == filepath.Base(file) {
			call.Tool, call.Arguments = result.Tool, result.Arguments
		}
	}
	return call, nil
}
