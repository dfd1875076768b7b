package recordings

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/formathint"
	format "github.com/seed-7aa78ce4/shape/internal/record/session"
)

// stream reads the documents of a file, one after the other.
type stream struct {
	*reader
	known   Call                      // the known facts of a response that names none
	waiting map[string]Call           // calls without a response, by the id of the request
	others  map[string]string         // requests of other methods, by id
	most    int                       // bytes of a document
	visit   func(*format.Event) error // of exported sessions; nil before the first one
}

const mostWaiting = 4096 // requests of a file that nothing answers

func newStream(r *reader, known Call) *stream {
	if r.session == nil {
		r.session = &Session{Name: known.File}
	}
	return &stream{reader: r, known: known, waiting: map[string]Call{}, others: map[string]string{}, most: mostBytes}
}

func (s *stream) read(from io.Reader) error {
	buffered := bufio.NewReader(from)
	head, _ := buffered.Peek(512) // enough to name another format
	mark, _ := buffered.Discard(len(head) - len(bytes.TrimPrefix(head, []byte("\ufeff"))))
	bound := &io.LimitedReader{R: buffered}
	documents := json.NewDecoder(bound)
	for {
		var doc json.RawMessage
		bound.N = int64(s.most)
		err := documents.Decode(&doc)
		switch {
		case err != nil && bound.N <= 0:
			return errors.New("a document is larger than 64 MiB")
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			s.skipped.Cut++
			return nil
		case err != nil:
			if like := formathint.Like(head, 0); like != "" && documents.InputOffset() == 0 {
				return errors.New("no JSON at offset 0: " + like)
			}
			return fmt.Errorf("no JSON at offset %d", documents.InputOffset()+int64(mark))
		}
		if err := s.document(doc); err != nil {
			return err
		}
	}
}

// message has the members that identify a document.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Client    format.Party    `json:"clientInfo"`
	} `json:"params"`
	// Of a record that names its tool.
	Server    string          `json:"server"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Response  json.RawMessage `json:"response"`
	// Of the run of an agent.
	Task  string            `json:"task"`
	Error string            `json:"error"`
	OK    bool              `json:"ok"`
	Items []json.RawMessage `json:"items"`
	// Of an event of an exported session.
	Kind   string `json:"t"`
	Format int    `json:"format"`
}

// document classifies a document as a request, a response to one, a record, a run, an event, or
// a plain response.
func (s *stream) document(doc json.RawMessage) error {
	var m message
	json.Unmarshal(doc, &m) // a member of another type is no such member
	if m.Kind == format.KindSession && m.Format == 1 {
		s.visit = s.events(s.known.File)
	}
	if m.Kind != "" && s.visit != nil {
		var e format.Event
		if json.Unmarshal(doc, &e) != nil {
			return errors.New("an event of a session is not valid")
		}
		return s.visit(&e)
	}
	call, isAsked := s.known, false
	switch id := string(m.ID); {
	case m.Items != nil && m.JSONRPC == "":
		return s.run(&m)
	case m.JSONRPC != "" && m.Method != "":
		s.request(id, &m)
		return nil
	case m.Tool != "" && m.Response != nil:
		call, doc = Call{Server: m.Server, Tool: m.Tool, Arguments: m.Arguments}, m.Response
	case m.JSONRPC != "" && s.others[id] != "":
		if s.others[id] == "tools/list" {
			s.session.list(doc)
		}
		delete(s.others, id)
		return nil
	case m.JSONRPC != "" && s.waiting[id].Tool != "":
		call, isAsked = s.waiting[id], true
		delete(s.waiting, id)
	}
	call.File, call.Body = s.known.File, doc
	s.keep(call, isAsked)
	return nil
}

// request adds a request, and waits for its response.
func (s *stream) request(id string, m *message) {
	switch {
	case id == "" || len(s.waiting)+len(s.others) >= mostWaiting:
	case m.Method == "tools/call":
		call := Call{File: s.known.File, Server: s.known.Server, Tool: m.Params.Name, Arguments: m.Params.Arguments}
		if s.waiting[id].Tool != "" {
			s.skipped.Twice++
		}
		s.waiting[id] = call
		s.add(Event{Kind: Request, Call: call})
	default:
		s.others[id] = m.Method
		if m.Method == "initialize" {
			s.session.Client = m.Params.Client
		}
	}
}

// list notes the tools of a list.
func (s *Session) list(response json.RawMessage) {
	var listed struct {
		Result struct {
			Tools []json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	json.Unmarshal(response, &listed) // a list of another form names no tool
	for _, tool := range listed.Result.Tools {
		s.define(tool)
	}
}

// define notes the definition of a tool, and the arguments that it takes.
func (s *Session) define(definition json.RawMessage) {
	var tool struct {
		Name        string `json:"name"`
		InputSchema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		} `json:"inputSchema"`
	}
	if json.Unmarshal(definition, &tool); tool.Name == "" {
		return
	}
	if s.Inputs == nil {
		s.Inputs, s.Definitions = map[string][]string{}, map[string]json.RawMessage{}
	}
	s.Inputs[tool.Name] = slices.Sorted(maps.Keys(tool.InputSchema.Properties))
	s.Definitions[tool.Name] = definition
}

// run reads the run of an agent: a session of its own, with the texts of user and model.
func (s *stream) run(m *message) error {
	if err := s.end(); err != nil {
		return err
	}
	name, _ := strconv.Unquote(string(m.ID))
	s.session, s.bytes = &Session{Name: cmp.Or(name, s.known.File), Task: m.Task, Ended: m.Error, Solved: m.OK}, 0
	asked := map[string]json.RawMessage{}
	for _, raw := range m.Items {
		var item struct {
			User   string          `json:"user"`
			Say    string          `json:"say"`
			Call   string          `json:"call"`
			Args   json.RawMessage `json:"args"`
			ID     json.RawMessage `json:"id"`
			Tool   string          `json:"tool"`
			Result json.RawMessage `json:"result"`
		}
		json.Unmarshal(raw, &item)
		call := Call{File: s.known.File, Server: m.Server, Tool: cmp.Or(item.Tool, item.Call)}
		switch {
		case item.User != "":
			s.add(Event{Kind: User, Text: item.User})
		case item.Say != "":
			s.add(Event{Kind: Model, Text: item.Say})
		case item.Call != "":
			call.Arguments = item.Args
			asked[string(item.ID)] = item.Args
			s.add(Event{Kind: Request, Call: call})
		case item.Result != nil:
			call.Arguments, call.Body = asked[string(item.ID)], item.Result
			s.keep(call, true)
		}
	}
	err := s.end()
	s.session = &Session{Name: s.known.File} // of other documents behind it
	return err
}
