package envelope

// Reader is a dialect whose documents no model reads as they stand: a client shows it
// parts of them.
type Reader interface {
	// Read calls show for the parts of a document, in order. It reports false, and
	// has shown nothing, where the document is read as it stands.
	Read(d *Doc, show func(Part)) bool
}

// Part is a part of a document that a client shows. The model reads its JSON text, if
// nothing else is said.
type Part struct {
	Raw      []byte // the value, as it is written
	Text     bool   // a string, of which the model reads what it says
	Data     bool   // some clients show it in place of all texts, and others not at all
	Document bool   // it may be a document of its own
	Media    string // what kind of bytes a string in base64 is, which is read as no text
}
