//go:build secrets

package main

func init() { detectsSecrets = true }
