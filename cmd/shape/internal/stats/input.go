package stats

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/savings"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// recorded is an input file and the server that its folder names.
type recorded struct {
	name   string
	server string // the first folder below the named one, or ""
}

// source is the current input with the tools of its requests by id. A request for no tool has
// "".
type source struct {
	recorded
	asked   map[string]string
	turns   int           // requests for tools, without retrievals
	in, out suggest.Turns // of the recorded results, and of the shaped ones
}

// inputs returns the named files and the files of the named folders, in order.
func (s *stats) inputs(names []string) (all []recorded, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.IsDir() {
			all = append(all, recorded{name: name})
			continue
		}
		err = filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && recordings.IsRecording(entry) {
				all = append(all, recorded{path, folderBelow(name, path)})
			}
			return err
		})
		if err != nil {
			return nil, app.InputError(err)
		}
	}
	return all, nil
}

// folderBelow returns the first folder between root and path, or "".
func folderBelow(root, path string) string {
	below, _ := filepath.Rel(root, path) // the walk found it below root
	folder, _, deeper := strings.Cut(filepath.ToSlash(below), "/")
	if !deeper {
		return ""
	}
	return folder
}

// tool returns the tool in the name of a file such as 04-list_issues.response.json.
func (in recorded) tool() string {
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

// framing returns the framing of the file. In .jsonl and .ndjson files a broken document ends
// with its line.
func (in recorded) framing(said documents.Framing) scan.Framing {
	if ext := filepath.Ext(in.name); ext == ".jsonl" || ext == ".ndjson" {
		said.Lines = said.Lines || !said.Sequence
	}
	return said.OfInputs()
}

// document adds a record or a response, or notes the tool of a request.
func (s *stats) document(d documents.Document) error {
	if err := scan.Check(d.Text, scan.Limits{}, false); err != nil {
		return err
	}
	root := gjson.ParseBytes(d.Text)
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

// ask notes the tool of a request for its response. A request for a tool is a turn.
func (s *stats) ask(request gjson.Result, method string) {
	id := request.Get("id").Raw
	if id == "" || len(s.from.asked) >= savings.MostNames {
		return
	}
	s.from.asked[id] = ""
	if method != "tools/call" {
		return
	}
	tool := request.Get("params.name").Str
	n := app.CounterOf(s.request.Budget.Counter).Count([]byte(request.Get("params.arguments").Raw))
	s.from.asked[id] = tool
	s.from.out.Say(n)
	if !isRetrieval(tool) {
		s.from.turns++
		s.from.in.Say(n)
	}
}

// answers returns the tool of a result. isResult is false if the document is no result of a
// tool.
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
