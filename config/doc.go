// Package config finds .code-scalpel/response_config.json, the file in which
// people say how responses are shaped, tells them all that is wrong with it, line
// and column, and keeps what it says up to date while it changes.
//
// [Load] reads the configuration once, [Watch] follows it, [Parse] checks one
// text. All give a [Snapshot]: what the built-ins say, the file in force above
// them, then the environment and the flags, checked in full, immutable. The engine
// takes a Snapshot or a [Watcher] as its source:
//
//	w, err := config.Watch(ctx, config.Options{})  // or config.Load(config.Options{})
//	eng, err := shaper.New(w)
//
// An unknown key that cannot have been meant to hide something is ignored with a
// warning, [Diagnostic].Ignored, and the rest of the file holds.
//
// A file that is found and wrong is an error, a [Diagnostics] with every problem
// and its place; nothing falls back to another file. A Watcher starts with a good
// configuration or not at all, and never gives it up for a bad one. Where files
// are looked for, which file may say what, and what is promised when one changes
// stands in config/RELOAD.md. Comments cite that page, and
// shaper/envelope/RULES.md, by their names.
package config
