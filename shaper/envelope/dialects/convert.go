package dialects

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Convert turns an envelope of one dialect into one of another, by their names;
// from may be "auto". Payload, error message and code, request id, warnings and
// pagination survive there and back wherever the other dialect has a place for
// them (RULES, conversion). For an edition that is not the default one, use its
// codec in [Recode].
func Convert(doc []byte, from, to string) (envelope.Conversion, error) {
	source, err := codecOf(from, doc)
	if err != nil {
		return envelope.Conversion{}, err
	}
	target, err := codecOf(to, nil)
	if err != nil {
		return envelope.Conversion{}, err
	}
	return Recode(doc, source, target)
}

// Recode is [Convert] by codecs: from reads the envelope, [Translate] spells the
// code of its error as to does, to writes it. Values that the contract of to does not
// allow are kept, and told as [envelope.Conversion.Faults]. A document in which an
// object holds a name twice is a [*envelope.SyntaxError]: which of them counts nobody
// can tell.
func Recode(doc []byte, from, to envelope.Codec) (envelope.Conversion, error) {
	if err := envelope.CheckUnique(doc); err != nil {
		return envelope.Conversion{}, err
	}
	if kit.Kind(kit.Trim(doc)) != "object" {
		return envelope.Conversion{}, ErrNoObject
	}
	model, err := from.Parse(doc)
	if err != nil {
		return envelope.Conversion{}, err
	}
	built, lost, err := to.Build(Translate(model, to))
	if err != nil {
		return envelope.Conversion{}, err
	}
	made := envelope.Conversion{Envelope: built, Lost: lost}
	if v, ok := to.(envelope.Validator); ok {
		found, err := v.Validate(built, "")
		made.Faults = found.Errors
		return made, err
	}
	return made, nil
}

// codecOf finds a dialect that converts; "auto" recognises that of a document.
func codecOf(name string, doc []byte) (envelope.Codec, error) {
	d, ok := Lookup(name)
	if name == "auto" && doc != nil {
		opened, err := envelope.Open(doc, envelope.Limits{})
		if err != nil {
			return nil, err
		}
		d, ok = Detect(opened), true
	}
	if !ok {
		return nil, &UnknownError{Name: name}
	}
	codec, ok := d.(envelope.Codec)
	if !ok {
		return nil, &NoCodecError{Dialect: d.Name()}
	}
	return codec, nil
}
