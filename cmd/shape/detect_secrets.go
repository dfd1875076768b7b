//go:build secrets

package main

import _ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
