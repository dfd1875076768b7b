package server

import (
	"fmt"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
)

// Log writes a line for each fault of a gateway, at most mostLines in logWindow. It counts
// further faults and writes the count as one line. It is safe for concurrent use.
type Log struct {
	app *app.App

	mu     sync.Mutex
	began  time.Time // of the window
	told   int       // lines in it
	untold int       // faults in it without a line
}

const (
	mostLines = 10
	logWindow = time.Minute
)

// NewLog returns a log that writes to the standard error of a run.
func NewLog(a *app.App) *Log { return &Log{app: a} }

// Fault writes one sentence. It must hold no content of a message. The kind names the service.
func (l *Log) Fault(kind, sentence string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.app.Now(); now.Sub(l.began) >= logWindow {
		l.count(kind)
		l.began, l.told = now, 0
	}
	if l.told == mostLines {
		l.untold++
		return
	}
	l.told++
	l.tell(kind, sentence)
}

// count writes the number of faults without a line.
func (l *Log) count(kind string) {
	if l.untold > 0 {
		l.tell(kind, fmt.Sprintf("%d more faults had no line", l.untold))
		l.untold = 0
	}
}

func (l *Log) tell(kind, sentence string) {
	l.app.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: kind, Message: sentence})
}
