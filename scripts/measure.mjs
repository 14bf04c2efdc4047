// Runs two programs in turns and measures each: wall time, and the peak resident set of the process and
// its children, as the kernel counted it (GNU time).
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { findTool } from './judges.mjs';

/** One uncounted run of each, then rounds that alternate who goes first. */
export async function measureInTurns(ours, theirs, rounds) {
  const runs = { ours: [], theirs: [] };
  await measure(ours);
  await measure(theirs);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours'];
    for (const who of order) runs[who].push(await measure(who === 'ours' ? ours : theirs));
  }
  return runs;
}

/** Node 20 reads its certificates at every start, for a tenth of a second, though nobody asks the network. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** `peakBytes` is 0 where GNU time is not installed. */
export async function measure({ argv, stdin, stdout }) {
  const time = findTool('time');
  const report = `.build/time.${process.pid}`;
  mkdirSync('.build', { recursive: true });
  const [program, ...args] =
    time === undefined ? argv : [time, '--quiet', '-f', '%M', '-o', report, ...argv];
  const files = [
    stdin === undefined ? 'ignore' : openSync(stdin, 'r'),
    stdout === undefined ? 'ignore' : openSync(stdout, 'w'),
  ];
  const start = process.hrtime.bigint();
  const { status, complaint } = await run(program, args, files);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  for (const file of files) if (typeof file === 'number') closeSync(file);
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${complaint}`);
  const peakBytes = time === undefined ? 0 : Number(readFileSync(report, 'utf8').trim()) * 1024;
  rmSync(report, { force: true });
  return { seconds, peakBytes };
}

function run(program, args, files) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: [...files, 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ status: code ?? signal, complaint }));
  });
}
