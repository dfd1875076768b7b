package stdio

import "syscall"

// dieWithParent has the system kill a server when the thread that started it ends: with the
// proxy, even if that is killed. [start] keeps the thread.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
