package envelopes

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// CursorCommand returns the command cursor.
func CursorCommand(a *app.App) *cobra.Command {
	return app.Group("cursor", "make and read the cursors of paged results", cursorEncodeCommand(a), cursorDecodeCommand(a))
}

// cursorDialects are the dialects that have cursors.
var cursorDialects = []string{"bmcis", "response-v2"}

func cursorEncodeCommand(a *app.App) *cobra.Command {
	dialect := cursorDialects[0]
	cmd := &cobra.Command{
		Use:   "encode [flags] [FILE…]",
		Short: "turn positions, JSON objects, into cursors",
		Long: `encode turns positions into cursors. A position of bmcis holds offset, response_mode and
query_hash, or instead of that query and fields; one of response-v2 holds what you like.`,
		Example: `  echo '{"query":"jwt","offset":10,"response_mode":"metadata"}' | shape cursor encode`,
		RunE: a.Reading(func(files []string) error {
			return documents.Reader{App: a, Handle: func(d documents.Document) error {
				cursor, err := encodeCursor(dialect, d.Text)
				if err != nil {
					return d.Unusable(err)
				}
				_, err = fmt.Fprintln(a.Stdout, cursor)
				return err
			}}.AllWithoutPrivate(files)
		}),
	}
	app.AddDialect(cmd.Flags(), &dialect, "dialect", cursorDialects, "whose cursor, bmcis unless named")
	return cmd
}

// encodeCursor makes a cursor that decodeCursor accepts.
func encodeCursor(dialect string, position []byte) (string, error) {
	if dialect != "bmcis" {
		return responsev2.EncodeCursor(json.RawMessage(position))
	}
	var p struct {
		bmcis.Cursor
		Query  string   `json:"query"`
		Fields []string `json:"fields"`
	}
	strict := json.NewDecoder(bytes.NewReader(position))
	strict.DisallowUnknownFields()
	if strict.Decode(&p) != nil {
		return "", errors.New("a position holds offset, response_mode, and query_hash or query and fields")
	}
	p.QueryHash = cmp.Or(p.QueryHash, bmcis.QueryHash(p.Query, p.ResponseMode, p.Fields))
	cursor := p.Encode()
	_, err := bmcis.DecodeCursor(cursor)
	return cursor, err
}

func cursorDecodeCommand(a *app.App) *cobra.Command {
	dialect := cursorDialects[0]
	cmd := &cobra.Command{
		Use:     "decode [flags] CURSOR",
		Short:   "print the position that a cursor holds",
		Example: "  shape cursor decode eyJxdWVyeV9oYXNoIjoiYWIiLCJvZmZzZXQiOjEwfQ",
		Args:    app.ArgCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			position, err := decodeCursor(dialect, args[0])
			if err != nil {
				return err
			}
			return printWithoutPrivate(a, position)
		},
	}
	app.AddDialect(cmd.Flags(), &dialect, "dialect", cursorDialects, "whose cursor, bmcis unless named")
	return cmd
}

// printWithoutPrivate prints a value after hiding private data.
func printWithoutPrivate(a *app.App, v any) error {
	eng, done, err := a.PrivacyEngine(nil)
	if err != nil {
		return err
	}
	defer done()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	public, err := eng.Hide(context.Background(), shaper.Request{Body: text.Bytes()})
	if err != nil {
		return err
	}
	return a.Stdout.WriteDocuments(append(bytes.TrimSpace(public.Body), '\n'))
}

func decodeCursor(dialect, cursor string) (any, error) {
	if dialect != "bmcis" {
		return responsev2.DecodeCursor(cursor)
	}
	return bmcis.DecodeCursor(cursor)
}
