package recordings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// stream reads the documents of a file, one after the other.
type stream struct {
	*reader
	known   Call              // the known facts of a response that names none
	waiting map[string]Call   // calls without a response, by the id of the request
	others  map[string]string // requests of other methods, by id
	most    int               // bytes of a document
}

const mostWaiting = 4096 // requests of a file that nothing answers

func newStream(r *reader, known Call) *stream {
	return &stream{r, known, map[string]Call{}, map[string]string{}, mostBytes}
}

func (s *stream) read(from io.Reader) error {
	bound := &bounded{Reader: from}
	documents := json.NewDecoder(bound)
	for {
		var doc json.RawMessage
		bound.left = s.most
		err := documents.Decode(&doc)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLarge):
			return err
		case err != nil:
			return fmt.Errorf("no JSON at offset %d", documents.InputOffset())
		}
		s.document(doc)
	}
}

var errLarge = errors.New("a document is larger than 64 MiB")

// bounded reads no more than is left.
type bounded struct {
	io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLarge
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// message has the members that identify a document.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"params"`
	// Of a record that names its tool.
	Server    string          `json:"server"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Response  json.RawMessage `json:"response"`
}

// document classifies a document as a request, a response to one, a record, or a plain
// response.
func (s *stream) document(doc json.RawMessage) {
	var m message
	json.Unmarshal(doc, &m) // a member of another type is no such member
	call := s.known
	switch id := string(m.ID); {
	case m.JSONRPC != "" && m.Method != "":
		s.request(id, &m)
		return
	case m.Tool != "" && m.Response != nil:
		call, doc = Call{Server: m.Server, Tool: m.Tool, Arguments: m.Arguments}, m.Response
	case m.JSONRPC != "" && s.others[id] != "":
		delete(s.others, id)
		return
	case m.JSONRPC != "" && s.waiting[id].Tool != "":
		call = s.waiting[id]
		delete(s.waiting, id)
	}
	call.File, call.Body = s.known.File, doc
	s.keep(call)
}

// request waits for the response to a request.
func (s *stream) request(id string, m *message) {
	switch {
	case id == "" || len(s.waiting)+len(s.others) >= mostWaiting:
	case m.Method == "tools/call":
		s.waiting[id] = Call{Server: s.known.Server, Tool: m.Params.Name, Arguments: m.Params.Arguments}
	default:
		s.others[id] = m.Method
	}
}
