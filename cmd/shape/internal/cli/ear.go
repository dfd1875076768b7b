package cli

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// short is how long a run lasts for which an ear is not worth its price, which is two
// threads of the system and a sixth of what it takes to shape one document. Meanwhile
// SIGINT and SIGTERM end it as they end any program, which leaves nothing half done: the
// gate opens the ear before it lets through what a signal could cut short.
const short = 20 * time.Millisecond

// ear hears the first SIGINT or SIGTERM, once it is open.
type ear struct {
	heard func(os.Signal)

	once    sync.Once
	signals chan os.Signal // nil while it is not open
	deaf    chan struct{}  // closed when it hears no more
}

// open opens the ear, unless it was opened or closed before.
func (e *ear) open() {
	e.once.Do(func() {
		e.signals, e.deaf = make(chan os.Signal, 1), make(chan struct{})
		signal.Notify(e.signals, os.Interrupt, syscall.SIGTERM)
		go e.listen()
	})
}

func (e *ear) listen() {
	defer close(e.deaf)
	if s, came := <-e.signals; came {
		signal.Stop(e.signals)
		e.heard(s)
	}
}

// close closes the ear, when what it heard was done; a second time it does nothing.
func (e *ear) close() {
	e.once.Do(func() {})
	if e.signals == nil {
		return
	}
	signal.Stop(e.signals)
	close(e.signals)
	<-e.deaf
	e.signals = nil
}
