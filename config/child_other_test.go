//go:build !linux

package config

import (
	"syscall"
	"testing"
)

// No such processes here: the situations that need one inject their faults.
func otherUser() *syscall.SysProcAttr  { return nil }
func ownMachine() *syscall.SysProcAttr { return nil }

const nowhere = "not in a child process"

func limit(*testing.T, string, string)            { panic(nowhere) }
func bindMount(*testing.T, string, string) func() { panic(nowhere) }
func smallDisk(*testing.T, string)                { panic(nowhere) }
