package roff

import "testing"

const page = "# A title\n\nText with `code -x`,\nand more.\n\n## Part\n\n" +
	"    name           what it means\n    .a  b          more\n    a[0] a[1] a[2] longer\n    one, two, nine more\n                   below\n\n" +
	"    shape -x 'a'\n    shape ^ ~ \\ é\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"

const want = `.TH SHAPE 1 2026-01-02 "v1" "User Commands"
.SH "A TITLE"
Text with \fBcode \-x\fR, and more.
.SS "Part"
.TP
\fBname\fR
what it means
.TP
\fB.a b\fR
more
.TP
\fBa[0] a[1] a[2]\fR
longer
.TP
\fBone, two, nine more\fR
below
.PP
.RS 4
.nf
shape \-x \(aqa\(aq
shape \(ha \(ti \e \[u00E9]
.fi
.RE
.PP
.RS 4
.nf
a  b
1  2
.fi
.RE
.PP
\&.a "b
.PP
.RS 4
.EX
\(aqa\(aq
\&.b
.EE
.RE
.SS "\(dqa\(dq"
`

// What reads well as it stands becomes a page of a manual, in which nothing is
// taken for a command.
func TestPage(t *testing.T) {
	p := New("shape", "2026-01-02", "v1")
	p.Markdown(page)
	p.Paragraph(".a \"b")
	p.Example("'a'\n.b\n")
	p.Part(`"a"`)
	if got := p.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
