package app

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// FlagError returns the error of a flag. The parser stops at it, so flagError itself looks for
// the flags that format errors.
func (a *App) FlagError(cmd *cobra.Command, err error) error {
	a.readStyle()
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag, err := invalid.GetFlag(), invalid.Unwrap()
		if syntax, ok := errors.AsType[*fieldmask.SyntaxError](err); ok {
			return &badMask{flag, syntax}
		}
		if number, ok := errors.AsType[*strconv.NumError](err); ok {
			err = fmt.Errorf("%q: %w", number.Num, number.Err)
		}
		return &flagFault{"--" + flag.Name, err}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown)
	}
	return err
}

// unknownFlag adds a hint: the nearest name, or the names that begin with a letter.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	name := "--" + err.GetSpecifiedName()
	if name == "--repeats" {
		return errors.New("--repeats was removed (use --columns)")
	}
	var known, full []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		known = append(known, "--"+f.Name)
		if strings.HasPrefix("--"+f.Name, name) {
			full = append(full, "--"+f.Name)
		}
	})
	if err.GetSpecifiedShortnames() != "" && full != nil {
		return fmt.Errorf("%w; in full only: %s", err, strings.Join(full, ", "))
	}
	return words.Hinted(err, name, known)
}

// flagFault is the error of a flag with an invalid value.
type flagFault struct {
	flag string // with dashes
	err  error
}

func (f *flagFault) Error() string { return f.flag + ": " + f.err.Error() }
func (f *flagFault) Unwrap() error { return f.err }

// badMask is the error of a mask on the command line that does not parse.
type badMask struct {
	flag *pflag.Flag
	err  *fieldmask.SyntaxError
}

func (b *badMask) Error() string {
	text := fmt.Sprintf("--%s: %s at offset %d", b.flag.Name, b.err.Message, b.err.Offset)
	if hint := b.hint(); hint != "" {
		text += " (" + hint + ")"
	}
	return text
}

// hint returns "did you mean …" with a valid mask that is one slip away, or "".
func (b *badMask) hint() string {
	switch b.flag.Name {
	case "include", "exclude", "omit":
		return words.DidYouMean(repair(b.err.Input, fieldmask.Parse))
	case "fields":
		return words.DidYouMean(repair(b.err.Input, fieldmask.ParseFields))
	}
	return ""
}

// repair returns a valid mask that is one slip away from mask, or "".
func repair(mask string, parse func(string) ([]fieldmask.Path, error)) string {
	for _, slip := range []string{
		strings.ReplaceAll(mask, "..", "."),
		strings.NewReplacer(".{", "(", "{", "(", "}", ")").Replace(mask),
		strings.TrimRight(mask, ".,"),
		strings.TrimLeft(mask, ","),
		strings.ReplaceAll(mask, ",,", ","),
		mask + ")",
		mask + "]",
		mask + `"`,
		strings.TrimSuffix(mask, ")"),
	} {
		if _, err := parse(slip); err == nil {
			return slip
		}
	}
	return ""
}
