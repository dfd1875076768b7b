// Package arch holds the rules of the house as tests: who may import whom, how
// long, wide and deep functions, structs and files may be, that there is as much
// test as code, and that each requirement has a test.
package arch
