//go:build secrets

package app

import _ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
