import { dirname, resolve } from 'node:path';
import type {
  CompareSettings,
  CSettings,
  DataSource,
  FollowSettings,
  PgoConfig,
  PgoTarget,
  QuickSettings,
  ServerSettings,
  Workload,
} from './pgo-config.ts';
import { parseToml, TomlTable, type TomlText } from './toml-table.ts';
import { readCargoSettings } from './toolchains/cargo-settings.ts';

/** Languages that a toolchain exists for. */
export const languages = ['go', 'rust', 'c', 'c++'] as const;

/** The `[pgo]` part of a `plateau.toml`; other parts are none of its business. */
export function parsePgoConfig(source: TomlText): PgoConfig {
  const root = new TomlTable(source, '', parseToml(source));
  const pgo = root.table('pgo');
  if (pgo === null) throw root.wrong('pgo', 'is missing: nothing says what to optimise');
  const targets = pgo.tables('target').map(readTarget);
  const data = pgo.tables('data').map(readData);
  const names = { targets: targets.map(({ name }) => name), data: data.map(({ name }) => name) };
  const config: PgoConfig = {
    folder: dirname(resolve(source.path)),
    profileFolder: pgo.text('profiles', 'pgo-profiles'),
    outputFolder: pgo.text('output', 'pgo-build'),
    iterations: pgo.number('iterations', 3, { least: 1 }),
    sharesProfile: pgo.flag('shared-profile', false),
    dataSize: pgo.number('data-size', 1_000_000, { least: 1 }),
    compare: readCompare(pgo.table('compare')),
    quick: readQuick(pgo.table('quick')),
    targets,
    data,
    workloads: pgo.tables('workload').map((table) => readWorkload(table, names)),
  };
  if (config.sharesProfile && targets.some(({ c }) => c !== null)) {
    throw pgo.wrong('shared-profile', 'is true, but C programs are trained each by itself');
  }
  if (targets.length === 0) throw pgo.wrong('target', 'is missing: write [[pgo.target]]');
  pgo.finish();
  return config;
}

const usualCompare: CompareSettings = {
  metric: 'cpu',
  leastRuns: 10,
  mostRuns: 60,
  mostTimeMs: 20_000,
  margin: 0.01,
};
const usualQuick: QuickSettings = {
  iterations: 1,
  dataSize: 100_000,
  leastRuns: 6,
  mostRuns: 40,
  mostTimeMs: 4000,
};

function readCompare(table: TomlTable | null): CompareSettings {
  if (table === null) return usualCompare;
  const read = {
    metric: table.choice('metric', ['cpu', 'wall'], usualCompare.metric),
    leastRuns: table.number('least-runs', usualCompare.leastRuns, { least: 5 }),
    mostRuns: table.number('most-runs', usualCompare.mostRuns, { least: 5 }),
    mostTimeMs: table.durationMs('most-time', `${usualCompare.mostTimeMs}ms`),
    margin: table.number('margin', usualCompare.margin, { isWhole: false }),
  };
  table.finish();
  return read;
}

function readQuick(table: TomlTable | null): QuickSettings {
  if (table === null) return usualQuick;
  const read = {
    iterations: table.number('iterations', usualQuick.iterations, { least: 1 }),
    dataSize: table.number('data-size', usualQuick.dataSize, { least: 1 }),
    leastRuns: table.number('least-runs', usualQuick.leastRuns, { least: 5 }),
    mostRuns: table.number('most-runs', usualQuick.mostRuns, { least: 5 }),
    mostTimeMs: table.durationMs('most-time', `${usualQuick.mostTimeMs}ms`),
  };
  table.finish();
  return read;
}

/** Names become names of files. */
function readName(table: TomlTable): string {
  const name = table.text('name');
  if (/^[\w][\w.-]*$/.test(name)) return name;
  throw table.wrong('name', 'may have letters, digits, - and _ only');
}

/** Counters are exact where a compiler can insert them. */
function usualMode(language: string): PgoTarget['mode'] {
  return language === 'go' ? 'sample' : 'instrument';
}

function readTarget(table: TomlTable): PgoTarget {
  const name = readName(table);
  const language = table.choice('language', languages);
  const target: PgoTarget = {
    name,
    language,
    mode: table.choice('mode', ['instrument', 'sample'], usualMode(language)),
    compiler: table.text('compiler', ''),
    package: table.text('package', '.'),
    flags: table.texts('flags'),
    build: table.texts('build'),
    profile: table.choice('profile', ['flag', 'http', 'recorder'], 'recorder'),
    profileFlag: table.texts('profile-flag'),
    leastSamples: table.number('least-samples', 20),
    require: table.texts('require'),
    bolt: table.flag('bolt', false),
    cargo: language === 'rust' ? readCargoSettings(table) : null,
    c: language === 'c' || language === 'c++' ? readC(table) : null,
  };
  if (language === 'go' && target.mode !== 'sample') {
    throw table.wrong('mode', 'is instrument, and Go is trained by samples only');
  }
  if (language === 'go' && target.bolt === true) {
    throw table.wrong('bolt', 'is true, but Go does not keep the relocations that BOLT needs');
  }
  for (const word of [`\${binary}`, `\${pgo}`]) {
    if (target.build.length > 0 && !target.build.some((each) => each.includes(word))) {
      throw table.wrong('build', `does not hold ${word}`);
    }
  }
  if (target.profile === 'flag' && !target.profileFlag.join(' ').includes(`\${profile}`)) {
    throw table.wrong('profile-flag', `does not hold \${profile}, where the program writes`);
  }
  if (target.c !== null && target.c.sources.length + target.build.length === 0) {
    throw table.wrong('sources', 'is missing, and so is build: nothing says what to compile');
  }
  table.finish();
  return target;
}

function readC(table: TomlTable): CSettings {
  return { sources: table.texts('sources'), linkFlags: table.texts('link-flags') };
}

function readData(table: TomlTable): DataSource {
  const kind = table.choice('kind', ['log', 'csv', 'command']);
  const data: DataSource = {
    name: readName(table),
    kind,
    seed: table.number('seed', 1),
    share: table.number('share', 1, { isWhole: false }),
    lines: table.number('lines', 0),
    hitRate: table.number('hit-rate', 0.05, { isWhole: false }),
    command: table.texts('command'),
  };
  if (kind === 'command' && data.command.length === 0) {
    throw table.wrong('command', 'is missing: it prints the data');
  }
  if (data.hitRate > 1) throw table.wrong('hit-rate', 'is more than 1');
  table.finish();
  return data;
}

interface KnownNames {
  readonly targets: readonly string[];
  readonly data: readonly string[];
}

function readWorkload(table: TomlTable, names: KnownNames): Workload {
  const workload: Workload = {
    name: readName(table),
    target: table.text('target'),
    role: table.choice('role', ['train', 'held-out']),
    args: table.texts('args'),
    stdin: table.text('stdin', ''),
    env: table.textMap('env'),
    repeat: table.number('repeat', 1, { least: 1 }),
    timeoutMs: table.durationMs('timeout', '60s'),
    status: table.number('status', 0),
    follow: readFollow(table.table('follow'), names),
    server: readServer(table.table('server')),
  };
  if (!names.targets.includes(workload.target)) {
    throw table.wrong('target', `is ${workload.target}, which no [[pgo.target]] is called`);
  }
  for (const [, name = ''] of [...workload.args, workload.stdin]
    .join(' ')
    .matchAll(/\$\{data:([^}]*)\}/g)) {
    if (!names.data.includes(name)) {
      throw table.wrong('args', `names the data ${name}, which no [[pgo.data]] is called`);
    }
  }
  table.finish();
  return workload;
}

const stopSignals = ['', 'SIGINT', 'SIGTERM'] as const;

function readFollow(table: TomlTable | null, names: KnownNames): FollowSettings | null {
  if (table === null) return null;
  const follow = {
    data: table.text('data'),
    durationMs: table.durationMs('duration', '2s'),
    stop: table.choice('stop', stopSignals, ''),
  };
  if (!names.data.includes(follow.data)) {
    throw table.wrong('data', `is ${follow.data}, which no [[pgo.data]] is called`);
  }
  table.finish();
  return follow;
}

function readServer(table: TomlTable | null): ServerSettings | null {
  if (table === null) return null;
  const server: ServerSettings = {
    ready: table.text('ready'),
    readyTimeoutMs: table.durationMs('ready-timeout', '10s'),
    requests: table.texts('requests'),
    load: table.texts('load'),
    workers: table.number('workers', 4, { least: 1 }),
    capture: table.text('capture', ''),
    captureSeconds: table.number('capture-seconds', 5, { least: 1 }),
    count: table.number('count', 1000, { least: 1 }),
    stop: table.choice('stop', ['SIGTERM', 'SIGINT'], 'SIGTERM'),
    graceMs: table.durationMs('grace', '3s'),
  };
  if (server.requests.length === 0 && server.load.length === 0) {
    throw table.wrong('requests', 'is missing, and so is load: an idle server teaches nothing');
  }
  for (const address of [server.ready, server.capture, ...server.requests]) {
    if (address === '' || /^(tcp:|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(address))
      continue;
    throw table.wrong('ready', `or another address is ${address}: only this machine is asked`);
  }
  table.finish();
  return server;
}
