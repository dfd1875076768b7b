//go:build !unix

package output

import "io/fs"

// haveOneOwner is true: files have no owner here.
func haveOneOwner(_, _ fs.FileInfo) bool { return true }

// OtherNames is 0: the system does not tell the number of hard links.
func OtherNames(fs.FileInfo) int { return 0 }
