package proxycmd

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/record"
)

// recordFlags hold the wish to record calls and results.
type recordFlags struct {
	isAsked bool
	dir     string // "" is the folder of the user's state
	raw     bool
}

// inState is the value of --record without a folder.
const inState = "(state)"

func (r *recordFlags) add(flags *pflag.FlagSet) {
	flags.Func("record", "keep calls and results after hiding in `DIR`, for shape suggest; by default in the folder of your state", func(dir string) error {
		if dir == "" {
			return errors.New("this is no name of a folder")
		}
		if r.isAsked = true; dir != inState {
			r.dir = dir
		}
		return nil
	})
	flags.Lookup("record").NoOptDefVal = inState
	flags.BoolVar(&r.raw, "record-raw", false, "record secrets and personal data, too, that no rule hides")
}

// recorder returns a recorder that the flag or the home file switches on. It reads the home file
// again after each change.
func (p *proxy) recorder(source *config.Watcher) (*record.Recorder, error) {
	dir, err := p.record.dir, error(nil)
	if dir == "" {
		dir = record.Dir(p.config)
	} else if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	settings := func() record.Settings {
		of := source.Current().Record()
		return record.Settings{On: of.On || p.record.isAsked, Dir: dir, MaxBytes: of.MaxBytes, TTL: of.TTL, Raw: p.record.raw}
	}
	if settings().On {
		p.note("record", "calls and results are recorded in "+dir)
	}
	return record.New(settings, func(message string) {
		p.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "record", Message: message})
	}), nil
}

// lastRecords is the time for the last calls after the end of the server.
const lastRecords = 2 * time.Second
