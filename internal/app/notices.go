package app

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// noticesOf returns the notices of an error. It shows the text at fault if that is the user's
// own argument. With looksOn, a terminal, it shows any text: content must not fill logs.
func noticesOf(err error, looksOn bool) (all []notice.Notice) {
	if err == nil || err.Error() == "" {
		return nil
	}
	if problems, ok := errors.AsType[config.Diagnostics](err); ok {
		for _, d := range problems {
			all = append(all, diagnosticNotice(d, looksOn))
		}
		return all
	}
	if bad, ok := errors.AsType[*BadDocument](err); ok {
		return []notice.Notice{bad.notice(looksOn)}
	}
	exit := ExitStatus(err)
	if bad, ok := errors.AsType[*shaper.Error](err); ok {
		err = bad.Err
	}
	if refused, ok := errors.AsType[*profiles.Error](err); ok {
		for _, p := range refused.Problems {
			all = append(all, problemNotice(p))
		}
		return all
	}
	return []notice.Notice{errorNotice(err, exit)}
}

// errorNotice returns the notice of an error with one message.
func errorNotice(err error, exit int) notice.Notice {
	n := notice.Notice{Level: notice.Error, Kind: kindOf(exit), Exit: exit, Message: ByFlags(err.Error())}
	if hinted, ok := errors.AsType[*words.HintedError](err); ok {
		n.Hint = hinted.Hint
		n.Message = strings.Replace(n.Message, " ("+n.Hint+")", "", 1)
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		n.File = at.Path
	}
	if at, ok := errors.AsType[*os.LinkError](err); ok {
		n.File = at.New
	}
	n.Flag = flagAtFault(err)
	if bad, ok := errors.AsType[*badMask](err); ok {
		n.Kind, n.Flag, n.Mask, n.Offset = "mask", "--"+bad.flag.Name, bad.err.Input, &bad.err.Offset
		n.Message, n.Hint, n.Text = bad.err.Message, bad.hint(), "shape: "+bad.Error()
		if bad.err.Input != "" {
			n.Excerpt = terminal.ExcerptOf([]byte(bad.err.Input), bad.err.Offset)
		}
	}
	if bad, ok := errors.AsType[*profiles.FieldsError](err); ok {
		n.Kind, n.Flag, n.Code, n.Mode = "fields", "--fields", "INVALID_FIELDS", bad.Mode
		n.Fields, n.Available = bad.Fields, bad.Allowed
		n.Text = "shape: --fields: " + n.Message + "; available: " + strings.Join(bad.Allowed, ", ")
	}
	return n
}

// flagAtFault returns the flag of an error as the user wrote it, or "".
func flagAtFault(err error) string {
	if bad, ok := errors.AsType[*flagFault](err); ok {
		return bad.flag
	}
	flag, ok := errors.AsType[interface {
		error
		GetSpecifiedName() string
		GetSpecifiedShortnames() string
	}](err)
	switch {
	case !ok:
		return ""
	case flag.GetSpecifiedShortnames() != "":
		return "-" + flag.GetSpecifiedName()
	}
	return "--" + flag.GetSpecifiedName()
}

// kindOf returns the default kind of an error by its exit status.
func kindOf(exit int) string {
	switch exit {
	case ExitNothing:
		return "unknown"
	case ExitInput:
		return "input"
	case ExitWrite:
		return "output"
	case ExitJSON:
		return "refused"
	case ExitFault:
		return "fault"
	}
	return "usage"
}

// OfConfiguration begins a line about a configuration file.
const OfConfiguration = "shape: configuration: "

// diagnosticNotice returns the notice of a problem of the configuration.
func diagnosticNotice(d config.Diagnostic, looksOn bool) notice.Notice {
	n := notice.Notice{
		Level: notice.Error, Kind: "configuration", Exit: ExitUsage, Message: d.Message, Hint: d.Hint,
		Place: notice.Place{File: d.File, Line: d.Line, Column: d.Column, Pointer: d.Pointer},
		Text:  OfConfiguration + d.Error(),
	}
	if d.Warning {
		n.Level, n.Exit = notice.Warning, 0
	}
	if looksOn && d.Line > 0 {
		n.Excerpt = terminal.ExcerptAt(d.File, d.Line, d.Column)
	}
	return n
}

// problemNotice returns the notice of a setting in a file or in the call.
func problemNotice(p profiles.Problem) notice.Notice {
	if p.Hint == profiles.NameTheTool {
		p.Hint += " with --tool"
	}
	n := notice.Notice{
		Level: notice.Error, Kind: "configuration", Exit: ExitUsage, Message: p.Message, Hint: p.Hint,
		Place: notice.Place{File: p.Origin.File, Line: p.Origin.Line, Column: p.Origin.Column, Pointer: p.Origin.Pointer},
		Text:  "shape: " + ByFlags(p.String()),
	}
	if p.Origin.File != "" {
		n.Text = OfConfiguration + p.String()
	}
	if flag := ByFlags(p.Origin.Pointer); flag != p.Origin.Pointer {
		n.Kind, n.Flag, n.Pointer = "usage", flag, ""
	}
	return n
}

func (b *BadDocument) notice(looksOn bool) notice.Notice {
	n := notice.Notice{Level: notice.Error, Kind: "refused", Exit: ExitJSON, Text: b.Error(), Place: notice.Place{File: b.File}}
	if b.Fault == nil {
		n.Message = b.Err.Error()
		if b.At.Line > 0 {
			offset := int(b.At.Offset)
			n.Line, n.Column, n.Offset = b.At.Line, b.At.Column, &offset
		}
		return n
	}
	n.Kind, n.Message, n.Hint = b.Fault.Kind.Reason(), b.Fault.Kind.String(), b.Hint
	n.Line, n.Column, n.Offset, n.Pointer = b.Fault.Line, b.Fault.Column, &b.Fault.Offset, b.Fault.Place()
	if looksOn {
		n.Excerpt = b.Excerpt
	}
	return n
}

// PrintError writes err to standard error.
func (a *App) PrintError(err error) {
	for _, n := range noticesOf(err, a.Stderr.IsTerminal()) {
		a.Stderr.Tell(n)
	}
}

// fromCall matches the origin of a setting that a call gave, as package profiles writes it.
var fromCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcall /([a-z_]+)(/[^\s:)]*)?`) })

// ByFlags replaces each such origin by the name of the flag.
func ByFlags(text string) string {
	return fromCall().ReplaceAllStringFunc(text, func(origin string) string {
		key := fromCall().FindStringSubmatch(origin)[1]
		if flag, ok := flagOf[key]; ok {
			return "--" + flag
		}
		return "--" + key
	})
}

var flagOf = map[string]string{
	"include_only":           "include",
	"exclude_fields":         "exclude",
	"omit_fields":            "omit",
	"response_mode":          "mode",
	"duplicates_scope":       "strict",
	"exclude_null_values":    "drop",
	"exclude_empty_arrays":   "drop",
	"exclude_empty_objects":  "drop",
	"exclude_default_values": "drop",
	"max_string":             "max-string",
	"max_items":              "max-items",
	"rows":                   "rows",
	"shorten":                "shorten",
	"columns":                "columns",
}

// printWarning writes err as a warning.
func (a *App) printWarning(err error) {
	for _, n := range noticesOf(err, a.Stderr.IsTerminal()) {
		n.Level, n.Exit = notice.Warning, 0
		a.Stderr.Tell(n)
	}
}

// Warn prints problems of the configuration.
func (a *App) Warn(all config.Diagnostics) {
	for _, d := range all {
		a.Stderr.Tell(diagnosticNotice(d, a.Stderr.IsTerminal()))
	}
}
