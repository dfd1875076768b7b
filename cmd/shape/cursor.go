package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

func (a *app) cursorCommand() *cobra.Command {
	return group("cursor", "make and read the cursors of paged results", a.cursorEncodeCommand(), a.cursorDecodeCommand())
}

// cursorDialects are the dialects that have cursors.
var cursorDialects = []string{"bmcis", "response-v2"}

func (a *app) cursorEncodeCommand() *cobra.Command {
	dialect := cursorDialects[0]
	cmd := &cobra.Command{
		Use:   "encode [flags] [FILE…]",
		Short: "turn positions, JSON objects, into cursors",
		Long: `encode turns positions into cursors. A position of bmcis holds offset, response_mode and
query_hash, or instead of that query and fields; one of response-v2 holds what you like.`,
		Example: `  echo '{"query":"jwt","offset":10,"response_mode":"metadata"}' | shape cursor encode`,
		RunE: a.reading(func(files []string) error {
			return a.documents(files, func(d document) error {
				cursor, err := encodeCursor(dialect, d.text)
				if err != nil {
					return d.unusable(err)
				}
				_, err = fmt.Fprintln(a.stdout, cursor)
				return err
			})
		}),
	}
	addDialect(cmd.Flags(), &dialect, "dialect", cursorDialects, "whose cursor, bmcis unless named")
	return cmd
}

// encodeCursor makes no cursor that decodeCursor would refuse.
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

func (a *app) cursorDecodeCommand() *cobra.Command {
	dialect := cursorDialects[0]
	cmd := &cobra.Command{
		Use:     "decode [flags] CURSOR",
		Short:   "print the position that a cursor holds",
		Example: "  shape cursor decode eyJxdWVyeV9oYXNoIjoiYWIiLCJvZmZzZXQiOjEwLCJyZXNwb25zZV9tb2RlIjoiZnVsbCJ9",
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			position, err := decodeCursor(dialect, args[0])
			if err != nil {
				return err
			}
			out := output.New(a.stdout, 0)
			if err := out.Value(position); err != nil {
				return err
			}
			return out.Flush(true)
		},
	}
	addDialect(cmd.Flags(), &dialect, "dialect", cursorDialects, "whose cursor, bmcis unless named")
	return cmd
}

func decodeCursor(dialect, cursor string) (any, error) {
	if dialect != "bmcis" {
		return responsev2.DecodeCursor(cursor)
	}
	return bmcis.DecodeCursor(cursor)
}
