// Package retrieve is the command retrieve: it prints archived responses.
package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

const retrieveLong = `retrieve prints an archived response by the handle in its cut one: all of it, or the value
at a JSON Pointer, also inside strings that are JSON. In a tool result it may begin at the
payload. It prints pages; joined, they are the value to the byte. The archive of the
configuration must be a directory, since an archive in memory ends with its process. The
present hiding rules of the tool act, or of any tool without --tool. The exit status is 1
if the document, value, page or row does not exist.

--query, --where and --fields print rows with their places instead. A row is an object in
a list, or five lines of a text. For a query a short object includes the lists in it. Rows
with more of the rare words of the query come first. A row with the names of the row
before is a list of its values.
A tool result is searched as a model reads it: its structuredContent, or else its texts.`

const retrieveExample = `  shape retrieve --config archive.json ybjjjerisa4pmhwz
  shape retrieve --config archive.json --path /rows/0 ybjjjerisa4pmhwz
  shape retrieve --config archive.json --query "2" ybjjjerisa4pmhwz
  shape retrieve --config archive.json --where id=1 --fields id ybjjjerisa4pmhwz`

// Command returns the command retrieve.
func Command(a *app.App) *cobra.Command {
	var o config.Options
	ask, tool := archive.Ask{Page: 1}, ""
	cmd := &cobra.Command{
		Use:   "retrieve [flags] HANDLE",
		Short: "print an archived response by its handle",
		Long:  retrieveLong, Example: retrieveExample, Args: app.ArgCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			ask.Handle = archive.Handle(args[0])
			return retrieve(a, o, tool, ask)
		},
	}
	cmd.Flags().Var(app.Number{To: &ask.Page, Least: 1, Most: math.MaxInt32}, "page", "print page `N`")
	cmd.Flags().StringVar(&ask.Path, "path", "", "print the value at `POINTER`, such as /rows/0 (RFC 6901)")
	cmd.Flags().StringVar(&ask.Query, "query", "", "print the rows with these `WORDS`, or with /an expression/, best first")
	cmd.Flags().StringToStringVar(&ask.Where, "where", nil, "print the objects with this `FIELD=VALUE`, such as level=error")
	cmd.Flags().Lookup("where").DefValue = "" // the help shows no default
	cmd.Flags().StringSliceVar(&ask.Fields, "fields", nil, "print these fields of each row: `NAMES` with commas, such as id,user.login")
	cmd.Flags().StringVar(&ask.Lines, "lines", "", "print a `RANGE` of lines of the text, such as 400-480")
	cmd.Flags().StringVar(&tool, "tool", "", "`NAME` of the tool that answered: apply its hiding rules, not those of any tool")
	app.AddConfig(cmd.Flags(), &o)
	return cmd
}

func retrieve(a *app.App, o config.Options, tool string, ask archive.Ask) error {
	s, err := config.Load(o)
	if err != nil {
		return err
	}
	a.Warn(s.Warnings())
	settings := s.Profiles().Archive()
	if settings.Store != app.InDirectory && !settings.IsShared() {
		return fmt.Errorf("%s: no archive in a directory: global.archive has to say \"store\": \"directory\"", app.OrBuiltIn(s.Path()))
	}
	kept, err := shaper.OpenArchive(settings)
	if err != nil {
		return app.InputError(err)
	}
	document, err := kept.Redeem(context.Background(), ask.Handle)
	if err = errors.Join(err, kept.Store.Close()); err != nil {
		return retrieveError(err)
	}
	shown, err := hideNow(s, tool, document)
	if err != nil {
		return retrieveError(err)
	}
	page, err := ask.Of(shown)
	if err != nil && tool == "" && string(shown) != string(document) {
		err = fmt.Errorf("%w; without --tool the hiding rules of every tool act", err)
	}
	if err != nil {
		return retrieveError(err)
	}
	if _, err := a.Stdout.Write(page.Text); err != nil {
		return err
	}
	if a.Stdout.IsTerminal() || ask.IsSearch() {
		fmt.Fprintln(a.Stdout)
	}
	message := page.Head
	if page.Number < page.Pages {
		message += fmt.Sprintf("; --page %d gives the next", page.Number+1)
	}
	if page.Pages != 1 || ask.IsSearch() || ask.Lines != "" {
		a.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "page", Message: message})
	}
	return nil
}

// hideNow hides the values that the present configuration hides of a tool, or of any tool
// without a name. If it hides nothing, it returns document itself.
func hideNow(s *config.Snapshot, tool string, document []byte) ([]byte, error) {
	eng, err := app.EngineOver(s, shaper.FailClosed())
	if err != nil {
		return nil, err
	}
	req := shaper.Request{Tool: cmp.Or(tool, profiles.AnyTool), HidingOnly: true, Body: document}
	if hides, err := eng.Hides(req); err != nil || !hides {
		return document, err
	}
	res, err := eng.Shape(context.Background(), req)
	switch {
	case err != nil:
		return nil, &app.Failure{Status: app.ExitJSON, Err: err}
	case scan.IsCompact(res.Body, document):
		return document, nil
	}
	return res.Body, nil
}

// retrieveError returns the error of a missing document, value or page, or of an unreadable
// archive.
func retrieveError(err error) error {
	_, isAsk := errors.AsType[*archive.AskError](err)
	if isAsk || errors.Is(err, archive.ErrUnknown) {
		return &app.Failure{Status: app.ExitNothing, Err: err}
	}
	if _, isRefused := errors.AsType[*app.Failure](err); isRefused {
		return err
	}
	return app.InputError(err)
}
