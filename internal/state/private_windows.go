package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Private knows no modes: the list of the folder holds for the files in it.
func Private(fs.FileInfo) error { return nil }

// makePrivate makes a folder whose access list names the user alone, also for files in it. The
// folders above it get the lists that the system gives them.
func makePrivate(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	user, err := account()
	if err != nil {
		return err
	}
	list, err := windows.SecurityDescriptorFromString("O:" + user.String() + "D:P(A;OICI;FA;;;" + user.String() + ")")
	if err != nil {
		return err
	}
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	rights := windows.SecurityAttributes{SecurityDescriptor: list}
	rights.Length = uint32(unsafe.Sizeof(rights))
	return windows.CreateDirectory(name, &rights)
}

func account() (*windows.SID, error) {
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return nil, err
	}
	return user.User.Sid, nil
}

// checkFolder returns an error if another account owns a folder or can open it. The system and
// its administrators open every file, so they do not count.
func checkFolder(path string, _ fs.FileInfo) error {
	user, err := account()
	if err != nil {
		return err
	}
	found, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return err
	}
	isTrusted := func(sid *windows.SID) bool {
		return sid.Equals(user) || sid.IsWellKnown(windows.WinLocalSystemSid) || sid.IsWellKnown(windows.WinBuiltinAdministratorsSid) ||
			sid.IsWellKnown(windows.WinCreatorOwnerSid) || sid.IsWellKnown(windows.WinCreatorOwnerRightsSid)
	}
	if owner, _, err := found.Owner(); err != nil || owner == nil || !isTrusted(owner) {
		return errors.New("it belongs to another account")
	}
	list, _, err := found.DACL()
	if err != nil || list == nil {
		return errors.New("it has no access list, so other accounts can open it")
	}
	for i := range list.AceCount {
		var entry *windows.ACCESS_ALLOWED_ACE
		if err := windows.GetAce(list, uint32(i), &entry); err != nil {
			return err
		}
		switch {
		case entry.Header.AceType == windows.ACCESS_DENIED_ACE_TYPE:
		case entry.Header.AceType != windows.ACCESS_ALLOWED_ACE_TYPE || !isTrusted((*windows.SID)(unsafe.Pointer(&entry.SidStart))):
			return errors.New("other accounts can open it (icacls FOLDER /inheritance:r /grant:r %USERNAME%:(OI)(CI)F)")
		}
	}
	return nil
}
