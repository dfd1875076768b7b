package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

const retrieveLong = `retrieve prints what was left out of a response, by the handle that the response
names: all of it, or the value at a JSON Pointer, which goes on inside strings that are
JSON. It comes in pages, which joined are the value to the byte. The archive of the
configuration must be a directory: what is in the memory of a process ends with it.
Where there is no such document, value or page the exit status is 1.`

const retrieveExample = `  shape retrieve --config archive.json ybjjjerisa4pmhwziovfmwua
  shape retrieve --config archive.json --path /rows/0 ybjjjerisa4pmhwziovfmwua`

func (a *app) retrieveCommand() *cobra.Command {
	var o config.Options
	ask := archive.Ask{Page: 1}
	cmd := &cobra.Command{
		Use:     "retrieve [flags] HANDLE",
		Short:   "print what was left out of a response, by its handle",
		Long:    retrieveLong,
		Example: retrieveExample,
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			ask.Handle = archive.Handle(args[0])
			return a.retrieve(o, ask)
		},
	}
	cmd.Flags().Var(number{&ask.Page, 1, math.MaxInt32}, "page", "print page `N`")
	cmd.Flags().StringVar(&ask.Path, "path", "", "print the value at `POINTER`, such as /rows/0 (RFC 6901)")
	addConfig(cmd.Flags(), &o)
	return cmd
}

func (a *app) retrieve(o config.Options, ask archive.Ask) error {
	s, err := config.Load(o)
	if err != nil {
		return err
	}
	a.warn(s.Warnings())
	desk, err := archiveOf(s)
	if err != nil {
		return err
	}
	page, err := desk.Read(context.Background(), ask)
	if err = errors.Join(err, desk.Store.Close()); err != nil {
		return gone(err)
	}
	if _, err := a.stdout.Write(page.Text); err != nil {
		return err
	}
	if a.stdout.IsTerminal() {
		fmt.Fprintln(a.stdout)
	}
	a.tellPage(page)
	return nil
}

// archiveOf is the archive that other processes share with this one.
func archiveOf(s *config.Snapshot) (archive.Desk, error) {
	kept := s.Profiles().Archive()
	if kept.Store != "directory" {
		return archive.Desk{}, fmt.Errorf("%s: no archive in a directory: global.archive has to say \"store\": \"directory\"", orBuiltIn(s.Path()))
	}
	desk, err := archive.Open(settingsOfArchive(kept))
	return desk, inputError(err)
}

// settingsOfArchive is what the configuration says, as the archive takes it.
func settingsOfArchive(a profiles.Archive) archive.Settings {
	return archive.Settings{Store: a.Store, Path: a.Path, Limits: archive.Limits{Bytes: a.MaxBytes, Age: a.TTL}}
}

// gone is the error of what is not there, which is no input that cannot be read.
func gone(err error) error {
	_, isAsk := errors.AsType[*archive.AskError](err)
	if isAsk || errors.Is(err, archive.ErrUnknown) {
		return &failure{exitNothing, err}
	}
	return inputError(err)
}

// tellPage says how to get the rest.
func (a *app) tellPage(p archive.Page) {
	if p.Pages == 1 {
		return
	}
	message := fmt.Sprintf("page %d of %d", p.Number, p.Pages)
	if p.Number < p.Pages {
		message += fmt.Sprintf("; --page %d gives the next", p.Number+1)
	}
	a.stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "page", Message: message})
}
