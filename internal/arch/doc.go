// Package arch holds the rules of the house as tests. They bound imports between packages,
// the length, complexity and parameters of functions, and the size of structs and files.
// They require as much test as code, and a test for each requirement.
package arch
