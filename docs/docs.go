// Package docs embeds the user pages of this folder. The command prints them as
// `shape help TOPIC`; a repository viewer shows the same files.
package docs

import "embed"

// Pages holds one Markdown file for each topic.
//
//go:embed *.md
var Pages embed.FS
