package archive_test

import (
	"context"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// A producer gets its document back, whole or in part; another producer does not.
func ExampleArchive_Read() {
	ctx := context.Background()
	results, err := archive.Open(archive.Settings{Store: "memory"})
	if err != nil {
		panic(err)
	}
	defer results.Store.Close()
	handle, err := results.Keep(ctx, []byte(`{"rows":[{"id":1},{"text":"{\"deep\":[true]}"}]}`))
	if err != nil {
		panic(err)
	}
	page, err := results.Read(ctx, archive.Ask{Handle: handle, Path: "/rows/1/text/deep"})
	fmt.Printf("%s, page %d of %d, %v\n", page.Text, page.Number, page.Pages, err)

	other := archive.Archive{Store: results.Store, Key: results.Key.For("client", "another")}
	_, err = other.Read(ctx, archive.Ask{Handle: handle})
	fmt.Println(err)
	// Output:
	// [true], page 1 of 1, <nil>
	// archive: no result under this handle (unknown, expired, or another client's)
}
