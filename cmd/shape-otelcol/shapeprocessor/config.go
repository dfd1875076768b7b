package shapeprocessor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/component"
)

// Config holds the settings of one processor.
type Config struct {
	// Config is the path of the file with the hiding rules. The processor follows the file.
	// The privacy sections of the home and /etc files hold, too.
	Config string `mapstructure:"config"`
	// Attributes selects attributes of spans, events, links and log records. The rules act on
	// those. A * at the end stands for any rest: "llm.*", and "*" for all attributes.
	Attributes []string `mapstructure:"attributes"`
	// LogBodies states that the rules act on the bodies of log records, too.
	LogBodies bool `mapstructure:"log_bodies"`
	// ToolAttribute names the attribute with the name of the tool. It selects the rules.
	// Without a name the hiding rules of every tool hold.
	ToolAttribute string `mapstructure:"tool_attribute"`
	// OnUnreadable is for a value that the engine cannot read, such as one with too many
	// levels. "withhold" writes [withheld] in its place. "pass" leaves it as it came.
	OnUnreadable string `mapstructure:"on_unreadable"`
}

const (
	withhold = "withhold"
	pass     = "pass"
)

// contents are attributes with contents, by the conventions for generative AI and for
// exceptions. Their values are data, their names are not.
var contents = []string{
	"gen_ai.tool.call.arguments", "gen_ai.tool.call.result",
	"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions",
	"gen_ai.retrieval.documents", "gen_ai.retrieval.query.text",
	"gen_ai.memory.records", "gen_ai.memory.query.text",
	"gen_ai.prompt", "gen_ai.prompt.*", "gen_ai.completion", "gen_ai.completion.*",
	"exception.message", "exception.stacktrace",
}

func defaultConfig() component.Config {
	return &Config{Attributes: slices.Clone(contents), LogBodies: true, ToolAttribute: "gen_ai.tool.name", OnUnreadable: withhold}
}

// Validate implements the interface of the Collector. Its errors name the field at fault.
func (c *Config) Validate() error {
	var faults []error
	if c.Config == "" {
		faults = append(faults, errors.New("config: a file with the hiding rules is required"))
	}
	if len(c.Attributes) == 0 && !c.LogBodies {
		faults = append(faults, errors.New("attributes: an empty list without log_bodies leaves nothing to hide in"))
	}
	for i, name := range c.Attributes {
		switch rest := strings.TrimSuffix(name, "*"); {
		case name == "":
			faults = append(faults, fmt.Errorf("attributes[%d]: the name is empty", i))
		case strings.Contains(rest, "*"):
			faults = append(faults, fmt.Errorf("attributes[%d]: %q has a * before its end", i, name))
		}
	}
	if c.OnUnreadable != withhold && c.OnUnreadable != pass {
		faults = append(faults, fmt.Errorf("on_unreadable: %q is neither %q nor %q", c.OnUnreadable, withhold, pass))
	}
	return errors.Join(faults...)
}

// selects reports whether the rules act on an attribute.
func (c *Config) selects(name string) bool { return meets(c.Attributes, name) }

// meets reports whether one of patterns is the name, or its beginning before a *.
func meets(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		beginning, isOpen := strings.CutSuffix(pattern, "*")
		return name == pattern || isOpen && strings.HasPrefix(name, beginning)
	})
}
