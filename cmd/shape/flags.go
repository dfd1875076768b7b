package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// addCall adds the flags that say which call a response answers.
func addCall(fs *pflag.FlagSet, req *shaper.Request) {
	fs.StringVar(&req.Tool, "tool", "", "`NAME` of the tool that answered, as in tool_overrides")
	fs.StringVar(&req.Tier, "tier", "", "`TIER` of the caller: community, pro, enterprise")
	fs.StringVar(&req.Profile, "profile", "", "`NAME` of the profile: minimal, standard, verbose, debug or your own")
	fs.StringVar(&req.Mode, "mode", "", "response `MODE` of the tool, such as metadata")
	fs.BoolVar(&req.IsError, "is-error", false, "the response reports a failure, though it does not say so itself")
}

// addShaping adds the flags that say what a response is to become.
func addShaping(fs *pflag.FlagSet, req *shaper.Request, dialects []string) {
	fs.Var(masks{&req.Include, fieldmask.Parse, false}, "include", "keep only what `MASK` selects; repeatable, replaces include_only")
	fs.VarP(masks{&req.Exclude, fieldmask.Parse, false}, "exclude", "x", "leave out what `MASK` selects, at any depth; repeatable")
	fs.Var(masks{&req.Fields, fieldmask.ParseFields, true}, "fields", "narrow the items to `FIELDS`; also a/b(c,d)")
	fs.Var(&words{set: pointer(&req.Settings.Unmatched), known: []string{"prune", "keep"}}, "unmatched", "containers without anything selected: `prune|keep`")
	fs.Var(&words{set: pointer(&req.Settings.Emptied), known: []string{"keep", "drop"}}, "emptied", "containers that an exclude emptied: `keep|drop`")
	fs.Var(&words{set: elide(&req.Settings), known: elidable, many: true}, "drop", "members to leave out: `KINDS` of null, empty-array, empty-object, default")
	addDialect(fs, &req.Dialect, "dialect", dialects, "envelope of the response")
	fs.BoolVar(&req.ClientRequestID, "client-request-id", false, "the client chose the request id, so every profile shows it")
	fs.BoolVar(&req.Strict, "strict", false, "refuse duplicate names everywhere and unknown settings; report masks that matched nothing")
}

func addDialect(fs *pflag.FlagSet, to *string, flag string, known []string, usage string) {
	set := func(word string) { *to = word }
	fs.Var(&words{set: set, known: known}, flag, usage+", a `DIALECT`: "+strings.Join(known, ", "))
}

// addConfig adds the flags that say where the configuration comes from.
func addConfig(fs *pflag.FlagSet, o *config.Options) {
	fs.Var(fileName{&o.Path}, "config", "take the configuration from `FILE`")
	fs.BoolVar(&o.NoConfig, "no-config", false, "built-in settings only; privacy rules of home and /etc still hold")
}

func pointer(to **string) func(string) { return func(word string) { *to = &word } }

var elidable = []string{"null", "empty-array", "empty-object", "default"}

// elide switches on the elision that a word names.
func elide(s *profiles.Settings) func(string) {
	on := true
	return func(word string) {
		switch word {
		case "null":
			s.ExcludeNullValues = &on
		case "empty-array":
			s.ExcludeEmptyArrays = &on
		case "empty-object":
			s.ExcludeEmptyObjects = &on
		case "default":
			s.ExcludeDefaultValues = &on
		}
	}
}

// addFormat adds the flag of commands that answer to people or to programs.
func addFormat(fs *pflag.FlagSet, to *string) {
	fs.Var(&words{set: func(word string) { *to = word }, known: []string{"text", "json"}}, "format", "print for people or for programs: `text|json`")
}
