package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
)

func fold(task string) int { h := sha256.Sum256([]byte(task)); return int(h[1] % 3) }

func main() {
	out := flag.String("out", "/tmp/learn/x", "")
	R := flag.Int("R", 3000, "")
	show := flag.String("show", "", "")
	hold := flag.Bool("hold", false, "")
	foldN := flag.Int("fold", 0, "")
	priors := flag.String("priors", "", "write")
	flag.Parse()
	full, args := map[string]*learn.Evidence{}, map[string]*learn.Evidence{}
	for _, file := range flag.Args() {
		set := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		full[set], args[set] = &learn.Evidence{}, &learn.Evidence{}
		os.MkdirAll(filepath.Join(*out, set), 0o777)
		_, err := recordings.Sessions([]string{file}, "", func(s *recordings.Session) error {
			full[set].Add(s)
			a := *s
			a.Events = nil
			for _, e := range s.Events {
				if e.Kind != recordings.User && e.Kind != recordings.Model {
					a.Events = append(a.Events, e)
				}
			}
			args[set].Add(&a)
			return nil
		})
		if err != nil {
			panic(err)
		}
		var ws [3]*os.File
		for k := range 3 {
			ws[k], _ = os.Create(filepath.Join(*out, set, fmt.Sprint("test", k, ".jsonl")))
		}
		in, _ := os.Open(file)
		r := bufio.NewReaderSize(in, 1<<20)
		for {
			line, err := r.ReadBytes('\n')
			if len(line) > 1 {
				var run struct{ Task string }
				json.Unmarshal(line, &run)
				ws[fold(run.Task)].Write(line)
			}
			if err != nil {
				break
			}
		}
	}
	if *priors != "" {
		pool := learn.Priors{}
		for other := range full {
			pool.Add(full[other].Priors(func(string) bool { return true }))
		}
		f, _ := os.Create(*priors)
		fmt.Fprintln(f, "# name, tasks with a value, tasks that took one up")
		pool.Write(f)
		return
	}
	for set := range full {
		for k := range 3 {
			pool := learn.Priors{}
			train := func(task string) bool { return fold(task) != k }
			for other := range full {
				if !*hold || other != set {
					pool.Add(full[other].Priors(train))
				}
			}
			tools := args[set].Decide(train, learn.Options{Retrieval: *R, Priors: pool})
			over := map[string]any{}
			masks := func(all []learn.Omission) (m []string) {
				for _, o := range all {
					m = append(m, o.Mask)
				}
				return m
			}
			global := learn.Everywhere(tools)
			if global != nil {
				over["*"] = map[string]any{"exclude_fields": masks(global)}
			}
			for _, t := range tools {
				entry := map[string]any{}
				if m := masks(t.Omissions(global)); m != nil && !t.IsFile {
					entry["exclude_fields"] = m
				}
				over[t.Name] = entry
				if *show != "" && strings.Contains(t.Name, *show) && k == *foldN {
					fmt.Println(set, k, t.Name, t.Results, t.IsFile, masks(t.Omissions(global)), t.Inclusions())
					for _, p := range t.Places {
						fmt.Printf("%v %-60s n %4d/%d c %8d k %4d P %.4f %s\n", p.Keep, strings.Join(p.Path, "."), p.Results, p.Tasks, p.Tokens/max(p.Results, 1), p.Taken, p.Chance, p.Why)
					}
				}
			}
			conf := map[string]any{"global": map[string]any{"archive": map[string]any{"store": "memory"}, "exclude_null_values": true, "exclude_empty_arrays": true, "exclude_empty_objects": true, "columns": true}, "tool_overrides": over}
			text, _ := json.MarshalIndent(conf, "", " ")
			os.WriteFile(filepath.Join(*out, set, fmt.Sprint("conf", k, ".json")), text, 0o666)
		}
	}
}
