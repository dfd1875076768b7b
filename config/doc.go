// Package config finds and checks .code-scalpel/response_config.json, the file with the rules
// for responses. It reports all faults with line and column, and follows changes of the file.
//
// [Load] reads the configuration once, [Watch] follows it, and [Parse] checks one text. [LoadText]
// loads a text as the content of the file in force. All return a [Snapshot], checked in full and
// immutable. It consists of the built-ins, the file in force, the environment and the flags,
// each above the one before. The engine takes a Snapshot or a [Watcher] as its source:
//
//	w, err := config.Watch(ctx, config.Options{})  // or config.Load(config.Options{})
//	eng, err := shaper.New(w)
//
// An unknown key that cannot be meant to hide data is ignored with a warning,
// [Diagnostic].Ignored. The rest of the file holds.
//
// An invalid file is an error of type [Diagnostics] with every problem and its place. Nothing
// falls back to another file. A Watcher starts with a good configuration or not at all, and
// never replaces it by a bad one. config/RELOAD.md states the places of the files, their
// rights, and the guarantees for a change. Comments cite that page, and
// shaper/envelope/RULES.md, by their names.
package config
