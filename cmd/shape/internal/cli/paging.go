package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tidwall/sjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// cursorCommand returns the command cursor.
func cursorCommand(a *app) *cobra.Command {
	return group("cursor", "make and read the cursors of paged results", cursorEncodeCommand(a), cursorDecodeCommand(a))
}

// cursorDialects are the dialects that have cursors.
var cursorDialects = []string{"bmcis", "response-v2"}

func cursorEncodeCommand(a *app) *cobra.Command {
	dialect := cursorDialects[0]
	cmd := &cobra.Command{
		Use:   "encode [flags] [FILE…]",
		Short: "turn positions, JSON objects, into cursors",
		Long: `encode turns positions into cursors. A position of bmcis holds offset, response_mode and
query_hash, or instead of that query and fields; one of response-v2 holds what you like.`,
		Example: `  echo '{"query":"jwt","offset":10,"response_mode":"metadata"}' | shape cursor encode`,
		RunE: a.reading(func(files []string) error {
			return reader{app: a, handle: func(d document) error {
				cursor, err := encodeCursor(dialect, d.text)
				if err != nil {
					return d.unusable(err)
				}
				_, err = fmt.Fprintln(a.stdout, cursor)
				return err
			}}.allWithoutPrivate(files)
		}),
	}
	addDialect(cmd.Flags(), &dialect, "dialect", cursorDialects, "whose cursor, bmcis unless named")
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

func cursorDecodeCommand(a *app) *cobra.Command {
	dialect := cursorDialects[0]
	cmd := &cobra.Command{
		Use:     "decode [flags] CURSOR",
		Short:   "print the position that a cursor holds",
		Example: "  shape cursor decode eyJxdWVyeV9oYXNoIjoiYWIiLCJvZmZzZXQiOjEwfQ",
		Args:    argCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			position, err := decodeCursor(dialect, args[0])
			if err != nil {
				return err
			}
			return printWithoutPrivate(a, position)
		},
	}
	addDialect(cmd.Flags(), &dialect, "dialect", cursorDialects, "whose cursor, bmcis unless named")
	return cmd
}

// printWithoutPrivate prints a value after hiding private data.
func printWithoutPrivate(a *app, v any) error {
	eng, done, err := a.privacyEngine(nil)
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
	return a.stdout.WriteDocuments(append(bytes.TrimSpace(public.Body), '\n'))
}

func decodeCursor(dialect, cursor string) (any, error) {
	if dialect != "bmcis" {
		return responsev2.DecodeCursor(cursor)
	}
	return bmcis.DecodeCursor(cursor)
}

// pager selects one page of the results in a bmcis envelope (seed 004; RULES R89).
type pager struct {
	size          int
	cursor, query string
}

func (p *pager) add(fs *pflag.FlagSet) {
	fs.Var(number{&p.size, 1, bmcis.MaxHitsPerPage}, "page-size", "show `N` results of a bmcis envelope, 1 to 50, and the cursor of the next page")
	fs.StringVar(&p.cursor, "cursor", "", "show the page that begins at `CURSOR`")
	fs.StringVar(&p.query, "query", "", "`TEXT` of the query that was answered; a cursor holds for no other")
}

func (p *pager) check() error {
	if p.query != "" && p.size == 0 && p.cursor == "" {
		return errors.New("--query needs --page-size or --cursor")
	}
	return nil
}

// page returns the envelope with one page of its results, the position, and a new count of
// tokens. Without a flag it returns the envelope unchanged.
func (p *pager) page(d document, req shaper.Request) ([]byte, error) {
	doc := d.text
	if p.size == 0 && p.cursor == "" {
		return doc, nil
	}
	opened, err := envelope.Open(doc, envelope.Limits{})
	if err != nil {
		return nil, err
	}
	results := opened.Value("results")
	rows, err := scan.Elements(results, scan.Limits{})
	if err != nil || rows == nil {
		return nil, d.unusable(errors.New("--page-size and --cursor need an envelope with a list of results"))
	}
	rows, position, err := bmcis.Paginate(bmcis.Request{
		Query: p.query, ResponseMode: req.Mode, Fields: req.Fields, PageSize: p.size, Cursor: p.cursor,
	}, rows)
	if err != nil {
		return nil, err
	}
	told, err := json.Marshal(position)
	if err == nil {
		doc, err = sjson.SetRawBytes(doc, "results", listOf(results, rows))
	}
	if err == nil {
		doc, err = sjson.SetRawBytes(doc, "pagination", told)
	}
	if err != nil {
		return nil, err
	}
	return bmcis.Dialect{}.Recount(scan.AppendCompact(nil, doc), tokens.Estimate{}.Count), nil
}

// listOf returns an array of the given elements of another array.
func listOf(array []byte, elements []scan.Span) []byte {
	list := []byte{'['}
	for i, e := range elements {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, array[e.Start:e.End]...)
	}
	return append(list, ']')
}
