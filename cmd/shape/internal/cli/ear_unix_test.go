//go:build unix

package cli

import (
	"os"
	"syscall"
	"testing"
)

// An ear that is open hears one signal, however often it was opened.
func TestEarHears(t *testing.T) {
	heard := make(chan os.Signal)
	e := &ear{heard: func(s os.Signal) { heard <- s }}
	e.open()
	e.open()
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := <-heard; got != syscall.SIGTERM {
		t.Errorf("heard %v", got)
	}
	e.close()
}

// An ear that was closed stays so: what comes too late to open it does not.
func TestEarStaysClosed(t *testing.T) {
	e := new(ear)
	e.close()
	if e.open(); e.signals != nil {
		t.Error("it is open")
	}
}

// An ear that was open is closed by who takes the signals over, and again at the end.
func TestEarClosesTwice(t *testing.T) {
	e := &ear{heard: func(os.Signal) {}}
	e.open()
	e.close()
	e.close()
}
