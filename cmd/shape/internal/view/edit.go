package view

import (
	"net/http"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view/editor"
)

// asksEdit asks for a rule. ID names the try of the value, if it is known.
type asksEdit struct {
	Config  *string `json:"config"`
	ID      string  `json:"id"`
	Action  string  `json:"action"`
	Pointer string  `json:"pointer"`
	Tool    string  `json:"tool"`
	Server  string  `json:"server"`
	N       int     `json:"n"`
}

// edited is the text of a configuration with one more rule at a place.
type edited struct {
	Config string `json:"config"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Said   string `json:"said"`
}

// edit writes a rule into a text.
func (s *server) edit(_ *http.Request, e *asksEdit) (any, error) {
	f := s.file()
	if e.Config != nil {
		f.Text = *e.Config
	}
	w := editor.Wish{Action: e.Action, Pointer: e.Pointer, Tool: e.Tool, Server: e.Server, N: e.N}
	if a, err := s.find(e.ID); err == nil {
		w.Body = a.Body
	}
	out, err := editor.Edit(f.Path, f.Text, w)
	if err != nil {
		return nil, err
	}
	return edited{out.Text, out.Line, out.Column, out.Said}, nil
}

// asksWords asks for the words at a place of a text.
type asksWords struct {
	Config string `json:"config"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (s *server) complete(_ *http.Request, a *asksWords) (any, error) {
	set := s.source.Profiles()
	tools := set.ToolNames()
	for _, sample := range samples {
		tools = append(tools, sample.Tool)
	}
	return editor.Complete(a.Config, a.Line, a.Column, map[string][]string{"tool_overrides": tools, "profile": set.ProfileNames()}), nil
}
