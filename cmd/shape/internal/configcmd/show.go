package configcmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

func configShowCommand(a *app.App) *cobra.Command {
	var o config.Options
	var call shaper.Request
	var format, client string
	cmd := &cobra.Command{
		Use:   "show",
		Short: "print the settings for a call, and the origin of each",
		Example: `  shape config show --tool analyze_code --tier community
  shape config show --client claude-code@2.1.280`,
		Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return showConfig(a, o, call, client, format == "json")
		},
	}
	app.AddConfig(cmd.Flags(), &o)
	app.AddCall(cmd.Flags(), &call)
	cmd.Flags().StringVar(&client, "client", "", "also print the facts about an MCP client: `NAME[@VERSION]`, as it calls itself")
	app.AddFormat(cmd.Flags(), &format)
	return cmd
}

// effective is the JSON answer of config show.
type effective struct {
	File     string           `json:"file"`    // "" for the built-ins
	Privacy  []string         `json:"privacy"` // the files whose privacy sections hold too
	Settings []report.Setting `json:"settings"`

	Trust    config.Trust       `json:"trust"`               // "" for the built-ins
	SetAside config.Diagnostics `json:"set_aside,omitempty"` // keys of File that need trust
}

func showConfig(a *app.App, o config.Options, call shaper.Request, client string, asJSON bool) error {
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
		return a.PrintJSON(effective{s.Path(), app.PrivacyFiles(s), report.SettingsOf(decided), s.Trust(), s.SetAside()})
	}
	table := terminal.Table(a.Stdout)
	fmt.Fprintln(table, app.OrBuiltIn(s.Path()))
	var files terminal.Legend
	files.Prefix(s.Path())
	for _, file := range app.PrivacyFiles(s) {
		fmt.Fprintf(table, "%sand the privacy section and tool lists of %s\n", files.Prefix(file), terminal.Printable(file))
	}
	report.WriteSettings(table, report.SettingsOf(decided), &files)
	writeTrust(table, s, &files)
	return table.Flush()
}

// writeTrust prints the trust in the file in force, and the keys that are set aside.
func writeTrust(table io.Writer, s *config.Snapshot, files *terminal.Legend) {
	if s.Trust() == "" {
		return
	}
	fmt.Fprintf(table, "  %s\t%s\t%s\n", "trust", s.Trust(), app.Untrusted(s))
	for _, d := range s.SetAside() {
		at := profiles.Origin{File: d.File, Line: d.Line, Column: d.Column, Pointer: d.Pointer}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", "set aside", terminal.Printable(d.Pointer), terminal.Printable(files.Shorten(at.String())))
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
