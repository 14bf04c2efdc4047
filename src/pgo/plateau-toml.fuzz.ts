import { parsePgoConfig } from './plateau-toml.ts';

const whole = `# A comment.
[pgo]
profiles = "p"
iterations = 2
data-size = 1_000
[pgo.quick]
most-time = "500ms"
[pgo.compare]
metric = "wall"
margin = 0.02
[[pgo.data]]
name = "logs"
kind = "command"
command = ["seq", "\${lines}"]
[[pgo.target]]
name = "tool"
language = "go"
flags = ["-trimpath"]
build = ["make", "\${binary}", "\${pgo}"]
profile = "flag"
profile-flag = ["-cpuprofile=\${profile}"]
require = ["main.run"]
[[pgo.workload]]
name = "train"
target = "tool"
role = "train"
args = ["\${data:logs}", "-x"]
env = { LANG = "C" }
[pgo.workload.follow]
data = "logs"
duration = "2s"
stop = "SIGINT"
[[pgo.workload]]
name = "serve"
target = "tool"
role = "held-out"
timeout = "1m"
[pgo.workload.server]
ready = "http://127.0.0.1:\${port:a}/"
requests = [
  "http://127.0.0.1:\${port:a}/x",
]
count = 10
`;
/** What only Rust, C and C++ have. */
const compiled = `[pgo]
output = "out"
shared-profile = false
[pgo.quick]
iterations = 1
data-size = 10
least-runs = 5
most-runs = 6
[[pgo.data]]
name = "rows"
kind = "csv"
seed = 7
share = 0.5
lines = 10
hit-rate = 0.25
[[pgo.target]]
name = "tool"
language = "rust"
mode = "sample"
compiler = "rustc"
package = "tool-cli"
bin = "tool"
features = ["simd", "log"]
all-features = false
default-features = true
cargo-profile = "release-lto"
triple = "x86_64-unknown-linux-gnu"
least-samples = 0
[[pgo.target]]
name = "sample"
language = "rust"
example = "sample"
[[pgo.target]]
name = "calc"
language = "c"
compiler = "gcc"
sources = ["calc.c", "run.c"]
flags = ["-O3"]
link-flags = ["-lm"]
require = ["run_add"]
[[pgo.target]]
name = "made"
language = "c++"
mode = "instrument"
build = ["make", "OUT=\${binary}", "CXXFLAGS=\${pgo}"]
[[pgo.workload]]
name = "rows"
target = "calc"
role = "train"
stdin = "\${data:rows}"
repeat = 2
[[pgo.workload]]
name = "serve"
target = "made"
role = "train"
[pgo.workload.server]
ready = "tcp:\${port:a}"
ready-timeout = "5s"
load = ["ab", "http://localhost:\${port:a}/"]
workers = 2
capture = "http://localhost:\${port:a}/debug/pprof/profile"
capture-seconds = 1
stop = "SIGINT"
grace = "1s"
`;
const least = '[pgo]\n[[pgo.target]]\nname = "a"\nlanguage = "go"\n';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'plateau-toml',
  seeds: () => [whole, compiled, least].map((text) => new TextEncoder().encode(text)),
  run(bytes) {
    parsePgoConfig({ path: 'plateau.toml', text: new TextDecoder().decode(bytes) });
  },
};
