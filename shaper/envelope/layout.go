package envelope

import "slices"

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
