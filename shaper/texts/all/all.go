// Package all links every transform of package texts, for the key text_as. Import it for its
// side effect:
//
//	import _ "github.com/seed-7aa78ce4/shape/shaper/texts/all"
package all

import (
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/diffs"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/html"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/logs"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/outline"
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/snapshot"
)
