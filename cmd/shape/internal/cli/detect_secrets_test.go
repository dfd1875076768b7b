//go:build secrets

package cli

func init() { detectsSecrets = true }
