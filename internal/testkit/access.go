package testkit

import "encoding/binary"

// LettingRead returns an access control list that lets one more user read a file of mode
// 0640. It has the form of the extended attributes system.posix_acl_access and _default of
// Linux (acl(5), posix_acl_xattr.h).
func LettingRead(user uint32) []byte {
	const owner, named, group, mask, others, nobody = 1, 2, 4, 16, 32, 1<<32 - 1
	list := binary.LittleEndian.AppendUint32(nil, 2)
	for _, entry := range [][3]uint32{
		{owner, 6, nobody}, {named, 4, user}, {group, 4, nobody}, {mask, 4, nobody}, {others, 0, nobody},
	} {
		list = binary.LittleEndian.AppendUint16(list, uint16(entry[0]))
		list = binary.LittleEndian.AppendUint16(list, uint16(entry[1]))
		list = binary.LittleEndian.AppendUint32(list, entry[2])
	}
	return list
}
