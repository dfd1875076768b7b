package config

import (
	"os"
	"syscall"
	"testing"
)

// otherUser is a process that may not read everything.
func otherUser() *syscall.SysProcAttr {
	if os.Getuid() != 0 {
		return &syscall.SysProcAttr{}
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// ownMachine is a process that may mount, and that has limits of its own.
func ownMachine() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}

// limit sets a limit of the user namespace of an ownMachine.
func limit(t *testing.T, name, value string) {
	t.Helper()
	if err := os.WriteFile("/proc/sys/user/"+name, []byte(value), 0); err != nil {
		t.Fatal(err)
	}
}

// bindMount mounts the file from over the file to, until unmount is called.
func bindMount(t *testing.T, from, to string) (unmount func()) {
	t.Helper()
	if err := syscall.Mount(from, to, "", syscall.MS_BIND, ""); err != nil {
		t.Fatal(err)
	}
	return func() { _ = syscall.Unmount(to, syscall.MNT_DETACH) }
}

// smallDisk mounts a file system of 8 KiB.
func smallDisk(t *testing.T, at string) {
	t.Helper()
	if err := syscall.Mount("none", at, "tmpfs", 0, "size=8k"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(at, syscall.MNT_DETACH) })
}
