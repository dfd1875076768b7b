package fieldmask_test

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

func ExampleParse() {
	paths, err := fieldmask.Parse("id,owner(login, name),**.secret")
	if err != nil {
		panic(err)
	}
	for _, p := range paths {
		fmt.Println(p)
	}
	_, err = fieldmask.Parse("owner(login")
	fmt.Println(err)
	// Output:
	// id
	// owner.login
	// owner.name
	// **.secret
	// mask "owner(login": group is not closed at offset 5
}

// A mask is walked along a document: each member name leads from one state to
// the next.
func ExampleCompile() {
	mask, err := fieldmask.Compile(
		fieldmask.Rule{Kind: fieldmask.Include, Path: fieldmask.MustParse("owner")},
		fieldmask.Rule{Kind: fieldmask.Exclude, Path: fieldmask.MustParse("secret")},
	)
	if err != nil {
		panic(err)
	}
	owner := mask.Root().Member([]byte("owner"))
	fmt.Println(owner.Verdict() == fieldmask.Keep, owner.Member([]byte("secret")).Verdict() == fieldmask.Drop)
	// Output: true true
}
