// tail follows a growing file and prints the lines that match, until it has seen so many or is interrupted.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"time"

	"example.com/logtools/internal/lines"
	"example.com/logtools/internal/profiling"
)

const pause = 20 * time.Millisecond

func follow(name string, pattern *regexp.Regexp, most int, stopped <-chan os.Signal) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	reader := bufio.NewReaderSize(file, 1<<16)
	var pending []byte
	seen := 0
	for most == 0 || seen < most {
		part, err := reader.ReadSlice('\n')
		pending = append(pending, part...)
		if err == io.EOF {
			writer.Flush()
			select {
			case <-stopped:
				return nil
			case <-time.After(pause):
			}
			continue
		}
		if err != nil && err != bufio.ErrBufferFull {
			return err
		}
		if err == nil {
			seen++
			show(writer, bytes.TrimSuffix(pending, []byte("\n")), pattern)
			pending = pending[:0]
		}
	}
	return nil
}

func show(writer *bufio.Writer, line []byte, pattern *regexp.Regexp) {
	record, ok := lines.Parse(line)
	if !ok || !pattern.Match(record.Message) {
		return
	}
	writer.Write(record.Level)
	writer.WriteByte(' ')
	writer.Write(record.Message)
	writer.WriteByte('\n')
}

func main() {
	profile := flag.String("cpuprofile", "", "write a CPU profile to `file`")
	most := flag.Int("lines", 0, "end after so many lines; 0 = on SIGINT or SIGTERM")
	match := flag.String("match", "", "only lines whose message matches")
	flag.Parse()
	pattern, err := regexp.Compile(*match)
	if err == nil && flag.NArg() != 1 {
		err = fmt.Errorf("usage: tail [-lines N] [-match PATTERN] FILE")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tail:", err)
		os.Exit(2)
	}
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt, syscall.SIGTERM)
	stop := profiling.Start(*profile)
	err = follow(flag.Arg(0), pattern, *most, stopped)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tail:", err)
		os.Exit(1)
	}
}
