// map answers aggregating queries over CSV: what to sum, grouped by a column, where another one matches.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"example.com/logtools/internal/lines"
	"example.com/logtools/internal/profiling"
)

// aggregate is what a query makes of the values of a group.
type aggregate interface {
	add(value float64)
	result() float64
}

type sum struct{ total float64 }

func (each *sum) add(value float64) { each.total += value }
func (each *sum) result() float64   { return each.total }

type mean struct{ total, count float64 }

func (each *mean) add(value float64) { each.total += value; each.count++ }
func (each *mean) result() float64   { return each.total / each.count }

type most struct{ value float64 }

func (each *most) add(value float64) { each.value = max(each.value, value) }
func (each *most) result() float64   { return each.value }

type count struct{ rows float64 }

func (each *count) add(float64)     { each.rows++ }
func (each *count) result() float64 { return each.rows }

var aggregates = map[string]func() aggregate{
	"sum":   func() aggregate { return &sum{} },
	"mean":  func() aggregate { return &mean{} },
	"max":   func() aggregate { return &most{} },
	"count": func() aggregate { return &count{} },
}

// query is `sum(bytes) by region where status=200`.
type query struct {
	make                 func() aggregate
	column, group, where string
	equals               []byte
}

func parseQuery(text string) (query, error) {
	var parsed query
	words := strings.Fields(text)
	if len(words) < 3 || words[1] != "by" {
		return parsed, fmt.Errorf("not a query: %q; try sum(bytes) by region where status=200", text)
	}
	name, column, _ := strings.Cut(strings.TrimSuffix(words[0], ")"), "(")
	parsed.make, parsed.column, parsed.group = aggregates[name], column, words[2]
	if parsed.make == nil {
		return parsed, fmt.Errorf("unknown aggregate %q", name)
	}
	if len(words) == 5 && words[3] == "where" {
		left, right, _ := strings.Cut(words[4], "=")
		parsed.where, parsed.equals = left, []byte(right)
	}
	return parsed, nil
}

// table holds the groups of one query while rows come in.
type table struct {
	query
	at, groupAt, whereAt int
	groups               map[string]aggregate
}

func (each *table) header(names [][]byte) error {
	each.at, each.groupAt, each.whereAt = -1, -1, -1
	for at, name := range names {
		switch string(name) {
		case each.column:
			each.at = at
		case each.group:
			each.groupAt = at
		}
		if string(name) == each.where {
			each.whereAt = at
		}
	}
	if each.at < 0 || each.groupAt < 0 || (each.where != "" && each.whereAt < 0) {
		return fmt.Errorf("no such column in %s", bytes.Join(names, []byte(",")))
	}
	return nil
}

func (each *table) row(fields [][]byte) {
	if each.whereAt >= 0 && !bytes.Equal(fields[each.whereAt], each.equals) {
		return
	}
	value, err := strconv.ParseFloat(string(fields[each.at]), 64)
	if err != nil {
		return
	}
	group, found := each.groups[string(fields[each.groupAt])]
	if !found {
		group = each.make()
		each.groups[string(fields[each.groupAt])] = group
	}
	group.add(value)
}

func split(line []byte, fields [][]byte) [][]byte {
	fields = fields[:0]
	for {
		field, rest, found := bytes.Cut(line, comma)
		fields = append(fields, field)
		if !found {
			return fields
		}
		line = rest
	}
}

var comma = []byte(",")

func run(text string, files []string) error {
	parsed, err := parseQuery(text)
	if err != nil {
		return err
	}
	answer := table{query: parsed, groups: map[string]aggregate{}}
	var fields [][]byte
	var failed error
	isFirst := true
	err = lines.Read(files, func(line []byte) {
		fields = split(line, fields)
		if isFirst {
			failed = answer.header(fields)
			isFirst = false
		} else if failed == nil {
			answer.row(fields)
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	names := make([]string, 0, len(answer.groups))
	for name := range answer.groups {
		names = append(names, name)
	}
	sort.Strings(names)
	writer := bufio.NewWriter(os.Stdout)
	for _, name := range names {
		fmt.Fprintf(writer, "%s\t%.2f\n", name, answer.groups[name].result())
	}
	return writer.Flush()
}

func main() {
	profile := flag.String("cpuprofile", "", "write a CPU profile to `file`")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: map QUERY [FILE…]")
		os.Exit(2)
	}
	stop := profiling.Start(*profile)
	err := run(flag.Arg(0), flag.Args()[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "map:", err)
		os.Exit(1)
	}
}
