package envelope

import "slices"

// Dialect is one kind of envelope. A dialect with more abilities also implements [Former],
// [Codec], [Validator], [Schemer], [Expander], [Scrubber], [PartialMarker], [Referrer],
// [Noter], [TokenTeller], [Wrapper], [Editioned] or [Reader].
type Dialect interface {
	// Name returns the name in configuration and flags.
	Name() string
	// Detect returns a score for the document, from 0 (not of this dialect) to 100. The
	// highest score wins; a tie means "plain".
	Detect(*Doc) int
	// Misfit returns the reason why a document cannot be of this dialect, in a few words
	// without content, or "" if it can. It returns "" for each document with a Detect score.
	Misfit(*Doc) string
	// Layout returns the roles of the envelope's parts.
	Layout() *Layout
	// Facts reads the facts that the engine needs before it shapes the document.
	Facts(*Doc) Facts
}

// Names are conditions on the member names of a dialect's roots. Values do not matter.
type Names struct {
	Some []string               // a root has at least one of these; nil is no condition
	All  []string               // a root has all of these
	Only func(name string) bool // a root has only names for which this is true; nil is no condition
}

// Former is a dialect with more forms than its [Layout] describes: the roles of a document's
// parts may depend on its content.
type Former interface {
	// Form returns the layout of a document whose form shows that it is of this dialect. It
	// returns nil for the usual layout, and for a document of another dialect.
	Form(*Doc) *Layout
	// Forms returns all layouts that Form may return.
	Forms() []*Layout
}

// Layout lists the roles of the parts of an envelope. A member without a role stays, and only
// masks for every depth (such as **.email) act on it.
type Layout struct {
	// Name distinguishes the layouts of one dialect; "" is the usual one.
	Name string
	// Around names the dialect of an envelope that this one may hold, "" for none. A document
	// of this layout is accepted if a call names that dialect.
	Around string
	// Protocol holds the paths of values that the contract requires. No rule drops or masks
	// them; rules may act on the values below them.
	Protocol []string
	// Message holds the paths of texts for people that the contract requires. They are kept
	// like Protocol, but privacy patterns act on them.
	Message []string
	// Payload holds the masks of the values that include lists, modes, fields and elision act
	// on; "" is the whole document.
	Payload []string
	// Document holds those payloads that may be envelopes themselves. An object or array there
	// is shaped as a response of its own dialect.
	Document []string
	// Apart holds the masks of further values that are documents of their own. Their calls are
	// unknown, so only hiding rules act in them.
	Apart []string
	// Slot holds the masks of strings that may hold a JSON document of their own, or plain
	// text. The engine shapes the document inside and escapes it again.
	Slot []string
	// Sealed holds the masks of strings that only their writer reads, such as cursors. No rule
	// looks into them.
	Sealed []string
	// Media holds the masks of strings with bytes in base64. They are no text.
	Media []string
	// Detail holds the masks of free-form values, such as the details of an error. Excludes
	// act on them; include lists, modes and elision do not.
	Detail []string
	// Meta lists the metadata that a profile may show or leave out.
	Meta []Field
	// Notes is the place for notes that the payload was shortened; nil if there is none.
	Notes *Notes
	// Typed lists the values with a member that sets the roles of their parts.
	Typed []Typed
	// Untouched holds the masks of values that belong to the protocol with all that is below
	// them. No rule acts on them, except for hiding rules in the text of a Message.
	Untouched []string
	// Reserved is Untouched for members of free-form objects that belong to the protocol by
	// their names.
	Reserved []Reserved
	// Spared holds the masks of values that come neither from the tool nor from the contract.
	// Only privacy and tiers act on them and below.
	Spared []string
	// Failure is the layout of an envelope that reports a failure; nil if it is the same.
	Failure *Layout
}

// Field is one piece of envelope metadata.
type Field struct {
	Path string // mask of the field, from the root of the document
	Name string // its name in envelope.include
	Show Show   // when it shows without being listed by the profile
}

// Show is the condition under which a metadata field shows in every profile.
type Show uint8

const (
	ShowListed  Show = iota // only when the profile lists it
	ShowSet                 // when its value is not null, [] or {}, also once something was hidden in it
	ShowClient              // when the client sent it (a request id)
	ShowAlways              // the contract requires it
	ShowFailure             // if its value is not null: each value reports a failure
	ShowPayload             // unless it is null while an error is set (seed 001; RULES R16)
)

// Notes is the place in an envelope for notes that its payload was shortened. A dialect with
// Notes is a [PartialMarker], or a [Noter] if At is empty.
type Notes struct {
	// At holds the paths of the values that [PartialMarker.MarkPartial] rewrites:
	// members of one object.
	At []string
	// Lists holds the masks of notes, and of members that hold only notes. Rules leave our
	// notes there alone, so a second run changes nothing.
	Lists []string
	// Words states that the contract defines notes of cuts, for each envelope. Without them,
	// the outermost envelope reports all cuts in it.
	Words bool
}

// Facts are the statements of an envelope about itself.
type Facts struct {
	IsError bool
	Tier    string // "" if the envelope names none
}

// Codec is a dialect that converts.
type Codec interface {
	// Parse reads an envelope into the model.
	Parse(doc []byte) (*Model, error)
	// Build writes the model as an envelope and lists the paths of the model
	// that the envelope cannot carry.
	Build(*Model) (doc []byte, lost []string, err error)
}

// Validator is a dialect that checks envelopes. An edition names a variant of
// the contract; "" is the default one, an unknown one is an error.
type Validator interface {
	Validate(doc []byte, edition string) (Findings, error)
}

// Schemer is a dialect with a JSON Schema (draft 2020-12). The schema and Validate agree on
// errors, as far as a schema can express them.
type Schemer interface {
	Schema(edition string) ([]byte, error)
}

// Expander is a dialect that debug profiles can write in full: every documented key, in the
// document's order, with null or [] for unknown values.
type Expander interface {
	Expand(*Doc, Known) ([]byte, error)
}

// Scrubber is a dialect whose errors must not carry certain contents. Scrub removes them.
// debug keeps the contents that only an operator may see.
type Scrubber interface {
	Scrub(doc []byte, debug bool) ([]byte, error)
}

// Wrapper is a dialect whose envelopes can be built from [Parts]. Conversion.Lost lists the
// parts without a place in it.
type Wrapper interface {
	Wrap(parts Parts, known Known) (Conversion, error)
}

// Editioned is a dialect whose contract has several editions. Each edition is a dialect of the
// same name. It builds and checks by its own rules unless a call names another edition.
type Editioned interface {
	// Editions returns the names of the editions, the default one first.
	Editions() []string
	// In returns the dialect in an edition, "" being the default one. An unknown edition is an
	// [*EditionError].
	In(edition string) (Dialect, error)
}

// Conversion is an envelope made from another one, or from [Parts], with the list of losses.
type Conversion struct {
	Envelope []byte
	Lost     []string // paths of the [Model]; if there are more than [MostLost], the last entry is "and more"
	// Faults are the findings of the new dialect's validator: values that only the old
	// contract allows. They are kept.
	Faults []Finding
}

// Known holds facts of the call that the envelope may lack.
type Known struct {
	Tool, Tier string
}

// Typed are objects at a mask, with a member that names their kind:
//
//	"content": [{"type": "text", "text": "hi"}, {"type": "image", "data": "aGk="}]
//
// The data of an image is protocol; the data of any other block is not.
type Typed struct {
	Path  string // mask of the values
	By    string // the member, a string
	Kinds []Kind
	Other Layout // of any other kind; a value without a kind has no parts
}

// Kind is one kind of [Typed] values, with its parts. The masks of Parts begin at the value.
// Parts uses only roles that need one rule each, so not Payload, Meta, Typed or Failure.
type Kind struct {
	Name  string
	Parts Layout
}

// Reserved are the members of an object that belong to a protocol.
type Reserved struct {
	Of  string // mask of the object
	Has func(name []byte) bool
}

// Carries reports whether a document of this layout holds other documents.
func (l *Layout) Carries() bool { return len(l.Document) > 0 || len(l.Slots()) > 0 }

// Slots returns the masks of Slot, with those of all kinds of Typed values.
func (l *Layout) Slots() []string {
	all := slices.Clone(l.Slot)
	for _, t := range l.Typed {
		for _, k := range t.Kinds {
			all = append(all, below(t.Path, k.Parts.Slot)...)
		}
	}
	return all
}

// In returns the layout with all masks below path, for a document inside another one.
func (l *Layout) In(path string) Layout {
	in := *l
	for _, masks := range []*[]string{&in.Protocol, &in.Message, &in.Payload, &in.Document, &in.Apart, &in.Slot, &in.Detail, &in.Sealed, &in.Media, &in.Untouched, &in.Spared} {
		*masks = below(path, *masks)
	}
	in.Reserved = slices.Clone(l.Reserved)
	for i := range in.Reserved {
		in.Reserved[i].Of = join(path, l.Reserved[i].Of)
	}
	in.Typed = slices.Clone(l.Typed)
	for i := range in.Typed {
		in.Typed[i].Path = join(path, l.Typed[i].Path)
	}
	return in
}

func below(path string, masks []string) []string {
	var joined []string
	for _, m := range masks {
		joined = append(joined, join(path, m))
	}
	return joined
}

// join returns the mask below a path.
func join(path, mask string) string {
	switch {
	case mask == "":
		return path
	case mask[0] == '[':
		return path + mask
	}
	return path + "." + mask
}

// Plain is no envelope: the whole document is the payload.
type Plain struct{}

var plainLayout = Layout{Payload: []string{""}}

func (Plain) Name() string    { return "plain" }
func (Plain) Detect(*Doc) int { return 0 }

// Misfit finds nothing: any document is a payload.
func (Plain) Misfit(*Doc) string { return "" }

func (Plain) Layout() *Layout { return &plainLayout }

// Facts reads success and isError of a payload that reports its own failure.
func (Plain) Facts(d *Doc) Facts {
	return Facts{IsError: string(d.Value("success")) == "false" || string(d.Value("isError")) == "true"}
}

// Reader is a dialect of whose documents a client shows parts to its model.
type Reader interface {
	// Read calls show for the parts of a document, in order. It reports false, without a call,
	// if the model reads the whole document.
	Read(d *Doc, show func(Part)) bool
}

// Part is a part of a document that a client shows. The model reads its JSON text, unless a
// field says otherwise.
type Part struct {
	Raw      []byte // the value as written
	Text     bool   // a string; the model reads its unescaped content
	Data     bool   // some clients show it in place of all texts, others never
	Document bool   // it may be a document of its own
	Media    string // kind of the bytes in a base64 string; the model reads none of it
}
