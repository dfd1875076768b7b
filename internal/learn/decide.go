package learn

import (
	"cmp"
	"slices"
	"strings"
)

// The decision keeps a place if one of these holds (its evidence counts tasks):
//
//   - a rule keeps it: it identifies or describes a row, it pages, an argument has its name
//   - fewer than three tasks had a value under its name, in any tool
//   - it is a number, a time, a word or a text, and no value of its tool was taken up
//   - a model took it up in 2 % of the tasks or more
//   - its tokens in a session cost less than its expected retrievals
//   - it is content, and is likely to be taken up, or takes few tokens
//
// It drops a place whose values stand in the arguments of the calls. Then it drops a place
// whose values stand at another kept place of the same result. If no value of the tool was taken
// up, names of rows stay, and that other place must be in an object around it.
const (
	DefaultRetrieval = 1500 // tokens of a retrieval: the call, a page, and the prompt once more
	strength         = 10   // tasks that a prior counts as
	rate             = 0.02 // part of the tasks that keeps a place
	likely           = 0.1  // least estimate that keeps content
	fewTokens        = 30   // in a session
	fewPart          = 0.02 // of the tokens of a tool that stay
	leastTasks       = 3    // with a value under a name, so that the name may go
	manyTasks        = 30   // with numbers, times or texts under a name that no prior knows
	redundantPart    = 0.98 // of the values of a place that stand at another one
	belowRow         = 1    // levels below a row with names of its parts
	recordNames      = 20   // of an object; one with more names may be a map
)

// Options set the decision.
type Options struct {
	Retrieval int    // tokens that one retrieval costs, 0 for 1,500
	Priors    Priors // nil for [Shipped]
}

// Place is a path of a tool's results with its evidence. The path passes lists, and has one
// step for all names of a map. [Mask] writes it.
type Place struct {
	Path    []string
	Keep    bool
	Why     string  // the rule that decided, "" if the evidence did
	Results int     // that have a value there
	Tokens  int     // of all of them
	Tasks   int     // with such a result
	Taken   int     // of them, those that took up a value
	Chance  float64 // estimate for a task to take up a value

	tool     string
	sessions int
	stat     stat
	nodes    []*node
	tasks    map[string]bool // those with a result; true if it was taken up
}

// Name is the last name of the path that is not of a map.
func (p *Place) Name() string {
	for _, name := range slices.Backward(p.Path) {
		if name != anyName {
			return name
		}
	}
	return ""
}

// class is that of the most values.
func (p *Place) class() (best Class) {
	for c := Truth; c < classes; c++ {
		if n := p.stat.classes[c]; n > 0 && (best == Empty || n > p.stat.classes[best]) {
			best = c
		}
	}
	return best
}

// tells reports whether the last name or the one before it is of data that people ask for.
func (p *Place) tells() bool {
	n := len(p.Path)
	return n > 0 && slices.Contains(telling, strings.ToLower(p.Path[n-1])) || n > 1 && slices.Contains(telling, strings.ToLower(p.Path[n-2]))
}

// isContent reports whether the values are data that a reader may want, and differ.
func (p *Place) isContent() bool { return p.stat.differs && p.isData() }

// isData reports whether the values are numbers, times, words or texts.
func (p *Place) isData() bool {
	c := p.class()
	return c == Number || c == Time || c == Word || c == Text
}

// Tool is a tool with the decisions about its places, in the order of their paths.
type Tool struct {
	Name     string
	Results  int
	IsFile   bool // the most results may be contents of files or pages, so all stays
	IsUsed   bool // a model took up a value of a result
	Places   []*Place
	sessions int
}

// decision decides by the sum of the evidence of some sessions.
type decision struct {
	Options
	sum     session
	pooled  Priors // with the evidence of the sessions, by name
	tasks   map[*node]map[string]bool
	in      map[*node]int  // sessions
	isMap   map[*node]bool // known answers
	uptakes []uptake
	tools   map[string]*Tool
	of      map[*node]*Place
}

type uptake struct {
	task   string
	places []*node
}

// Decide decides about all tools by the sessions of some tasks, in the order of the tools'
// names.
func (e *Evidence) Decide(of func(task string) bool, o Options) []*Tool {
	d := e.sumUp(of)
	d.Options = o
	d.Retrieval = cmp.Or(o.Retrieval, DefaultRetrieval)
	if d.Priors == nil {
		d.Priors = Shipped()
	}
	var all []*Tool
	for _, t := range d.tools {
		slices.SortFunc(t.Places, comparePaths)
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	for _, t := range all {
		d.applyRules(t)
	}
	d.credit()
	d.pooled = priorsOf(all)
	d.pooled.Add(d.Priors)
	for _, t := range all {
		d.weigh(t)
	}
	d.dropRedundant(all)
	return all
}

// sumUp adds up the evidence of sessions, by place.
func (e *Evidence) sumUp(of func(task string) bool) *decision {
	d := &decision{
		sum:   session{stats: map[*node]*stat{}, arguments: map[string]bool{}, distinct: map[*node]int{}, shared: map[pair]int{}},
		tasks: map[*node]map[string]bool{}, in: map[*node]int{}, isMap: map[*node]bool{}, tools: map[string]*Tool{}, of: map[*node]*Place{},
	}
	for _, s := range e.sessions {
		if of(s.task) {
			d.add(s)
		}
	}
	places := map[string]*Place{}
	for n, st := range d.sum.stats {
		if st.scalars == 0 {
			continue
		}
		path := d.pathOf(n)
		key := n.tool + "\x00" + strings.Join(path, "\x00")
		p := places[key]
		if p == nil {
			p = &Place{Path: path, tool: n.tool, tasks: map[string]bool{}}
			places[key] = p
			d.tools[n.tool].Places = append(d.tools[n.tool].Places, p)
		}
		p.stat.add(st)
		p.Tokens += int(st.tokens)
		p.Results, p.sessions = max(p.Results, int(st.results)), max(p.sessions, d.in[n])
		p.nodes = append(p.nodes, n)
		for task := range d.tasks[n] {
			p.tasks[task] = false
		}
		d.of[n] = p
	}
	return d
}

func (d *decision) add(s *session) {
	for i := range s.packed {
		n, st := s.packed[i].at, &s.packed[i].stat
		d.sum.at(n).add(st)
		d.sum.distinct[n] += int(s.packed[i].distinct)
		if st.scalars > 0 {
			d.in[n]++
			if d.tasks[n] == nil {
				d.tasks[n] = map[string]bool{}
			}
			d.tasks[n][s.task] = true
		}
	}
	for name := range s.arguments {
		d.sum.arguments[name] = true
	}
	for name, n := range s.results {
		t := d.tools[name]
		if t == nil {
			t = &Tool{Name: name}
			d.tools[name] = t
		}
		t.Results += n
		t.sessions++
	}
	for _, of := range s.pairs {
		d.sum.shared[of.pair] += int(of.shared)
	}
	for _, places := range s.uptakes {
		d.uptakes = append(d.uptakes, uptake{s.task, places})
	}
	for name, n := range s.files {
		if d.sum.files == nil {
			d.sum.files = map[string]int{}
		}
		d.sum.files[name] += n
	}
}

// pathOf returns the path of a place. The names of a map are one name.
func (d *decision) pathOf(n *node) (path []string) {
	for ; n.parent != nil; n = n.parent {
		name := n.name
		if d.isOfMap(n.parent) {
			name = anyName
		}
		path = append(path, name)
	}
	slices.Reverse(path)
	return path
}

// isOfMap reports whether the objects of a place map keys to values of one kind. Their
// names are numbers, or there are more than 20 of them. The values are all objects or all
// scalars, and a name is in less than half of the objects.
func (d *decision) isOfMap(n *node) bool {
	is, known := d.isMap[n]
	if known {
		return is
	}
	names, numbers, nested, members, objects := 0, 0, 0, 0, int(d.sum.at(n).objects)
	for _, c := range n.children {
		st := d.sum.stats[c]
		if st == nil {
			continue
		}
		names++
		members += max(int(st.objects), min(int(st.scalars), objects))
		if st.objects > 0 {
			nested++
		}
		if strings.Trim(c.name, "0123456789") == "" {
			numbers++
		}
	}
	is = names > 0 && numbers == names || names > recordNames && (nested == 0 || nested == names) && 2*members < names*objects
	d.isMap[n] = is
	return is
}

var (
	identifying = []string{"id", "key", "number", "error"}
	describing  = []string{"name", "title", "message", "summary", "login", "username", "subject", "label"}
	// telling are the names of data that people ask for. Under them content stays.
	telling = []string{"state", "status", "path", "price", "prices", "amount", "amounts", "cost", "costs", "quantity", "balance",
		"due", "priority", "severity", "level", "body", "description", "text", "content", "primary_keys", "target"}
	paging = []string{"total", "total_count", "totalcount", "has_more", "hasmore", "cursor", "next_cursor", "nextcursor",
		"start_cursor", "startcursor", "end_cursor", "endcursor", "hasnextpage", "haspreviouspage", "incomplete_results"}
)

// applyRules keeps the places that never go.
func (d *decision) applyRules(t *Tool) {
	t.IsFile = 2*d.sum.files[t.Name] > t.Results
	first, row := map[string]int{}, -1 // the least depth of a name, and of one that describes
	for _, p := range t.Places {
		name, depth := p.Name(), len(p.Path)
		if known, ok := first[name]; !ok || depth < known {
			first[name] = depth
		}
		if lower := strings.ToLower(name); (slices.Contains(identifying, lower) || slices.Contains(describing, lower)) && (row < 0 || depth < row) {
			row = depth
		}
	}
	for _, p := range t.Places {
		p.Why = d.rule(t, p, first[p.Name()], row)
		p.Keep = p.Why != "" && !p.isEcho()
	}
}

// rule returns the rule that keeps a place, or "". first is the least depth of its name in
// the tool, and row that of a name that identifies or describes.
func (d *decision) rule(t *Tool, p *Place, first, row int) string {
	name := strings.ToLower(p.Name())
	switch {
	case t.IsFile:
		return "contents of a file or page"
	case len(p.Path) == 0:
		return "a text"
	case slices.Contains(paging, name):
		return "leads to other pages"
	case slices.Contains(p.Path, "error"):
		return "tells of a failure"
	case d.sum.arguments[p.Name()] && len(p.Path) == first:
		return "has the name of an argument"
	case slices.Contains(identifying, name) && len(p.Path) == row:
		return "identifies a row"
	case p.tells() && p.isContent():
		return "holds data that people ask for"
	case slices.Contains(describing, name) && p.isContent() && len(p.Path) <= row+belowRow:
		return "describes a row or a part of it"
	}
	return ""
}

// isEcho reports whether the arguments of calls say the values. A state may be a confirmation,
// so it is none.
func (p *Place) isEcho() bool {
	return len(p.tasks) >= leastTasks && p.class() > Truth && (p.class() == Text || !p.tells()) && !slices.Contains(identifying, strings.ToLower(p.Name())) &&
		len(p.Path) > 0 && p.stat.echoes == p.stat.results
}

// credit gives each value that was taken up to one place. That is a kept one if there is
// one. Otherwise it is the place that holds the most values for the fewest tokens.
func (d *decision) credit() {
	type open struct {
		task   string
		places []*Place
	}
	var rest []open
	count := map[*Place]int{}
	for _, up := range d.uptakes {
		var places []*Place
		var kept *Place
		for _, n := range up.places {
			d.tools[n.tool].IsUsed = true
			p := d.of[n]
			if p == nil || slices.Contains(places, p) {
				continue
			}
			places = append(places, p)
			if p.Keep && (kept == nil || cmp.Or(cmp.Compare(p.Tokens, kept.Tokens), comparePaths(p, kept)) < 0) {
				kept = p
			}
		}
		if kept != nil {
			kept.tasks[up.task] = true
		} else if places != nil {
			rest = append(rest, open{up.task, places})
			for _, p := range places {
				count[p]++
			}
		}
	}
	for len(rest) > 0 {
		var best *Place
		for p, n := range count {
			if best == nil || cmp.Or(cmp.Compare(n*best.Tokens, count[best]*p.Tokens), comparePaths(best, p)) > 0 {
				best = p
			}
		}
		rest = slices.DeleteFunc(rest, func(o open) bool {
			if !slices.Contains(o.places, best) {
				return false
			}
			best.tasks[o.task] = true
			for _, p := range o.places {
				count[p]--
			}
			return true
		})
		delete(count, best)
	}
}

// mayBeRedundant reports whether a place goes if another one says the same.
func (p *Place) mayBeRedundant() bool {
	return p.Keep && p.Tasks >= leastTasks && p.class() > Truth && (p.Why == "" || slices.Contains(describing, strings.ToLower(p.Name())))
}

// canRelyOn reports whether another place can stand for p. If no value was used, it is in an object
// around p: elsewhere equal values may be a relation between two rows.
func (p *Place) canRelyOn(other *Place, isUsed bool) bool {
	n := len(other.Path) - 1
	isAround := n >= 0 && n < len(p.Path) && slices.Equal(p.Path[:n], other.Path[:n])
	return other.Keep && other.class() == p.class() && (isUsed || isAround)
}

// isLittleKnown reports whether tasks are too few for a place to go. Recordings of calls do not
// show that a person asked for a number, a time or a text. So their own tasks count for these
// only if they are many. If no value of a tool was taken up, no task shows that its data is not
// needed.
func (d *decision) isLittleKnown(p *Place) bool {
	if p.isData() && !d.tools[p.tool].IsUsed {
		return true
	}
	if p.isContent() && p.class() != Word {
		return d.Priors[p.Name()].Tasks < leastTasks && p.Tasks < manyTasks
	}
	return d.pooled[p.Name()].Tasks < leastTasks
}

// weigh decides about the places of a tool that no rule keeps. Content that takes a small
// part of the tokens that stay anyway stays, too.
func (d *decision) weigh(t *Tool) {
	stay := 0
	for _, p := range t.Places {
		p.Tasks, p.Taken = counted(p.tasks)
		priors := d.pooled
		if p.isContent() {
			priors = d.Priors
		}
		p.Chance = (float64(p.Taken) + strength*chance(p, priors)) / (float64(p.Tasks) + strength)
		if p.Taken == 0 && p.isEcho() && (t.IsUsed || !slices.Contains(describing, strings.ToLower(p.Name()))) {
			p.Why = "stands in the arguments"
			continue
		}
		p.Keep = p.Why != "" || d.isLittleKnown(p) ||
			p.Taken > 0 && float64(p.Taken) >= rate*float64(p.Tasks) ||
			p.Chance*float64(d.Retrieval) >= p.cost() ||
			p.isContent() && (p.Chance >= likely || p.class() == Text && p.Chance >= likely/2)
		if p.Keep {
			stay += p.Tokens
		}
	}
	few := max(fewTokens, fewPart*float64(stay)/float64(max(t.sessions, 1)))
	for _, p := range t.Places {
		p.Keep = p.Keep || p.Why == "" && p.isContent() && p.cost() < few
	}
}

// cost is the tokens of a place in a session.
func (p *Place) cost() float64 { return float64(p.Tokens) / float64(max(p.sessions, 1)) }

// counted counts the tasks with a result and those that took up a value.
func counted(tasks map[string]bool) (all, taken int) {
	for _, is := range tasks {
		if is {
			taken++
		}
	}
	return len(tasks), taken
}

// dropRedundant drops places whose values stand at another kept place of the same result.
// The names that models take up less go first, and deeper places.
func (d *decision) dropRedundant(tools []*Tool) {
	shared, others := map[[2]*Place]int{}, map[*Place][]*Place{}
	for of, n := range d.sum.shared {
		one, other := d.of[of.one], d.of[of.other]
		if one == nil || other == nil || one == other || one.tool != other.tool {
			continue
		}
		key := [2]*Place{one, other}
		if shared[key] == 0 {
			others[one] = append(others[one], other)
		}
		shared[key] += n
	}
	taken := map[string]int{} // tasks, by name
	for _, t := range tools {
		for _, p := range t.Places {
			taken[p.Name()] += p.Taken
		}
	}
	stays := map[*Place]bool{} // another place relies on it
	for _, t := range tools {
		places := slices.Clone(t.Places)
		slices.SortFunc(places, func(a, b *Place) int {
			return cmp.Or(cmp.Compare(taken[a.Name()], taken[b.Name()]), -cmp.Compare(len(a.Path), len(b.Path)), -cmp.Compare(a.Tokens, b.Tokens), comparePaths(a, b))
		})
		for _, p := range places {
			if !p.mayBeRedundant() || stays[p] {
				continue
			}
			isUsed, distinct := t.IsUsed || !p.isData(), 0
			for _, n := range p.nodes {
				distinct += d.sum.distinct[n]
			}
			slices.SortFunc(others[p], comparePaths)
			for _, other := range others[p] {
				if p.canRelyOn(other, isUsed) && float64(shared[[2]*Place{p, other}]) >= redundantPart*float64(distinct) {
					p.Keep, p.Why, stays[other] = false, "stands at "+Mask(other.Path), true
					break
				}
			}
		}
	}
}
