package cli

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

// flagError words what is wrong with a flag. The flags behind it are not read any
// more; which form errors have is asked of them all the same.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	a.face()
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return invalidValue(invalid.GetFlag(), invalid.Unwrap())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown)
	}
	return err
}

// unknownFlag adds what was meant: the nearest name, or those that a letter may
// stand for.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	name := "--" + err.GetSpecifiedName()
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

func invalidValue(flag *pflag.Flag, err error) error {
	if syntax, ok := errors.AsType[*fieldmask.SyntaxError](err); ok {
		return &badMask{flag, syntax}
	}
	if number, ok := errors.AsType[*strconv.NumError](err); ok {
		err = fmt.Errorf("%q: %w", number.Num, number.Err)
	}
	return &flagFault{"--" + flag.Name, err}
}

// flagFault is a flag whose value is none that it takes.
type flagFault struct {
	flag string // with its dashes
	err  error
}

func (f *flagFault) Error() string { return f.flag + ": " + f.err.Error() }
func (f *flagFault) Unwrap() error { return f.err }

// badMask is a mask of the command line that does not parse.
type badMask struct {
	flag *pflag.Flag
	err  *fieldmask.SyntaxError
}

func (b *badMask) Error() string {
	text := fmt.Sprintf("--%s: %s at offset %d", b.flag.Name, b.err.Message, b.err.Offset)
	if hint := words.DidYouMean(b.repaired()); hint != "" {
		text += " (" + hint + ")"
	}
	return text
}

// repaired is a mask that the flag takes and is one slip away; "" where there is
// none.
func (b *badMask) repaired() string {
	if m, ok := b.flag.Value.(masks); ok {
		return repair(b.err.Input, m.parse)
	}
	return ""
}

// repair returns a mask that parses and is one slip away from one that does not,
// or "".
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
