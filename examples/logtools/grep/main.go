// grep prints the lines of logs that match a regular expression.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"

	"example.com/logtools/internal/lines"
	"example.com/logtools/internal/profiling"
)

type matching struct {
	pattern *regexp.Regexp
	invert  bool
}

func (step *matching) Apply(line []byte) []byte {
	if step.pattern.Match(line) == step.invert {
		return nil
	}
	return line
}

// ofLevel keeps the lines of one level.
type ofLevel struct{ level string }

func (step *ofLevel) Apply(line []byte) []byte {
	record, ok := lines.Parse(line)
	if !ok || string(record.Level) != step.level {
		return nil
	}
	return line
}

func main() {
	profile := flag.String("cpuprofile", "", "write a CPU profile to `file`")
	invert := flag.Bool("v", false, "print the lines that do not match")
	level := flag.String("level", "", "only lines of this level")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: grep [-v] [-level LEVEL] PATTERN [FILE…]")
		os.Exit(2)
	}
	pattern, err := regexp.Compile(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "grep:", err)
		os.Exit(2)
	}
	stop := profiling.Start(*profile)
	steps := []lines.Step{}
	if *level != "" {
		steps = append(steps, &ofLevel{*level})
	}
	steps = append(steps, &matching{pattern, *invert})
	err = lines.Chain(flag.Args()[1:], steps, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "grep:", err)
		os.Exit(1)
	}
}
