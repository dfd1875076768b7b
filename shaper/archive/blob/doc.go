// Package blob keeps archived results in a bucket that replicas share. A program that imports
// it opens archive.Settings{Store: "blob"}.
//
// The URL names the bucket:
//
//	s3://NAME?region=eu-central-1
//	gs://NAME
//	azblob://CONTAINER
//	file:///a/directory
//	mem://
//
// The credentials are those of the environment, as the SDKs of the providers find them. A
// directory must exist. The bucket mem:// is empty at each start; it is for tests.
//
// Each document is one object. Its name is the prefix and a name of the archive. An object is
// visible when it is complete. A second Put of a document writes it again, so its age starts
// anew. The bucket deletes nothing by itself: a lifecycle rule on the prefix does. Get does not
// return an object that is older than the limit.
//
// The program needs the rights to write, read, delete and list objects.
package blob
