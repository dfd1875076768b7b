// Command answers shapes numbered cases and prints the result of each:
//
//	answers -from 0 -count 1000     # a line of 16 digits for each case
//	answers -from 17 -count 1 -show # the case, and its answer in full
//
// It uses only the public packages, so that it compiles at other commits as well.
// .ci/differ compares the answers of two commits.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"reflect"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

func main() {
	from := flag.Int("from", 0, "the first case")
	count := flag.Int("count", perScene, "how many")
	show := flag.Bool("show", false, "print the cases and their answers in full")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	err := answers(out, *from, *count, *show)
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, "answers:", err)
		os.Exit(1)
	}
}

// answers prints the answers to count cases.
func answers(out io.Writer, from, count int, show bool) error {
	for first := from / perScene * perScene; first < from+count; first += perScene {
		s := newScene(uint64(first / perScene))
		set, err := profiles.New(s.spec)
		if err != nil {
			return fmt.Errorf("case %d: %w", first, err)
		}
		eng, err := shaper.New(set, s.options...)
		if err != nil {
			return fmt.Errorf("case %d: %w", first, err)
		}
		for n := first; n < first+perScene && n < from+count; n++ {
			req := s.request()
			answer := answer(eng, req, n%8 == 0)
			switch {
			case n < from: // it leaves its mark on the engine all the same
			case show:
				tell(out, n, s.spec, req, answer)
			default:
				h := fnv.New64a()
				h.Write(answer)
				fmt.Fprintf(out, "%016x\n", h.Sum64())
			}
		}
	}
	return nil
}

// answer is all that a caller can see of an answer.
func answer(eng *shaper.Engine, req shaper.Request, explain bool) (all []byte) {
	if explain {
		return explained(eng, req)
	}
	body, report, err := eng.AppendShape(nil, req)
	return fmt.Appendf(nil, "body:   %q\nreport: %s\nerror:  %v\n", body, reported(report), err)
}

// explained is an answer with the reasons for it.
func explained(eng *shaper.Engine, req shaper.Request) []byte {
	x, err := eng.Explain(context.Background(), req)
	all := fmt.Appendf(nil, "body:   %q\nreport: %s\nerror:  %v\nfields: %v\nrest:   %v\n", x.Body, reported(x.Report), err, x.Fields, x.Rest)
	if err == nil {
		for d := range x.Decisions() {
			all = fmt.Appendf(all, "%+v\n", d)
		}
	}
	return all
}

// reported returns the content of a report, without parts that differ between two runs. It
// omits zeros, so that a field that one of two commits lacks is no difference.
func reported(r shaper.Report) string {
	r.Generation = 0
	return told(reflect.ValueOf(r))
}

func told(report reflect.Value) (all string) {
	for field, value := range report.Fields() {
		said, isError := value.Interface().(error)
		switch {
		case isError:
			all += fmt.Sprintf("%s:%v ", field.Name, said)
		case field.Anonymous:
			all += told(value)
		case !value.IsZero():
			all += fmt.Sprintf("%s:%+v ", field.Name, value.Interface())
		}
	}
	return all
}

// tell prints a case and its answer.
func tell(out io.Writer, n int, spec profiles.Spec, req shaper.Request, answer []byte) {
	body := req.Body
	req.Body = nil
	rules, _ := json.Marshal(struct {
		Spec    profiles.Spec
		Tools   []profiles.Tool
		Privacy []profiles.Privacy
		Request shaper.Request
	}{spec, spec.Tools, spec.Privacy, req})
	fmt.Fprintf(out, "case %d\nrules:  %s\ninput:  %q\n%s", n, rules, body, answer)
}
