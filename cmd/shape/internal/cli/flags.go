package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// addCall adds the flags that say which call a response answers.
func addCall(fs *pflag.FlagSet, req *shaper.Request) {
	fs.StringVar(&req.Tool, "tool", "", "`NAME` of the tool that answered, as in tool_overrides")
	fs.StringVar(&req.Server, "server", "", "`NAME` of its server, where the tool's name does not hold it")
	fs.StringVar(&req.Tier, "tier", "", "`TIER` of the caller: "+strings.Join(tiers, ", "))
	fs.StringVar(&req.Profile, "profile", "", "`NAME` of the profile: minimal, standard, verbose, debug, off or your own")
	fs.StringVar(&req.Mode, "mode", "", "response `MODE` of the tool, such as metadata")
	fs.BoolVar(&req.IsError, "is-error", false, "the response reports a failure, though it does not say so itself")
}

// tiers are those that are known; any other one counts as the first.
var tiers = []string{"community", "pro", "enterprise"}

// addShaping adds the flags that say what a response is to become.
func addShaping(fs *pflag.FlagSet, req *shaper.Request, dialects []string) {
	fs.Var(masks{&req.Include, fieldmask.Parse, false}, "include", "keep only what `MASK` selects; repeatable, replaces include_only")
	fs.VarP(masks{&req.Exclude, fieldmask.Parse, false}, "exclude", "x", "leave out what `MASK` selects, at any depth; repeatable")
	fs.Var(masks{&req.Fields, fieldmask.ParseFields, true}, "fields", "narrow the items to `FIELDS`; also a/b(c,d)")
	fs.Var(&choice{set: setWord(&req.Settings.Unmatched), known: []string{"prune", "keep"}}, "unmatched", "containers without anything selected: `prune|keep`")
	fs.Var(&choice{set: setWord(&req.Settings.Emptied), known: []string{"keep", "drop"}}, "emptied", "containers that an exclude emptied: `keep|drop`")
	fs.Var(&choice{set: elide(&req.Settings), known: elidable, many: true}, "drop", "members to leave out: `KINDS` of null, empty-array, empty-object, default")
	fs.Var(optional{&req.Settings.MaxString}, "max-string", "shorten longer strings of the payload to `N` characters")
	fs.Var(optional{&req.Settings.MaxItems}, "max-items", "shorten longer lists of the payload to `N` elements")
	fs.Var(lengths{&req.Settings.Shorten}, "shorten", "`MASK=chars:N,lines:N,items:N`: shorten what it selects, if it is longer; repeatable")
	fs.BoolFunc("columns", "fold lists of objects in the payload into tables, where that is smaller; shape expand undoes it", switchOn(&req.Settings.Columns))
	fs.BoolFunc("repeats", "say once what the payload holds several times, where that is smaller; shape expand undoes it", switchOn(&req.Settings.Repeats))
	addDialect(fs, &req.Dialect, "dialect", dialects, "envelope of the response (the filter refuses another one)")
	fs.BoolVar(&req.ClientRequestID, "client-request-id", false, "the client chose the request id, so every profile shows it")
	fs.BoolVar(&req.Strict, "strict", false, "refuse duplicate names everywhere, unknown settings, and documents whose rules missed their mark")
}

func addDialect(fs *pflag.FlagSet, to *string, flag string, known []string, usage string) {
	set := func(word string) { *to = word }
	fs.Var(&choice{set: set, known: known}, flag, dialectUsage(usage, known))
}

func dialectUsage(usage string, known []string) string {
	return usage + ", a `DIALECT`: " + strings.Join(known, ", ")
}

// addEdition adds the flag of commands that hold to one edition of a contract.
func addEdition(fs *pflag.FlagSet, to *string) {
	fs.StringVar(to, "edition", "", "`EDITION`: 000, 003 of response-v2; mcp of mcp and jsonrpc")
}

// addConfig adds the flags that say where the configuration comes from, which may name
// the counters of this build.
func addConfig(fs *pflag.FlagSet, o *config.Options) {
	o.Counters = counterNames()
	fs.Var(fileName{&o.Path}, "config", "take the configuration from `FILE`")
	fs.BoolVar(&o.NoConfig, "no-config", false, "built-in settings only; privacy rules of home and /etc still hold")
}

func setWord(to **string) func(string) { return func(word string) { *to = &word } }

// switchOn sets a setting to what a flag says.
func switchOn(to **bool) func(string) error {
	return func(text string) error {
		on, err := strconv.ParseBool(text)
		*to = &on
		return err
	}
}

func isOn(is *bool) bool { return is != nil && *is }

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
	fs.Var(&choice{set: func(word string) { *to = word }, known: []string{"text", "json"}}, "format", "print for people or for programs: `text|json`")
	fs.BoolFunc("json", "the same as --format json", func(string) error { *to = "json"; return nil })
}

// fileName is a flag that names a file. An empty name most likely is a variable
// that is not set, and would silently mean another file.
type fileName struct{ name *string }

func (f fileName) Set(name string) error {
	if name == "" {
		return errors.New("the name of a file is missing")
	}
	*f.name = name
	return nil
}

func (f fileName) String() string { return *f.name }
func (f fileName) Type() string   { return "file" }

// number is a flag that takes a number within limits.
type number struct {
	to          *int
	least, most int
}

func (n number) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < n.least || value > n.most {
		return fmt.Errorf("%q is not a number from %d to %d", text, n.least, n.most)
	}
	*n.to = value
	return nil
}

func (n number) String() string { return strconv.Itoa(*n.to) }
func (n number) Type() string   { return "int" }

// optional is a flag that takes a number from 1 on, and may be left out.
type optional struct{ to **int }

func (n optional) Set(text string) error {
	var value int
	if err := (number{&value, 1, math.MaxInt32}).Set(text); err != nil {
		return err
	}
	*n.to = &value
	return nil
}

func (n optional) String() string { return "" }
func (n optional) Type() string   { return "int" }

// addBudget adds the flag of a budget.
func addBudget(fs *pflag.FlagSet, to *profiles.Budget) {
	fs.Var(budget{to}, "budget", "fit each response into `LIMIT`: N tokens, or tokens:N,bytes:N; 1.5k is 1500")
}

// budget is a flag that takes the most that a response may take.
type budget struct{ to *profiles.Budget }

func (b budget) Set(text string) error {
	most := profiles.Budget{Counter: b.to.Counter}
	known := map[string]*int{"tokens": &most.MaxTokens, "bytes": &most.MaxBytes}
	for part := range strings.SplitSeq(text, ",") {
		of, limit, named := strings.Cut(part, ":")
		if !named {
			of, limit = "tokens", part
		}
		if known[of] == nil {
			return fmt.Errorf("%q is none of N, tokens:N, bytes:N", part)
		}
		if err := (number{known[of], 1, math.MaxInt32}).Set(thousands(limit)); err != nil {
			return fmt.Errorf("%q is not a number from 1 to %d (800, 8k and 1.5k are: k stands for 1000)", limit, math.MaxInt32)
		}
	}
	*b.to = most
	return nil
}

// thousands writes a number that ends in k in full: "1.5k" is "1500". It returns any other
// text as it is, and one that is no whole number.
func thousands(text string) string {
	digits, ok := strings.CutSuffix(strings.ToLower(text), "k")
	whole, part, _ := strings.Cut(digits, ".")
	if !ok || whole == "" || len(part) > 3 || strings.HasSuffix(digits, ".") {
		return text
	}
	return whole + part + strings.Repeat("0", 3-len(part))
}

func (b budget) String() string { return "" }
func (b budget) Type() string   { return "budget" }

// lengths is a flag of masks with what is left of what is longer.
type lengths struct {
	to **map[string]profiles.Shorten
}

func (l lengths) Set(text string) error {
	i := strings.LastIndexByte(text, '=')
	if i < 0 {
		return fmt.Errorf("%q lacks what is left, as in rows.body=chars:400", text)
	}
	var s profiles.Shorten
	known := map[string]*int{"chars": &s.Chars, "lines": &s.Lines, "items": &s.Items}
	for part := range strings.SplitSeq(text[i+1:], ",") {
		name, most, _ := strings.Cut(part, ":")
		if known[name] == nil {
			return fmt.Errorf("%q is none of chars:N, lines:N, items:N", part)
		}
		if err := (number{known[name], 1, math.MaxInt32}).Set(most); err != nil {
			return err
		}
	}
	if _, err := fieldmask.Parse(text[:i]); err != nil && text[:i] != profiles.Itself {
		return err
	}
	if *l.to == nil {
		*l.to = &map[string]profiles.Shorten{}
	}
	(**l.to)[text[:i]] = s
	return nil
}

func (l lengths) String() string { return "" }
func (l lengths) Type() string   { return "lengths" }

// masks is a flag of masks, checked when it is read.
type masks struct {
	list  *[]string
	parse func(string) ([]fieldmask.Path, error)
	spell bool // in the grammar of the configuration, whatever it was written in
}

func (m masks) Set(mask string) error {
	paths, err := m.parse(mask)
	if err != nil {
		return err
	}
	if !m.spell {
		*m.list = append(*m.list, mask)
		return nil
	}
	for _, path := range paths {
		*m.list = append(*m.list, path.String())
	}
	return nil
}

func (m masks) String() string { return "" }
func (m masks) Type() string   { return "mask" }

// choice is a flag that takes one word of a few, or some of them.
type choice struct {
	set   func(word string)
	known []string
	many  bool
	value string
}

func (c *choice) Set(value string) error {
	list := []string{value}
	if c.many {
		list = strings.Split(value, ",")
	}
	for _, word := range list {
		if !slices.Contains(c.known, word) {
			return words.Hinted(fmt.Errorf("%q is not one of %s", word, strings.Join(c.known, ", ")), word, c.known)
		}
		c.set(word)
	}
	c.value = value
	return nil
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "word" }
