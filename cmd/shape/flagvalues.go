package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// fileName is a flag that names a file. An empty name most likely is a variable
// that is not set, and would silently mean another file.
type fileName struct{ name *string }

func (f fileName) Set(name string) error {
	if name == "" {
		return errors.New("the name of a file is missing")
	}
	*f.name = name
	return nil
}

func (f fileName) String() string { return *f.name }
func (f fileName) Type() string   { return "file" }

// number is a flag that takes a number within limits.
type number struct {
	to          *int
	least, most int
}

func (n number) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < n.least || value > n.most {
		return fmt.Errorf("%q is not a number from %d to %d", text, n.least, n.most)
	}
	*n.to = value
	return nil
}

func (n number) String() string { return strconv.Itoa(*n.to) }
func (n number) Type() string   { return "int" }

// masks is a flag of masks, checked when it is read.
type masks struct {
	list  *[]string
	parse func(string) ([]fieldmask.Path, error)
	spell bool // in the grammar of the configuration, whatever it was written in
}

func (m masks) Set(mask string) error {
	paths, err := m.parse(mask)
	if err != nil {
		return err
	}
	if !m.spell {
		*m.list = append(*m.list, mask)
		return nil
	}
	for _, path := range paths {
		*m.list = append(*m.list, path.String())
	}
	return nil
}

func (m masks) String() string { return "" }
func (m masks) Type() string   { return "mask" }

// words is a flag that takes one word of a few, or some of them.
type words struct {
	set   func(word string)
	known []string
	many  bool
	value string
}

func (w *words) Set(value string) error {
	list := []string{value}
	if w.many {
		list = strings.Split(value, ",")
	}
	for _, word := range list {
		if !slices.Contains(w.known, word) {
			return hinted(fmt.Errorf("%q is not one of %s", word, strings.Join(w.known, ", ")), word, w.known)
		}
		w.set(word)
	}
	w.value = value
	return nil
}

func (w *words) String() string { return w.value }
func (w *words) Type() string   { return "word" }
