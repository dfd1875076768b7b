//go:build unix && !linux

package stdio

import "syscall"

// dieWithParent does nothing where the system cannot tell a process of the end of its
// parent. The server's standard input ends with the proxy.
func dieWithParent(*syscall.SysProcAttr) {}
