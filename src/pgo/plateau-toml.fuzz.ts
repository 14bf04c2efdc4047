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
const least = '[pgo]\n[[pgo.target]]\nname = "a"\nlanguage = "go"\n';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'plateau-toml',
  seeds: () => [whole, least].map((text) => new TextEncoder().encode(text)),
  run(bytes) {
    parsePgoConfig({ path: 'plateau.toml', text: new TextDecoder().decode(bytes) });
  },
};
