package running

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// Sums counts results of tools, as the lines of proxy --report do.
type Sums struct {
	Calls      int `json:"calls"`
	Refused    int `json:"refused"`
	Retrievals int `json:"retrievals"` // of parts that were left out
	TokensIn   int `json:"tokens_in"`
	TokensOut  int `json:"tokens_out"`
	Uncounted  int `json:"uncounted"` // results without tokens here: too many came at once
}

// Add adds other sums.
func (s *Sums) Add(o Sums) {
	s.Calls += o.Calls
	s.Refused += o.Refused
	s.Retrievals += o.Retrievals
	s.TokensIn += o.TokensIn
	s.TokensOut += o.TokensOut
	s.Uncounted += o.Uncounted
}

// Key names a row of the savings.
type Key struct {
	Day     string `json:"day"` // such as 2026-11-26, of the user's clock
	Server  string `json:"server"`
	Counter string `json:"counter"` // of tokens
}

// Day is a row of the savings.
type Day struct {
	Key
	Sums
}

// DayOf returns the day of a moment.
func DayOf(t time.Time) string { return t.Format(time.DateOnly) }

// The bounds of the savings.
const (
	mostDays    = 35
	mostRows    = 4096
	longestName = 128 // bytes of a server's name
)

func readDays(folder *os.Root) (days []Day, err error) {
	text, err := state.Read(folder, savingsName, 4*mostFacts)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && json.Unmarshal(text, &days) != nil {
		err = fmt.Errorf("%s: not in the form that proxies write; remove it", savingsName)
	}
	return days, err
}

// addDays adds sums to the savings in a folder and forgets old rows. The caller holds the common
// lock.
func addDays(folder *os.Root, news map[Key]Sums, now time.Time) error {
	days, err := readDays(folder)
	if err != nil {
		return err
	}
	days = slices.DeleteFunc(days, func(d Day) bool { return d.Day < DayOf(now.AddDate(0, 0, -mostDays)) })
	for key, sums := range news {
		i := slices.IndexFunc(days, func(d Day) bool { return d.Key == key })
		if i < 0 {
			i = len(days)
			days = append(days, Day{Key: key})
		}
		days[i].Add(sums)
	}
	sort.Slice(days, func(i, j int) bool {
		return cmp.Or(cmp.Compare(days[i].Day, days[j].Day), cmp.Compare(days[i].Server, days[j].Server), cmp.Compare(days[i].Counter, days[j].Counter)) < 0
	})
	days = days[max(len(days)-mostRows, 0):]
	text, err := json.Marshal(days)
	if err != nil {
		return err
	}
	return state.Replace(folder, savingsName, text)
}
