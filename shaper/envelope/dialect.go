package envelope

import "slices"

// Dialect is one envelope. A dialect that can do more implements [Former], [Codec],
// [Validator], [Schemer], [Expander], [Scrubber], [PartialMarker], [Referrer], [Noter],
// [TokenTeller], [Wrapper], [Editioned] or [Reader] as well.
type Dialect interface {
	// Name is the name used in configuration and flags.
	Name() string
	// Detect says how surely the document is of this dialect, from 0 (it is
	// not) to 100. The highest score wins; a tie means "plain".
	Detect(*Doc) int
	// Names says what the names in the root of an object tell before Detect is asked,
	// and [Former.Form], which take no document that they rule out.
	Names() Names
	// Misfit says why a document that somebody says is of this dialect cannot
	// be: a few words without content, "" where it can. A document that Detect
	// takes always can.
	Misfit(*Doc) string
	// Layout says which parts of the envelope are what.
	Layout() *Layout
	// Facts reads what shaping must know before it starts.
	Facts(*Doc) Facts
}

// Names are the names that roots of a dialect have, whatever their values are.
type Names struct {
	Some []string               // each root has one of these; nil is that it need not
	All  []string               // and all of these
	Only func(name string) bool // and none for which this is false; nil is that it may
}

// Former is a dialect whose documents take more forms than that of its [Layout]:
// what the parts of one are may depend on what it holds.
type Former interface {
	// Form is the layout of a document whose form tells that it is of this
	// dialect, and nil where the usual one holds or the document is another's.
	Form(*Doc) *Layout
	// Forms are the layouts that Form may return.
	Forms() []*Layout
}

// Layout tells the roles of the parts of an envelope. A member that it does not
// name is foreign: it stays, and what floats to every depth acts on it.
type Layout struct {
	// Name tells the layouts of one dialect apart; "" is the usual one.
	Name string
	// Around is the name of the dialect of an envelope in this one, "" for none:
	// who means that one may be shown this.
	Around string
	// Protocol holds the paths of what the contract needs: never dropped or
	// masked, whatever the rules say. What is below such a path may be.
	Protocol []string
	// Message holds the paths of texts for people that the contract needs: kept
	// as Protocol is, but privacy patterns act on them.
	Message []string
	// Payload holds the masks of the values that include lists, modes, fields
	// and elision see; "" is the whole document.
	Payload []string
	// Document holds those payloads that may be envelopes themselves: an object
	// or array there is shaped as a response of its own dialect.
	Document []string
	// Apart holds the masks of values that are documents of their own as well, of
	// which nobody knows which call they answer: what hides something acts in
	// them, and nothing else.
	Apart []string
	// Slot holds the masks of strings that may hold a JSON document of their
	// own, or plain text; the document inside is shaped and escaped once again.
	Slot []string
	// Sealed holds the masks of values that only who wrote them reads: what stands
	// in such a string is nobody's to look for.
	Sealed []string
	// Media holds the masks of strings that are no text: bytes in base64.
	Media []string
	// Detail holds the masks of free-form values that excludes act on, but
	// include lists, modes and elision do not (details of an error).
	Detail []string
	// Meta lists the metadata that a profile may show or leave out.
	Meta []Field
	// Notes says where the envelope tells that its payload was shortened; nil is
	// nowhere.
	Notes *Notes
	// Typed lists the values of which a member tells what its parts are.
	Typed []Typed
	// Untouched holds the masks of what belongs to the protocol with all that is
	// below: no rule acts on it, but for what hides something in the text of a
	// Message.
	Untouched []string
	// Reserved is Untouched for the members of free-form objects that belong to
	// the protocol by their names.
	Reserved []Reserved
	// Spared holds the masks of what is neither the tool's to say nor known to the
	// contract: of all rules privacy and tiers alone act on it and below.
	Spared []string
	// Failure is the layout of an envelope that reports a failure; nil where
	// that is no different.
	Failure *Layout
}

// Field is one piece of envelope metadata.
type Field struct {
	Path string // mask of the field, from the root of the document
	Name string // what envelope.include calls it
	Show Show   // when it shows although the profile does not list it
}

// Show says when a metadata field shows in every profile.
type Show uint8

const (
	ShowListed  Show = iota // only when the profile lists it
	ShowSet                 // when its value is not null, [] or {}, also once something was hidden in it
	ShowClient              // when the client sent it (a request id)
	ShowAlways              // the contract requires it
	ShowFailure             // when its value is not null: it tells that the call failed, whatever it holds
	ShowPayload             // unless it is null while an error is set (seed 001; RULES R16)
)

// Notes says where an envelope tells that its payload was shortened. A dialect that has
// Notes is a [PartialMarker], or a [Noter] if At is empty.
type Notes struct {
	// At holds the paths of the values that [PartialMarker.MarkPartial] rewrites:
	// members of one object.
	At []string
	// Lists holds the masks of notes, and of what holds nothing else. Rules leave
	// those alone that are ours, so that a second look changes nothing.
	Lists []string
	// Words tells that the contract has words for it, which each of its envelopes
	// uses. Where not, the outermost envelope tells of all that was cut in it.
	Words bool
}

// Facts are what an envelope says about itself.
type Facts struct {
	IsError bool
	Tier    string // "" when the envelope names none
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

// Schemer is a dialect with a JSON Schema (draft 2020-12). It agrees with
// Validate on what is an error as far as a schema can say it.
type Schemer interface {
	Schema(edition string) ([]byte, error)
}

// Expander is a dialect that debug profiles can spell out in full: every
// documented key, in the document's order, null or [] where nothing is known.
type Expander interface {
	Expand(*Doc, Known) ([]byte, error)
}

// Scrubber is a dialect whose errors must not carry certain contents, whoever
// wrote them. debug allows what only an operator may see.
type Scrubber interface {
	Scrub(doc []byte, debug bool) ([]byte, error)
}

// Wrapper is a dialect whose envelopes can be built from [Parts]. What the
// dialect has no place for is listed.
type Wrapper interface {
	Wrap(parts Parts, known Known) (Conversion, error)
}

// Editioned is a dialect whose contract has several editions: each is a dialect of the
// same name, which builds and checks by its own rules unless another is named.
type Editioned interface {
	// Editions are the names of the editions, the default one first.
	Editions() []string
	// In is the dialect in an edition, "" being the default one. An unknown one is
	// an [*EditionError].
	In(edition string) (Dialect, error)
}

// Conversion is an envelope made from another, or from [Parts], and what it could
// not carry.
type Conversion struct {
	Envelope []byte
	Lost     []string // paths of the [Model]; where they are more than [MostLost], the last entry is "and more"
	// Faults are what the validator of the new envelope's dialect has against it:
	// values that the contract of the old one allows, and which stay.
	Faults []Finding
}

// Known is what the call knows about an envelope that the envelope may not say.
type Known struct {
	Tool, Tier string
}

// Typed are the values of a mask, objects each, of which a member tells the kind:
//
//	"content": [{"type": "text", "text": "hi"}, {"type": "image", "data": "aGk="}]
//
// The data of an image is protocol, that of any other block is not.
type Typed struct {
	Path  string // mask of the values
	By    string // the member, a text
	Kinds []Kind
	Other Layout // of a value of any other kind; one that tells none has no parts
}

// Kind is one kind of [Typed] values, with its parts. Their masks begin at the
// value; a Layout has parts there that need no more than a rule each, and neither
// Payload, Meta, Typed nor Failure.
type Kind struct {
	Name  string
	Parts Layout
}

// Reserved are the members of an object that belong to a protocol.
type Reserved struct {
	Of  string // mask of the object
	Has func(name []byte) bool
}

// Carries reports whether other documents stand in one of this layout.
func (l *Layout) Carries() bool { return len(l.Document) > 0 || len(l.Slots()) > 0 }

// Slots are the masks of Slot, those in values of some kind among them.
func (l *Layout) Slots() []string {
	all := slices.Clone(l.Slot)
	for _, t := range l.Typed {
		for _, k := range t.Kinds {
			all = append(all, below(t.Path, k.Parts.Slot)...)
		}
	}
	return all
}

// In is the layout of a document of this one that stands at a path of another.
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

// join is the mask of what stands at a mask below a path.
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
func (Plain) Names() Names    { return Names{} }

// Misfit finds nothing: any document is a payload.
func (Plain) Misfit(*Doc) string { return "" }

func (Plain) Layout() *Layout { return &plainLayout }

// Facts reads success and isError of a payload that reports its own failure.
func (Plain) Facts(d *Doc) Facts {
	return Facts{IsError: string(d.Value("success")) == "false" || string(d.Value("isError")) == "true"}
}

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
