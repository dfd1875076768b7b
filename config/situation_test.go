package config

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// situations are the situations of a reload, by number. On an idle machine each runs with
// notifications and with the poll alone. It runs once more on one processor, and every night
// on a busy machine.
var situations = map[int]struct {
	name string
	run  func(*site)
}{
	1:  {"saved in place", savedInPlace},
	2:  {"fifty saves in a row", fiftySaves},
	3:  {"truncated, then written", truncatedThenWritten},
	4:  {"written byte by byte", writtenByteByByte},
	5:  {"renamed over", renamedOver},
	6:  {"saved as vim does", savedByVim},
	7:  {"deleted and made again", deletedAndMadeAgain},
	8:  {"absent at the start", absentAtStart},
	9:  {"two directories absent at the start", directoriesAbsentAtStart},
	10: {"directory removed and made again", directoryMadeAgain},
	11: {"directory swapped", directorySwapped},
	12: {"ConfigMap swap", configMapSwap},
	13: {"behind a symbolic link", behindLink},
	14: {"directory behind a symbolic link", behindDirectoryLink},
	15: {"symbolic link to itself", linkLoop},
	16: {"invalid for a while", invalidForAWhile},
	17: {"invalid, then as before", invalidThenAsBefore},
	18: {"emptied", emptied},
	19: {"touched", touched},
	20: {"same size and time", sameSizeAndTime},
	21: {"older", older},
	22: {"too large", tooLarge},
	23: {"a directory, a pipe", notAFile},
	24: {"hard link swapped", hardLinkSwapped},
	25: {"removed and checked out again", checkedOutAgain},
	26: {"busy neighbour", busyNeighbour},
	27: {"eight readers", eightReaders},
	28: {"opened and closed fifty times", openedAndClosed},
	29: {"permission lost", permissionLost},
	30: {"bind mount", bindMounted},
	31: {"no notifications to be had", noNotifications},
	32: {"queue overflow", queueOverflow},
	33: {"notations", notations},
	34: {"bombs", bombs},
	35: {"wrong meaning", wrongMeaning},
	36: {"one generation per answer", oneGenerationPerAnswer},
	37: {"everything at once", everythingAtOnce},
	38: {"closed in the middle", closedInTheMiddle},
	39: {"disk full, read errors", diskFaults},
	40: {"the clock jumps", clockJumps},
	41: {"renamed to another case, locked", renamedOrLocked},
	42: {"our own save", ourOwnSave},
	43: {"profile dropped", profileDropped},
	44: {"refused edits reveal nothing", refusedEditsRevealNothing},
}

func TestSituations(t *testing.T) { runSituations(t, ModeNotify, ModePoll) }

func TestSituationsOnOneProcessor(t *testing.T) {
	skipIfShort(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	modes := []Mode{ModeNotify}
	if testkit.AllSeeds() {
		modes = append(modes, ModePoll)
	}
	runSituations(t, modes...)
}

func TestSituationsOnABusyMachine(t *testing.T) {
	if !testkit.AllSeeds() {
		t.Skip("it takes all processors; make nightly runs it")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 2 * runtime.NumCPU() {
		go func() {
			for ctx.Err() == nil {
			}
		}()
	}
	runSituations(t, ModeNotify, ModePoll)
}

// runSituations returns after all situations have ended, so that a caller's changes for them
// last.
func runSituations(t *testing.T, modes ...Mode) {
	root := quietDir(t)
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			for number := 1; number <= 44; number++ {
				situation := situations[number]
				name := fmt.Sprintf("%02d %s", number, situation.name)
				t.Run(name, func(t *testing.T) {
					s := newSiteIn(t, mode, filepath.Join(root, string(mode), name))
					t.Parallel() // from here on: all sites are there before anything happens at one
					situation.run(s)
				})
			}
		})
	}
}

func skipIfShort(t *testing.T) {
	if testing.Short() {
		t.Skip("only without -short")
	}
}
