package stdio

import "syscall"

// dieWithParent has the system kill a server when the thread that started it ends: with the
// proxy, also where that is killed. [start] keeps the thread.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
