package transcripts

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"hash/maphash"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

// reader reads the transcripts of one client.
type reader struct {
	client  string
	name    string // that the client gives to servers
	cuts    []string
	servers map[string]string // names of known servers, by their form in the name of a tool
	seen    map[uint64]bool   // hashes of the ids of calls of earlier files
	seed    maphash.Seed
	skipped Skipped
	path    string // of the file
	bytes   int    // of the events of the file
	isFull  bool   // the events of the file fill the room; the rest of it is left out
	talks   []*talk
}

// talk is one conversation of a file: of the client, or of one of its subagents.
type talk struct {
	*recordings.Session
	r         *reader
	asked     map[string]asked
	hasResult bool
}

// asked is a call that waits for its result.
type asked struct {
	at    int  // its event
	isOwn bool // the client runs the tool, not a server
}

// talk returns the conversation with a name, "" for the main one.
func (r *reader) talk(name string) *talk {
	if name != "" {
		name = r.path + "#" + name
	} else {
		name = r.path
	}
	for _, t := range r.talks {
		if t.Name == name {
			return t
		}
	}
	t := &talk{Session: &recordings.Session{Name: name}, r: r, asked: map[string]asked{}}
	t.Client.Name = r.name
	r.talks = append(r.talks, t)
	return t
}

func (t *talk) add(e recordings.Event) bool {
	n := len(e.Body) + len(e.Arguments) + len(e.Text)
	if t.r.bytes+n > mostBytes {
		if !t.r.isFull {
			t.r.skipped.Beyond++
		}
		t.r.isFull = true
		return false
	}
	t.r.bytes += n
	t.Events = append(t.Events, e)
	return true
}

// text adds a text of the user or the model.
func (t *talk) text(kind recordings.Kind, text string) {
	if text != "" {
		t.add(recordings.Event{Kind: kind, Text: text})
	}
}

// call adds a call of a server, or of the client's own tool. It leaves out a call that a newer
// transcript holds.
func (t *talk) call(id string, c recordings.Call, isOwn bool) {
	if id == "" || c.Tool == "" {
		t.r.skipped.Unknown++
		return
	}
	if _, isOpen := t.asked[id]; isOpen || t.isSeen(id) {
		t.r.skipped.Repeated++
		return
	}
	c.File = t.r.path
	if isOwn {
		c.Server = t.r.client
	}
	if t.add(recordings.Event{Kind: recordings.Request, Call: c}) {
		t.asked[id] = asked{len(t.Events) - 1, isOwn}
	}
}

// isSeen reports whether a call with this id was read before, and notes the id.
func (t *talk) isSeen(id string) bool {
	sum := maphash.String(t.r.seed, id)
	isSeen := t.r.seen[sum]
	if len(t.r.seen) < mostCalls {
		t.r.seen[sum] = true
	}
	return isSeen
}

// result adds the result of a call. It leaves out the results of the client's own tools, and
// those that the client cut: a missing part tells nothing of its use.
func (t *talk) result(id string, body []byte) {
	call, isAsked := t.asked[id]
	if !isAsked || body == nil {
		return
	}
	delete(t.asked, id)
	if call.isOwn {
		t.r.skipped.Own++
		return
	}
	for _, cut := range t.r.cuts {
		if bytes.Contains(body, []byte(cut)) {
			t.r.skipped.Short++
			return
		}
	}
	c := t.Events[call.at].Call
	c.Body, c.Client = body, t.Client
	t.hasResult = t.add(recordings.Event{Kind: recordings.Result, Call: c}) || t.hasResult
}

// block is a part of a message or of a result.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"` // of a result; read on demand
	IsError   bool            `json:"is_error"`
}

// inner returns the content of a block of a result.
func (b *block) inner() (c content) {
	json.Unmarshal(b.Content, &c) // one of another form is empty
	return c
}

// content is a text, a list of blocks, or an object with one of them as its member content.
type content []block

// UnmarshalJSON reads each of the three forms. Another form is empty.
func (c *content) UnmarshalJSON(data []byte) error {
	*c = nil
	switch data[0] {
	case '"':
		var text string
		json.Unmarshal(data, &text) // a valid string, by its first byte
		*c = content{{Type: "text", Text: text}}
	case '[':
		var list []json.RawMessage
		json.Unmarshal(data, &list) // a valid list, by its first byte
		for _, item := range list {
			var b block
			if item[0] == '"' {
				b.Type = "text"
				json.Unmarshal(item, &b.Text)
			} else {
				json.Unmarshal(item, &b) // a member of another type is no such member
			}
			*c = append(*c, b)
		}
	case '{':
		var inner struct {
			Content json.RawMessage `json:"content"`
		}
		json.Unmarshal(data, &inner)
		if len(inner.Content) > 0 && inner.Content[0] != '{' {
			return c.UnmarshalJSON(inner.Content)
		}
	}
	return nil
}

// text returns the texts of the blocks.
func (c content) text() string {
	var texts []string
	for _, b := range c {
		if b.Text != "" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// result returns the blocks as the result of a tool. An image keeps its place, not its data.
func (c content) result(isError bool) []byte {
	type part struct {
		Type string `json:"type"`
		Text string `json:"text,omitempty"`
	}
	result := struct {
		Content []part `json:"content"`
		IsError bool   `json:"isError,omitempty"`
	}{[]part{}, isError}
	for _, b := range c {
		if b.Text != "" || strings.HasSuffix(b.Type, "text") {
			result.Content = append(result.Content, part{"text", b.Text})
		} else {
			result.Content = append(result.Content, part{Type: "image"})
		}
	}
	return marshal(result)
}

// marshal writes JSON with <, > and & as they are.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// arguments returns arguments that are an object, or a string with one.
func arguments(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) == nil && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return raw
}

// open opens a file, and decompresses one with the extension .zst.
func open(path string) (io.Reader, func(), error) {
	file, err := os.Open(path)
	if err != nil || !strings.HasSuffix(path, ".zst") {
		return file, func() { file.Close() }, err
	}
	z, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostBytes))
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return z, func() { z.Close(); file.Close() }, nil
}

// eachLine calls take with each line of the first most bytes of a file. take reports whether
// it knows the line.
func eachLine[T any](r *reader, path string, most int, take func(*T) bool) error {
	file, end, err := open(path)
	if err != nil {
		return err
	}
	defer end()
	var line []byte
	in, isLong, room := bufio.NewReaderSize(file, 1<<16), false, most
	for {
		part, err := in.ReadSlice('\n')
		if isLong = isLong || len(line)+len(part) > mostBytes; isLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		room -= len(part)
		if err == bufio.ErrBufferFull && room > 0 {
			continue
		}
		switch doc := bytes.TrimSpace(line); {
		case isLong:
			r.skipped.Beyond++
		case len(doc) > 0:
			var v T
			fault := json.Unmarshal(doc, &v)
			var syntax *json.SyntaxError
			if err != nil && errors.As(fault, &syntax) {
				r.skipped.Cut++
			} else if fault != nil || !take(&v) {
				r.skipped.Unknown++
			}
		}
		line, isLong = line[:0], false
		switch {
		case err == io.EOF || r.isFull:
			return nil
		case err != nil && strings.HasSuffix(path, ".zst"):
			r.skipped.Cut++
			return nil
		case err != nil && err != bufio.ErrBufferFull:
			return err
		case room <= 0:
			r.skipped.Beyond++
			return nil
		}
	}
}

// document reads a file with one document. It reports false for a file of another form.
func (r *reader) document(path string, to any) (bool, error) {
	file, end, err := open(path)
	if err != nil {
		return false, err
	}
	defer end()
	data, err := io.ReadAll(io.LimitReader(file, mostBytes+1))
	if err != nil {
		return false, err
	}
	fault := json.Unmarshal(data, to)
	var syntax *json.SyntaxError
	switch {
	case len(data) > mostBytes:
		r.skipped.Beyond++
	case errors.As(fault, &syntax):
		r.skipped.Cut++
	case fault != nil:
		r.skipped.Unknown++
	default:
		return true, nil
	}
	return false, nil
}
