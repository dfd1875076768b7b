package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

func configShowCommand(a *app) *cobra.Command {
	var o config.Options
	var call shaper.Request
	var format, client string
	cmd := &cobra.Command{
		Use:   "show",
		Short: "print the settings for a call, and the origin of each",
		Example: `  shape config show --tool analyze_code --tier community
  shape config show --client claude-code@2.1.280`,
		Args: argCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return showConfig(a, o, call, client, format == "json")
		},
	}
	addConfig(cmd.Flags(), &o)
	addCall(cmd.Flags(), &call)
	cmd.Flags().StringVar(&client, "client", "", "also print the facts about an MCP client: `NAME[@VERSION]`, as it calls itself")
	addFormat(cmd.Flags(), &format)
	return cmd
}

// effective is the JSON answer of config show.
type effective struct {
	File     string    `json:"file"`    // "" for the built-ins
	Privacy  []string  `json:"privacy"` // the files whose privacy sections hold too
	Settings []setting `json:"settings"`

	Trust    config.Trust       `json:"trust"`               // "" for the built-ins
	SetAside config.Diagnostics `json:"set_aside,omitempty"` // keys of File that need trust
}

func showConfig(a *app, o config.Options, call shaper.Request, client string, asJSON bool) error {
	s, err := config.Load(o)
	if err != nil {
		return err
	}
	decided, err := s.Effective(profiles.Key{
		Server: call.Server, Tool: call.Tool, Tier: call.Tier, Profile: call.Profile, Mode: call.Mode, IsError: call.IsError,
	})
	if err != nil {
		return err
	}
	decided = append(append(decided, views), clientFacts(s.Profiles(), client)...)
	if asJSON {
		return a.printJSON(effective{s.Path(), privacyFiles(s), settingsOf(decided), s.Trust(), s.SetAside()})
	}
	table := columns(a.stdout)
	fmt.Fprintln(table, orBuiltIn(s.Path()))
	var files fileLegend
	files.prefix(s.Path())
	for _, file := range privacyFiles(s) {
		fmt.Fprintf(table, "%sand the privacy section of %s\n", files.prefix(file), terminal.Printable(file))
	}
	writeSettings(table, settingsOf(decided), &files)
	writeTrust(table, s, &files)
	return table.Flush()
}

// writeTrust prints the trust in the file in force, and the keys that are set aside.
func writeTrust(table io.Writer, s *config.Snapshot, files *fileLegend) {
	if s.Trust() == "" {
		return
	}
	fmt.Fprintf(table, "  %s\t%s\t%s\n", "trust", s.Trust(), untrusted(s))
	for _, d := range s.SetAside() {
		at := profiles.Origin{File: d.File, Line: d.Line, Column: d.Column, Pointer: d.Pointer}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", "set aside", terminal.Printable(d.Pointer), terminal.Printable(files.shorten(at.String())))
	}
}

// views describes the shaping of results of tools with a view (GUARANTEES, doors).
var views = profiles.Decision{
	Setting: "views", Value: "data, if " + mcp.ViewsExtension + " is declared", Origin: profiles.Origin{Pointer: "built-in"},
}

// clientFacts returns the known facts about a client, NAME or NAME@VERSION. A name may begin with
// @.
func clientFacts(s *profiles.Set, client string) []profiles.Decision {
	if client == "" {
		return nil
	}
	name, version := client, ""
	if at := strings.LastIndexByte(client, '@'); at > 0 {
		name, version = client[:at], client[at+1:]
	}
	return s.ClientDecisions(name, version)
}

// setting is a setting in force and its origin.
type setting struct {
	Setting string `json:"setting"`
	Value   string `json:"value"`
	Origin  string `json:"origin"`
}

// settingsOf returns decisions in their printed form.
func settingsOf(decided []profiles.Decision) []setting {
	all := make([]setting, len(decided))
	for i, d := range decided {
		all[i] = setting{d.Setting, d.Value, byFlags(d.Origin.String())}
	}
	return all
}

// writeSettings prints a row for each setting.
func writeSettings(table io.Writer, all []setting, files *fileLegend) {
	for _, s := range all {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", s.Setting, terminal.Printable(s.Value), terminal.Printable(files.shorten(s.Origin)))
	}
}
