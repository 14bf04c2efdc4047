// Package profiling writes a CPU profile when a command is asked for one.
package profiling

import (
	"fmt"
	"os"
	"runtime/pprof"
)

// Start begins a CPU profile in the file and returns what ends it; without a name it does nothing.
func Start(file string) func() {
	if file == "" {
		return func() {}
	}
	out, err := os.Create(file)
	if err == nil {
		err = pprof.StartCPUProfile(out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot profile:", err)
		os.Exit(1)
	}
	return func() {
		pprof.StopCPUProfile()
		out.Close()
	}
}
