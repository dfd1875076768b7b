// Package arch holds the rule of who may import whom, as a test.
package arch
