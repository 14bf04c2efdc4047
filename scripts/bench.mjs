// Ours against the established tools: npm run bench -- [NAME…] [--rounds N] [--save]
// Every benchmarks/*.ts that exports `benchmark` is prepared and measured: both programs read the same
// bytes, in turns (A B, B A, …), after one run of each that is not counted. Printed are ratios, never
// seconds alone. --save rewrites the results in docs/benchmarks.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, homedir, release, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findTool } from './judges.mjs';
import { measureInTurns } from './measure.mjs';
import { bundleTypescript } from './run-typescript.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.PATH += [`${homedir()}/.cargo/bin`, '/usr/local/go/bin']
  .map((p) => delimiter + p)
  .join('');
const fewestRounds = 5;
const { values: flags, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, save: { type: 'boolean', default: false } },
});
const rounds = Math.max(fewestRounds, Number(flags.rounds));

const all = readdirSync('benchmarks')
  .filter((file) => isBenchmark(file, readFileSync(join('benchmarks', file), 'utf8')))
  .map((file) => file.replace(/\.ts$/, ''));
const unknown = asked.filter((name) => !all.some((each) => isAsked(each, name)));
if (unknown.length > 0) {
  console.error(`no benchmark named ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}
const names = all.filter((each) => asked.length === 0 || asked.some((name) => isAsked(each, name)));

const results = [];
for (const name of names) {
  const { benchmark } = await import(
    pathToFileURL(await bundleTypescript(`benchmarks/${name}.ts`))
  );
  results.push(await runBenchmark(benchmark));
}
console.log(`\n${renderReport(results, { rows: [], more: [] })}`);
if (flags.save) saveReport(results);
if (results.some((result) => result.wrong !== undefined)) process.exitCode = 1;

/** `ui` means every benchmark whose name begins with `ui-`. */
function isAsked(each, name) {
  return each === name || each.startsWith(`${name}-`);
}

/** A claim under another name would be left out in silence, so that is an error. */
function isBenchmark(file, text) {
  const exported = text.includes('export const benchmark: Benchmark');
  if (!exported && /^export const \w+: Benchmark/m.test(text)) {
    throw new Error(`benchmarks/${file} must export its benchmark as \`benchmark\``);
  }
  return exported;
}

async function runBenchmark(benchmark) {
  const base = { benchmark };
  const [program] = benchmark.theirTool.split(' ');
  if (findTool(program) === undefined) return { ...base, absent: `${program} is not installed` };
  console.error(`${benchmark.name}: preparing …`);
  if (benchmark.measure !== undefined) {
    const contest = await benchmark.measure('.build/bench', Math.max(1, Number(flags.rounds)));
    return { ...base, contest, more: contest.more, ...compare(contest) };
  }
  const contest = await benchmark.prepare('.build/bench');
  console.error(`${benchmark.name}: ${contest.input}, ${rounds} rounds …`);
  const runs = await measureInTurns(contest.ours, contest.theirs, rounds);
  try {
    await contest.check?.();
  } catch (error) {
    return { ...base, contest, wrong: error instanceof Error ? error.message : String(error) };
  }
  return { ...base, contest, ...compare(runs) };
}

function compare({ ours, theirs }) {
  const ratios = ours.map((run, round) => run.seconds / theirs[round].seconds);
  return {
    count: ours.length,
    ratio: median(ours.map((run) => run.seconds)) / median(theirs.map((run) => run.seconds)),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    ourSeconds: median(ours.map((run) => run.seconds)),
    theirSeconds: median(theirs.map((run) => run.seconds)),
    ourPeak: Math.max(...ours.map((run) => run.peakBytes)),
    theirPeak: Math.max(...theirs.map((run) => run.peakBytes)),
  };
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function renderReport(all, kept) {
  const rows = [...all.map(renderRow), ...kept.rows];
  const head = [
    'work',
    'against',
    'time ratio',
    'range',
    'required',
    'goal',
    'verdict',
    'peak memory',
  ];
  const table = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) => {
    const cells = row.map((cell, at) =>
      cell === '---' ? '-'.repeat(widths[at]) : cell.padEnd(widths[at]),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const more = all.flatMap(({ benchmark, more: text }) =>
    text === undefined ? [] : ['', moreBlock(benchmark.name, text)],
  );
  const before = kept.more.flatMap((text) => ['', text]);
  return [...machineLines(), '', ...lines, ...more, ...before, ''].join('\n');
}

function renderRow({ benchmark, contest, absent, wrong, ...measured }) {
  const { title, theirTool, required, goal } = benchmark;
  const limits = [`≤ ${required}`, `≤ ${goal}`];
  if (absent !== undefined) return [title, theirTool, '–', '–', ...limits, absent, '–'];
  const fewer = measured.count === rounds ? '' : `, ${measured.count} rounds`;
  const work = `${title}: ${contest.input}${wrong === undefined ? fewer : ''}`;
  const against = contest.theirVersion;
  if (wrong !== undefined)
    return [work, against, '–', '–', ...limits, `results differ: ${wrong}`, '–'];
  const { ratio, least, most, ourPeak, theirPeak } = measured;
  const verdict = ratio <= goal ? 'goal met' : ratio <= required ? 'as required' : 'too slow';
  const range = `${least.toFixed(2)}–${most.toFixed(2)}`;
  const peak = `${megabytes(ourPeak)} / ${megabytes(theirPeak)}`;
  return [work, against, ratio.toFixed(2), range, ...limits, verdict, peak];
}

function machineLines() {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const date = new Date().toISOString().slice(0, 10);
  return [
    `Measured ${date}: ${availableParallelism()} × ${model}, ${memory}, Linux ${release()}, Node ${process.versions.node}.`,
    `Ours ÷ theirs, medians of ${rounds} rounds in turns; other numbers are in the row. The range is that of single rounds. Peak`,
    'memory is the largest resident set of ours / theirs, in MB.',
  ];
}

function megabytes(bytes) {
  return bytes > 0 ? String(Math.round(bytes / 1e6)) : '–';
}

function moreBlock(name, text) {
  return `<!-- more of ${name} -->\n\n${text}\n\n<!-- end of ${name} -->`;
}

/** What the page has of benchmarks that were not run now: it stays. */
function keptResults(page, measured) {
  const [, block = ''] = /<!-- results -->([\s\S]*)<!-- end of results -->/.exec(page) ?? [];
  const names = new Set(measured.map(({ benchmark }) => benchmark.name));
  const isMeasured = (work) =>
    measured.some(({ benchmark: { title } }) => work === title || work.startsWith(`${title}: `));
  const pattern = /<!-- more of (\S+) -->[\s\S]*?<!-- end of \1 -->/g;
  const rows = block
    .replace(pattern, '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
    .filter(([work = '']) => !isMeasured(work));
  const more = [...block.matchAll(pattern)].filter(([, name]) => !names.has(name));
  return { rows, more: more.map(([text]) => text) };
}

function saveReport(measured) {
  const path = 'docs/benchmarks.md';
  const page = readFileSync(path, 'utf8');
  const text = renderReport(measured, keptResults(page, measured));
  const block = `<!-- results -->\n\n${text}\n<!-- end of results -->`;
  const next = page.replace(/<!-- results -->[\s\S]*<!-- end of results -->/, () => block);
  writeFileSync(path, next);
  console.log(`saved in ${path}`);
}
