package config

import (
	"cmp"
	"fmt"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// timing holds the durations of a section global.watch. Zero is not said, and a negative
// Poll is off.
type timing struct{ Debounce, MaxWait, Poll time.Duration }

// or returns t, and for its zero values those of u.
func (t timing) or(u timing) timing {
	return timing{cmp.Or(t.Debounce, u.Debounce), cmp.Or(t.MaxWait, u.MaxWait), cmp.Or(t.Poll, u.Poll)}
}

// usual holds where nothing is said. The poll then depends on the notifications of the
// system.
var usual = timing{Debounce: 100 * time.Millisecond, MaxWait: time.Second}

const (
	usualPoll = 5 * time.Second
	pollAlone = time.Second
)

// eager returns the earlier one of each duration, so that none of two trusted files holds
// up the other. Off is the longest.
func eager(t, u timing) timing {
	earlier := func(a, b time.Duration) time.Duration {
		if (a > 0) == (b > 0) {
			return min(a, b)
		}
		return max(a, b)
	}
	return timing{earlier(t.Debounce, u.Debounce), earlier(t.MaxWait, u.MaxWait), earlier(t.Poll, u.Poll)}
}

// bound is what a key of global.watch may say.
type bound struct {
	key         string
	least, most time.Duration
}

// A file that is not trusted governs how it is followed itself, within narrow bounds.
// The others may take their time, up to a day.
var (
	narrow = []bound{
		{"debounce", time.Millisecond, 5 * time.Second},
		{"max_wait", time.Millisecond, 10 * time.Second},
		{"poll", 100 * time.Millisecond, time.Minute},
	}
	wide = []bound{{"debounce", 0, day}, {"max_wait", 0, day}, {"poll", 0, day}}
)

const day = 24 * time.Hour

// bounded finds the durations of global.watch that are out of bounds, and removes
// them. What is no duration is left to the schema.
func (d *document) bounded(bounds []bound) (problems Diagnostics) {
	section := watchOf(d.values)
	for _, b := range bounds {
		said, ok := duration(section[b.key])
		if !ok || b.least <= said && said <= b.most {
			continue
		}
		path := []string{"global", "watch", b.key}
		message := fmt.Sprintf("must be at most %v", b.most)
		if said < b.least {
			message = fmt.Sprintf("must be at least %v", b.least)
		}
		problem := d.at(d.find(path).value.StartOffset, words.Pointer(path...), message)
		if b.most < day {
			problem.Hint = "outside the home and the /etc file"
		}
		problems = append(problems, problem)
		delete(section, b.key)
	}
	return problems
}

// duration reads a duration in either of its forms: a text, or a number of
// milliseconds.
func duration(value any) (said time.Duration, ok bool) {
	switch value := value.(type) {
	case string:
		said, err := time.ParseDuration(value)
		return said, err == nil
	case int64:
		return time.Duration(min(value, 1<<32)) * time.Millisecond, true
	case float64:
		return time.Duration(min(value, 1<<32) * float64(time.Millisecond)), true
	}
	return 0, false
}

// timingOf reads global.watch, which the schema and the bounds have let pass. A poll
// of nothing is no poll.
func timingOf(values map[string]any) (t timing) {
	section := watchOf(values)
	t.Debounce, _ = duration(section["debounce"])
	t.MaxWait, _ = duration(section["max_wait"])
	poll, said := duration(section["poll"])
	if t.Poll = poll; said && poll == 0 {
		t.Poll = -1
	}
	return t
}

func watchOf(values map[string]any) map[string]any {
	global, _ := values["global"].(map[string]any)
	section, _ := global["watch"].(map[string]any)
	return section
}

// pace sets how the files are followed: all of them by what the trusted ones say,
// and the file in force, where it is not trusted, by its own word. What the program
// says goes before both.
func (b *builder) pace() {
	program := timing{b.o.Debounce, b.o.MaxWait, b.o.Poll}.or(timingOf(b.flags.values))
	var trusted timing
	for _, s := range b.sources {
		if said := timingOf(s.doc.values); s.Privacy {
			trusted = eager(trusted, said)
		} else {
			b.own = said
		}
	}
	b.timing = program.or(trusted).or(usual)
	b.own = program.or(b.own).or(b.timing)
}

// paced is where a key of global.watch was said that holds for the file in force.
func (b *builder) paced(key string) profiles.Origin {
	pointer := words.Pointer("global", "watch", key)
	if at := b.origin(pointer); at.File != "" || at.Pointer != pointer {
		return at
	}
	holds := map[string]time.Duration{"debounce": b.own.Debounce, "max_wait": b.own.MaxWait, "poll": b.own.Poll}
	for _, s := range b.sources {
		said, ok := duration(watchOf(s.doc.values)[key])
		if s.Privacy && ok && said == max(holds[key], 0) {
			return s.doc.origin(pointer)
		}
	}
	return profiles.Origin{Pointer: "built-in " + pointer}
}
