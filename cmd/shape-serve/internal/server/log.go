package server

import (
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// Log writes a line for each fault of a gateway, within the bound of [notice.Limited]. It is
// safe for concurrent use.
type Log struct{ to notice.Limited }

// NewLog returns a log that writes to the standard error of a run.
func NewLog(a *app.App) *Log {
	return &Log{notice.Limited{Voice: a.Stderr, Now: a.Now, More: func(n int) string {
		return terminal.Counted(n, "more fault") + " had no line"
	}}}
}

// Fault writes one sentence. It must hold no content of a message. The kind names the service.
func (l *Log) Fault(kind, sentence string) {
	l.to.Tell(notice.Notice{Level: notice.Warning, Kind: kind, Message: sentence})
}
