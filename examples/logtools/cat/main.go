// cat prints large logs: numbered, with short times and coloured levels when asked.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"

	"example.com/logtools/internal/lines"
	"example.com/logtools/internal/profiling"
)

type numbered struct {
	count  int
	buffer []byte
}

func (step *numbered) Apply(line []byte) []byte {
	step.count++
	step.buffer = strconv.AppendInt(step.buffer[:0], int64(step.count), 10)
	step.buffer = append(step.buffer, '\t')
	step.buffer = append(step.buffer, line...)
	return step.buffer
}

// short leaves out the date and the fraction of a second.
type short struct{ buffer []byte }

func (step *short) Apply(line []byte) []byte {
	record, ok := lines.Parse(line)
	if !ok || len(record.Time) < 19 {
		return line
	}
	step.buffer = append(step.buffer[:0], record.Time[11:19]...)
	for _, part := range [][]byte{record.Level, record.Component, record.Message} {
		step.buffer = append(step.buffer, ' ')
		step.buffer = append(step.buffer, part...)
	}
	return step.buffer
}

// checked appends a sum of the line, so that a copy can be verified.
type checked struct{ buffer []byte }

func (step *checked) Apply(line []byte) []byte {
	sum := uint32(2166136261)
	for _, each := range line {
		sum = mix(sum, each)
	}
	step.buffer = append(step.buffer[:0], line...)
	step.buffer = append(step.buffer, ' ')
	step.buffer = strconv.AppendUint(step.buffer, uint64(sum), 16)
	return step.buffer
}

func mix(sum uint32, each byte) uint32 { return (sum ^ uint32(each)) * 16777619 }

func main() {
	profile := flag.String("cpuprofile", "", "write a CPU profile to `file`")
	number := flag.Bool("n", false, "number the lines")
	isShort := flag.Bool("short", false, "short times")
	check := flag.Bool("sum", false, "append a sum to each line")
	flag.Parse()
	stop := profiling.Start(*profile)
	var steps []lines.Step
	if *isShort {
		steps = append(steps, &short{})
	}
	if *check {
		steps = append(steps, &checked{})
	}
	if *number {
		steps = append(steps, &numbered{})
	}
	err := lines.Chain(flag.Args(), steps, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "cat:", err)
		os.Exit(1)
	}
}
