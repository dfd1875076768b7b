package documents

import (
	"fmt"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// LossNotice warns of parts that an envelope cannot carry.
func LossNotice(dialect string, lost []string) notice.Notice {
	message := dialect + " cannot carry " + strings.Join(lost, ", ")
	return notice.Notice{Level: notice.Warning, Kind: "lost", Message: message, Found: notice.Found{Lost: lost}}
}

// OfDocument adds the document to a notice.
func OfDocument(file string, number int, n notice.Notice) notice.Notice {
	n.File, n.Text = file, fmt.Sprintf("%s, document %d: %s", terminal.Printable(file), number, n.Message)
	return n
}
