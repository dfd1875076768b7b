package cli

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// input is a file that stats reads, and what its place says of it.
type input struct {
	name   string
	server string // the folder below the one that was named; "" where there is none
}

// source is the input at hand, and which tools were asked in it, by the ids of requests:
// "" of a request that asks no tool.
type source struct {
	input
	asked map[string]string
}

// inputs are the files that are named, and those of folders, in their order.
func (s *stats) inputs(names []string) (all []input, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.IsDir() {
			all = append(all, input{name: name})
			continue
		}
		err = filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && recordings.IsRecording(entry) {
				all = append(all, input{path, folderBelow(name, path)})
			}
			return err
		})
		if err != nil {
			return nil, inputError(err)
		}
	}
	return all, nil
}

// folderBelow is the first folder on the way to a file.
func folderBelow(root, path string) string {
	below, _ := filepath.Rel(root, path) // it was found there
	folder, _, deeper := strings.Cut(filepath.ToSlash(below), "/")
	if !deeper {
		return ""
	}
	return folder
}

// tool is what the name of a file says: 04-list_issues.response.json.
func (in input) tool() string {
	if in.name == "-" {
		return ""
	}
	name := filepath.Base(in.name)
	name = strings.TrimSuffix(strings.TrimSuffix(name, filepath.Ext(name)), ".response")
	if number, rest, numbered := strings.Cut(name, "-"); numbered && rest != "" && strings.Trim(number, "0123456789") == "" {
		return rest
	}
	return name
}

// framing is how documents are told apart: in files of lines a broken one ends with its
// line.
func (in input) framing(said framing) scan.Framing {
	if ext := filepath.Ext(in.name); ext == ".jsonl" || ext == ".ndjson" {
		said.lines = said.lines || !said.sequence
	}
	return said.ofInputs()
}

// document adds up one document: a record, a response, or a request that names its tool.
func (s *stats) document(d document) error {
	if err := scan.Check(d.text, scan.Limits{}, false); err != nil {
		return err
	}
	root := gjson.ParseBytes(d.text)
	switch method := root.Get("method"); {
	case root.Get("generation").Exists() && root.Get("bytes_in").Exists() && root.Get("bytes_out").Exists():
		return s.record(d)
	case root.Get("jsonrpc").Exists() && method.Exists():
		s.ask(root, method.Str)
		return nil
	}
	tool, isResult := s.answers(root)
	if !isResult {
		s.sums.unknown++
		return nil
	}
	return s.response(d, tool)
}

// ask notes which tool a request asks, for the response.
func (s *stats) ask(request gjson.Result, method string) {
	id := request.Get("id").Raw
	if id == "" || len(s.from.asked) >= mostNames {
		return
	}
	s.from.asked[id] = ""
	if method == "tools/call" {
		s.from.asked[id] = request.Get("params.name").Str
	}
}

// answers is the tool that answered, where a document is the result of one.
func (s *stats) answers(root gjson.Result) (tool string, isResult bool) {
	result, known := root, false
	if root.Get("jsonrpc").Exists() {
		id := root.Get("id").Raw
		tool, known = s.from.asked[id]
		delete(s.from.asked, id)
		if result = root.Get("result"); known && tool == "" {
			return "", false
		}
	}
	isResult = result.Get("content").IsArray() || result.Get("structuredContent").Exists()
	if !isResult && (s.request.Tool == "" || root.Get("jsonrpc").Exists()) {
		return "", false
	}
	return cmp.Or(tool, s.request.Tool, s.from.tool()), true
}
