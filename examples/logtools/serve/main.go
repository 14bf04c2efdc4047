// serve answers searches over a log by HTTP, with the pprof endpoint beside them.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
	"os/signal"
	"regexp"
	"sort"
	"strconv"
	"syscall"
	"time"

	"example.com/logtools/internal/lines"
)

// store keeps the lines in memory; it is read by many requests at once and never written again.
type store struct{ lines [][]byte }

func load(files []string) (*store, error) {
	held := &store{}
	err := lines.Read(files, func(line []byte) {
		held.lines = append(held.lines, bytes.Clone(line))
	})
	return held, err
}

type hit struct {
	Time, Level, Message string
}

func (held *store) search(response http.ResponseWriter, request *http.Request) {
	pattern, err := regexp.Compile(request.URL.Query().Get("q"))
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	most, err := strconv.Atoi(request.URL.Query().Get("most"))
	if err != nil || most <= 0 {
		most = 100
	}
	hits := []hit{}
	for _, line := range held.lines {
		if len(hits) == most {
			break
		}
		record, ok := lines.Parse(line)
		if ok && pattern.Match(record.Message) {
			hits = append(hits, hit{string(record.Time), string(record.Level), string(record.Message)})
		}
	}
	answer(response, hits)
}

type levelCount struct {
	Level string
	Count int
}

func (held *store) levels(response http.ResponseWriter, _ *http.Request) {
	counts := map[string]int{}
	for _, line := range held.lines {
		if record, ok := lines.Parse(line); ok {
			counts[string(record.Level)]++
		}
	}
	list := []levelCount{}
	for level, count := range counts {
		list = append(list, levelCount{level, count})
	}
	sort.Slice(list, func(a, b int) bool { return list[a].Level < list[b].Level })
	answer(response, list)
}

func answer(response http.ResponseWriter, value any) {
	response.Header().Set("Content-Type", "application/json")
	json.NewEncoder(response).Encode(value)
}

func main() {
	address := flag.String("listen", "127.0.0.1:8080", "where to listen")
	flag.Parse()
	held, err := load(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
	routes := http.NewServeMux()
	routes.HandleFunc("/health", func(http.ResponseWriter, *http.Request) {})
	routes.HandleFunc("/search", held.search)
	routes.HandleFunc("/levels", held.levels)
	routes.HandleFunc("/debug/pprof/profile", pprof.Profile)
	server := &http.Server{Addr: *address, Handler: routes}
	stopped, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-stopped.Done()
		soon, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		server.Shutdown(soon)
	}()
	if err := server.ListenAndServe(); err != http.ErrServerClosed {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}
