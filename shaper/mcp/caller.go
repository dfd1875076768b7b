package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// mostArguments is the size of arguments that are kept until the result comes.
const mostArguments = 2 << 10

// Choose reads the caller's choices of a result from shape's own arguments of a call. It
// returns the call and the other arguments, or the same slice if there are no choices. The
// error reports an unknown choice or a closed configuration ([profiles.Set.Closed]). If it is
// not nil, the tool must not run, and [Session.Refusal] is the answer.
func (s *Session) Choose(tool string, arguments []byte) (c Call, left []byte, err error) {
	c = s.callOf(tool)
	if len(arguments) <= mostArguments {
		c.arguments = bytes.Clone(arguments)
	}
	if err := s.closed(); err != nil {
		return c, arguments, err
	}
	t := s.tools.of(tool)
	o, ok := read(arguments)
	if t == nil || len(t.caller) == 0 || !ok {
		return c, arguments, nil
	}
	isChoice := func(name string) bool {
		return slices.ContainsFunc(t.caller, func(choice string) bool { return argumentOf[choice] == name })
	}
	for _, m := range o.members {
		if isChoice(m.Name) {
			if err := c.choose(m.Name, arguments[m.Start:m.End]); err != nil {
				return c, arguments, err
			}
		}
	}
	if c.Profile == "" && c.Mode == "" && c.Fields == nil {
		return c, arguments, nil
	}
	if _, err := s.server.eng.Hides(s.server.request(c, []byte("null"))); err != nil {
		return c, arguments, err
	}
	return c, o.without(isChoice), nil
}

// chosen returns the call that params ask for, and the params without the caller's choices.
func (s *Session) chosen(params *object) (c Call, left []byte, err error) {
	at, given := params.span("arguments")
	if !given {
		return s.callOf(params.said("name")), params.text, nil
	}
	c, arguments, err := s.Choose(params.said("name"), params.value("arguments"))
	var changes edits
	changes.replace(params.text, at, arguments)
	return c, changes.of(params.text), err
}

// choose takes one choice.
func (c *Call) choose(argument string, value []byte) error {
	switch argument {
	case fieldsArgument:
		return c.chooseFields(value)
	case modeArgument:
		c.Mode = scan.Text(value)
	default:
		if c.Profile = scan.Text(value); c.Profile == profiles.Off {
			return errors.New("no caller may choose the profile off")
		}
	}
	if value[0] != '"' {
		return fmt.Errorf("%s is a text", argument)
	}
	return nil
}

// chooseFields takes a list of fields, or one of them.
func (c *Call) chooseFields(value []byte) error {
	c.Fields = []string{}
	if value[0] == '"' {
		c.Fields = append(c.Fields, scan.Text(value))
		return nil
	}
	for _, at := range elements(value) {
		field := value[at.Start:at.End]
		if field[0] != '"' {
			return errors.New(fieldsArgument + " is a list of texts")
		}
		c.Fields = append(c.Fields, scan.Text(field))
	}
	if len(c.Fields) == 0 {
		return errors.New(fieldsArgument + " is a list of texts, of one at least")
	}
	return nil
}

// Refusal is the result of a call that [Session.Choose] refuses: a tool error that says that
// the tool did not run.
func (s *Session) Refusal(c Call, fault error) []byte {
	return toolresult.Error(fmt.Sprintf("%s did not run: %v", c.Tool, fault))
}
