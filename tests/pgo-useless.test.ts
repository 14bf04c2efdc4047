import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { requires } from './judges/requires.ts';
import { type Run, recordedWith, runPlateau } from './running-plateau.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Waits, or is a server on the port of its second argument: /ready, /secret (refuses) and /profile. */
const program = `package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"runtime/pprof"
	"strings"
	"time"
)

func answer(connection net.Conn) {
	defer connection.Close()
	line, _ := bufio.NewReader(connection).ReadString('\\n')
	status, body := "200 OK", []byte("fine")
	if strings.Contains(line, "/secret") {
		status = "401 Unauthorized"
	}
	if strings.Contains(line, "/profile") {
		var profile bytes.Buffer
		pprof.StartCPUProfile(&profile)
		time.Sleep(time.Second)
		pprof.StopCPUProfile()
		body = profile.Bytes()
	}
	fmt.Fprintf(connection, "HTTP/1.1 %s\\r\\nContent-Length: %d\\r\\nConnection: close\\r\\n\\r\\n", status, len(body))
	connection.Write(body)
}

func main() {
	if os.Args[1] == "-profile" {
		file, _ := os.Create(os.Args[2])
		pprof.StartCPUProfile(file)
		time.Sleep(400 * time.Millisecond)
		pprof.StopCPUProfile()
		return
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		panic(err)
	}
	for {
		connection, _ := listener.Accept()
		go answer(connection)
	}
}
`;

/** All it does happens before main. */
const starting = `package main

var table = fill()

func fill() (sum uint64) {
	for at := uint64(0); at < 300_000_000; at++ {
		sum = sum*31 + at
	}
	return sum
}

func main() { println(table) }
`;

async function train(source: string, target: string, workload: string): Promise<Run> {
  const cwd = mkdtempSync(join(tmpdir(), 'plateau-useless-'));
  folders.push(cwd);
  writeFileSync(join(cwd, 'go.mod'), 'module example.com/tiny\n\ngo 1.21\n');
  writeFileSync(join(cwd, 'main.go'), source);
  const config =
    `[pgo]\niterations = 1\n[[pgo.target]]\nname = "tiny"\nlanguage = "go"\n${target}\n` +
    `[[pgo.workload]]\nname = "work"\ntarget = "tiny"\nrole = "train"\n${workload}\n`;
  writeFileSync(join(cwd, 'plateau.toml'), config);
  const done = await runPlateau(['pgo', 'profile', '--quick'], { cwd, env: { CI: '' } });
  expect(existsSync(join(cwd, 'pgo-profiles'))).toBe(false);
  return done;
}

const server = (rest: string): string =>
  `args = ["\${port:a}"]\n[pgo.workload.server]\nready = "http://127.0.0.1:\${port:a}/ready"\n` +
  `capture = "http://127.0.0.1:\${port:a}/profile?seconds=\${seconds}"\ncapture-seconds = 1\n${rest}`;
const http = 'profile = "http"';

describe('a training that teaches nothing', () => {
  requires('go')('of a command that waits', async () => {
    const flag = `profile = "flag"\nprofile-flag = ["-profile", "\${profile}"]`;
    const { status, stdout } = await train(program, flag, 'args = []');
    expect(stdout).toMatch(
      /no profile: .*training used \d+\.\d\d s of processor time in \d+\.\d\d s: it waits for input and output/,
    );
    expect(stdout).toContain('try: train on work that computes');
    expect(status).toBe(0);
  });

  requires('go')('of a server that is idle', async () => {
    const { status, stdout } = await train(program, http, server('load = ["sleep", "0.1"]'));
    expect(stdout).toMatch(
      /no profile: .*the server used \d+\.\d\d s of processor time in \d+\.\d\d s/,
    );
    expect(stdout).toContain('it was idle, the load did not reach it');
    expect(status).toBe(0);
  });

  requires('go')('of a server that refuses the load', async () => {
    const secret = `http://127.0.0.1:\${port:a}/secret`;
    const asked = await train(program, http, server(`requests = ["${secret}"]`));
    expect(asked.stdout).toContain('/secret answered with status 401: the load was refused');
    expect(asked.status).toBe(1);
    const both = `requests = ["${secret}"]\nload = ["true"]`;
    const probed = await train(program, http, server(both));
    expect(probed.stdout).toContain('answered with status 401');
    const said = await train(program, http, server('load = ["echo", "[401] 12 responses"]'));
    expect(said.stdout).toContain(
      'the load command was refused by the server: it says "[401] 12 responses"',
    );
  });

  recordedWith('go')('of nothing but start-up', async () => {
    const { status, stdout } = await train(starting, 'profile = "recorder"', 'args = []');
    expect(stdout).toMatch(
      /no profile: >?[\d.]+ % of the samples are start-up \(the loader, package/,
    );
    expect(status).toBe(0);
  });
});
