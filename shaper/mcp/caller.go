package mcp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// chosen is the call that params ask for, with what the caller chose of its result, and
// the params without that. The error is that of a choice that there is not.
func (s *Session) chosen(params *object) (c Call, left []byte, err error) {
	c = Call{Tool: params.said("name")}
	t := s.toldOf(c.Tool)
	at, given := params.span("arguments")
	if t == nil || len(t.caller) == 0 || !given {
		return c, params.text, nil
	}
	arguments := params.inner("arguments")
	isChoice := func(name string) bool {
		return slices.ContainsFunc(t.caller, func(choice string) bool { return argumentOf[choice] == name })
	}
	for _, m := range arguments.members {
		if isChoice(m.Name) {
			if err := c.choose(m.Name, arguments.text[m.Start:m.End]); err != nil {
				return c, params.text, err
			}
		}
	}
	if c.Profile == "" && c.Mode == "" && c.Fields == nil {
		return c, params.text, nil
	}
	req := s.request(c, []byte("null"))
	if _, err := s.server.eng.Hides(req); err != nil {
		return c, params.text, err
	}
	return c, edits{{at, arguments.without(isChoice)}}.of(params.text), nil
}

// choose takes one choice.
func (c *Call) choose(argument string, value []byte) error {
	switch argument {
	case fieldsArgument:
		return c.chooseFields(value)
	case modeArgument:
		c.Mode = unquoted(value)
	default:
		c.Profile = unquoted(value)
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
		c.Fields = append(c.Fields, unquoted(value))
		return nil
	}
	for _, at := range elements(value) {
		field := value[at.Start:at.End]
		if field[0] != '"' {
			return errors.New(fieldsArgument + " is a list of texts")
		}
		c.Fields = append(c.Fields, unquoted(field))
	}
	if len(c.Fields) == 0 {
		return errors.New(fieldsArgument + " is a list of texts, of one at least")
	}
	return nil
}

// refused is the tool error of a choice that there is not: the tool did not run.
func refused(c Call, fault error) []byte {
	return toolresult.Error(fmt.Sprintf("%s did not run: %v", c.Tool, fault))
}
