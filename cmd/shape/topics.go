package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

const maskTopic = `A mask says which members of a document are meant.

  name           at the root; as an exclude, at any depth
  .name  a.b     from the root on; arrays on the way are passed through
  a(b,c.d)       a.b and a.c.d
  *  *_url       any name, names that fit; never across a level
  **.id          at any depth
  a[] a[0] a[-1] a[2:5]
                 elements, by their position in the input
  "a.b"  a\.b    a name with special characters
  /a/0/b         one JSON Pointer (RFC 6901)

A comma joins masks, as repeating the flag does. --fields also takes a/b(c,d).
What is kept is all that an include selects, or everything where there is none,
less all that an exclude selects. An exclude always wins.

A mask is checked before anything is read: shape -x MASK </dev/null
What a mask does to a document: shape explain -x MASK FILE
`

const configurationTopic = `The file is JSON; comments and trailing commas are fine. One is in force, the first
found: --config, CODE_SCALPEL_RESPONSE_CONFIG, the nearest folder upwards with
.code-scalpel/response_config.json, then response_config.json in
$XDG_CONFIG_HOME/code-scalpel, ~/.code-scalpel and /etc/code-scalpel.

  global           what holds where nothing more special does
  profiles         by name; those of built-in names change the built-in ones
  tool_overrides   by tool name or glob; a string instead names a profile
  privacy          drop: masks; mask: {path or pattern, with}; nothing lifts these

global, a profile and a tool take
  exclude_null_values, exclude_empty_arrays, exclude_empty_objects
                   leave such members out
  exclude_default_values
                   leave out what equals the tool's defaults
  always_keep      names at the root that neither include lists nor these remove
  response_mode    the mode of tools that have modes
  unmatched        prune, keep: containers in which an include selects nothing
  emptied          keep, drop: containers that an exclude emptied
  duplicates       reject, first, last: equal names where a mask decides
  duplicates_scope masked, everywhere: where they are looked for
  dialect          the envelope; auto recognises it

global and a tool:  profile
global:             watch: {debounce, max_wait, poll}
a profile:          extends, envelope: {include: metadata to show},
                    common_exclusions, include_only, description
a tool
  include_only     masks of what is kept; a tool's replaces a profile's
  exclude_fields   masks of what is left out; all of them add up
  include_on_error masks of what only an error shows
  exclude_when_tier
                   by tier; an unknown tier counts as community
  items            the list to which modes and fields apply
  response_modes   by name: masks, or {fields, limits: most elements by path}
  derive           by name: {from, chars}, the beginning of another field
  defaults         values by field, for exclude_default_values

version, parsing, description and names that begin with _ or $ have no effect.
shape config init writes one to start from; shape config schema prints all this
for editors; shape config check finds every fault; shape config show tells what
holds for a call.
`

const environmentTopic = `  CODE_SCALPEL_RESPONSE_CONFIG   the configuration file, unless --config names one
  XDG_CONFIG_HOME, HOME          where others are looked for
  SCALPEL_MCP_INFO=DEBUG         profile debug for every call; privacy still holds
  SCALPEL_MCP_OUTPUT             the same, where SCALPEL_MCP_INFO is not set
  CODE_SCALPEL_TIER              the tier, where neither --tier nor the response says
  SHAPE_GLOBAL__KEY              a single value of global, such as SHAPE_GLOBAL__PROFILE

An empty value counts as none. --no-config heeds only the two that force debug.
`

var topics = map[string]string{
	"masks":         maskTopic,
	"configuration": configurationTopic,
	"environment":   environmentTopic,
}

// helpCommand explains commands and topics.
func helpCommand() *cobra.Command {
	names := slices.Sorted(maps.Keys(topics))
	return &cobra.Command{
		Use:                   "help [COMMAND | TOPIC]",
		Short:                 "explain a command, or a topic: " + strings.Join(names, ", "),
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(commandsOf(cmd.Root()), names...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if text, ok := topics[strings.Join(args, " ")]; ok {
				_, err := fmt.Fprint(cmd.OutOrStdout(), text)
				return err
			}
			about, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				known := append(commandsOf(about), names...)
				err = hinted(fmt.Errorf("no help on %q", strings.Join(args, " ")), rest[0], known)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
