package cli

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
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
	if bad, ok := errors.AsType[*badDocument](err); ok {
		return []notice.Notice{bad.notice(looksOn)}
	}
	exit := exitStatus(err)
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
	n := notice.Notice{Level: notice.Error, Kind: kindOf(exit), Exit: exit, Message: byFlags(err.Error())}
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
		bad.tell(&n)
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
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return dashed(unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames() != "")
	}
	if lacking, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return dashed(lacking.GetSpecifiedName(), lacking.GetSpecifiedShortnames() != "")
	}
	return ""
}

func dashed(name string, short bool) string {
	if short {
		return "-" + name
	}
	return "--" + name
}

// kindOf returns the default kind of an error by its exit status.
func kindOf(exit int) string {
	switch exit {
	case exitNothing:
		return "unknown"
	case exitInput:
		return "input"
	case exitWrite:
		return "output"
	case exitJSON:
		return "refused"
	case exitFault:
		return "fault"
	}
	return "usage"
}

// ofConfiguration begins a line about a configuration file.
const ofConfiguration = "shape: configuration: "

// diagnosticNotice returns the notice of a problem of the configuration.
func diagnosticNotice(d config.Diagnostic, looksOn bool) notice.Notice {
	n := notice.Notice{
		Level: notice.Error, Kind: "configuration", Exit: exitUsage, Message: d.Message, Hint: d.Hint,
		Place: notice.Place{File: d.File, Line: d.Line, Column: d.Column, Pointer: d.Pointer},
		Text:  ofConfiguration + d.Error(),
	}
	if d.Warning {
		n.Level, n.Exit = notice.Warning, 0
	}
	if looksOn && d.Line > 0 {
		n.Excerpt = excerptAt(d.File, d.Line, d.Column)
	}
	return n
}

// problemNotice returns the notice of a setting in a file or in the call.
func problemNotice(p profiles.Problem) notice.Notice {
	if p.Hint == profiles.NameTheTool {
		p.Hint += " with --tool"
	}
	n := notice.Notice{
		Level: notice.Error, Kind: "configuration", Exit: exitUsage, Message: p.Message, Hint: p.Hint,
		Place: notice.Place{File: p.Origin.File, Line: p.Origin.Line, Column: p.Origin.Column, Pointer: p.Origin.Pointer},
		Text:  "shape: " + byFlags(p.String()),
	}
	if p.Origin.File != "" {
		n.Text = ofConfiguration + p.String()
	}
	if flag := byFlags(p.Origin.Pointer); flag != p.Origin.Pointer {
		n.Kind, n.Flag, n.Pointer = "usage", flag, ""
	}
	return n
}

func (b *badDocument) notice(looksOn bool) notice.Notice {
	n := notice.Notice{Level: notice.Error, Kind: "refused", Exit: exitJSON, Text: b.Error(), Place: notice.Place{File: b.file}}
	if b.fault == nil {
		n.Message = b.err.Error()
		if b.at.Line > 0 {
			offset := int(b.at.Offset)
			n.Line, n.Column, n.Offset = b.at.Line, b.at.Column, &offset
		}
		return n
	}
	n.Kind, n.Message, n.Hint = b.fault.Kind.Reason(), b.fault.Kind.String(), b.hint
	n.Line, n.Column, n.Offset, n.Pointer = b.fault.Line, b.fault.Column, &b.fault.Offset, b.fault.Place()
	if looksOn {
		n.Excerpt = b.excerpt
	}
	return n
}

// tell adds the facts about an invalid mask to a notice.
func (b *badMask) tell(n *notice.Notice) {
	n.Kind, n.Flag, n.Mask, n.Offset = "mask", "--"+b.flag.Name, b.err.Input, &b.err.Offset
	n.Message, n.Hint = b.err.Message, words.DidYouMean(b.repaired())
	n.Text = "shape: " + b.Error()
	if b.err.Input != "" {
		n.Excerpt = terminal.ExcerptOf([]byte(b.err.Input), b.err.Offset)
	}
}
