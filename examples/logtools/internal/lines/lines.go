// Package lines takes log lines apart and puts them through a chain of steps.
package lines

import (
	"bufio"
	"bytes"
	"io"
	"os"
)

// Step looks at a line and says what becomes of it; nil drops it.
type Step interface {
	Apply(line []byte) []byte
}

// Read gives each line of the files, or of standard input when there are none.
func Read(files []string, each func(line []byte)) error {
	if len(files) == 0 {
		return scan(os.Stdin, each)
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		err = scan(file, each)
		file.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func scan(input io.Reader, each func(line []byte)) error {
	scanner := bufio.NewScanner(input)
	scanner.Buffer(make([]byte, 1<<16), 1<<20)
	for scanner.Scan() {
		each(scanner.Bytes())
	}
	return scanner.Err()
}

// Record is a log line in parts: time, level, component, message.
type Record struct {
	Time, Level, Component, Message []byte
}

// Parse cuts a line at its blanks; ok is false for a line of another shape.
func Parse(line []byte) (record Record, ok bool) {
	var found bool
	if record.Time, line, found = bytes.Cut(line, blank); !found {
		return record, false
	}
	if record.Level, line, found = bytes.Cut(line, blank); !found {
		return record, false
	}
	if record.Component, record.Message, found = bytes.Cut(line, colon); !found {
		return record, false
	}
	return record, true
}

var blank = []byte(" ")
var colon = []byte(": ")

// Chain puts every line through the steps and writes what is left.
func Chain(files []string, steps []Step, out io.Writer) error {
	writer := bufio.NewWriterSize(out, 1<<16)
	err := Read(files, func(line []byte) {
		for _, step := range steps {
			if line = step.Apply(line); line == nil {
				return
			}
		}
		writer.Write(line)
		writer.WriteByte('\n')
	})
	if flushed := writer.Flush(); err == nil {
		err = flushed
	}
	return err
}
