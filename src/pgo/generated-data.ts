import { seededRandom } from '../base/random.ts';
import type { DataSource } from './pgo-config.ts';

const levels = ['INFO', 'INFO', 'INFO', 'DEBUG', 'WARN'];
const components = ['auth', 'cache', 'db', 'http', 'mail', 'queue', 'sched', 'store'];
const verbs = ['opened', 'closed', 'read', 'wrote', 'retried', 'skipped', 'sent', 'dropped'];
const things = ['session', 'request', 'record', 'block', 'ticket', 'message', 'index', 'lease'];

/** Text in pieces of about 64 kB; the same seed gives the same bytes everywhere. */
export function* generatedText(source: DataSource, lines: number): Generator<string> {
  const random = seededRandom(source.seed);
  const line = source.kind === 'csv' ? csvRow : logLine;
  let piece = source.kind === 'csv' ? 'time,user,region,path,status,bytes,millis\n' : '';
  for (let at = 0; at < lines; at++) {
    piece += line(random, at, source.hitRate);
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function pick(random: () => number, words: readonly string[]): string {
  return words[Math.floor(random() * words.length)] ?? '';
}

function timeOf(at: number): string {
  // One line every 37 ms from a fixed instant: a clock would make two runs differ.
  return new Date(1_767_225_600_000 + at * 37).toISOString();
}

function logLine(random: () => number, at: number, hitRate: number): string {
  const isHit = random() < hitRate;
  const level = isHit ? 'ERROR' : pick(random, levels);
  const id = Math.floor(random() * 1e9).toString(36);
  const tail = isHit ? ` failed: timeout after ${Math.floor(random() * 3000)}ms` : '';
  return (
    `${timeOf(at)} ${level} ${pick(random, components)}[${1000 + Math.floor(random() * 50)}]: ` +
    `${pick(random, verbs)} ${pick(random, things)} id=${id} user=u${Math.floor(random() * 5000)} ` +
    `bytes=${Math.floor(random() * 65536)}${tail}\n`
  );
}

function csvRow(random: () => number, at: number, hitRate: number): string {
  const region = random() < hitRate ? 'north' : pick(random, ['east', 'south', 'west', 'centre']);
  const status = pick(random, ['200', '200', '200', '304', '404', '500']);
  return (
    `${timeOf(at)},u${Math.floor(random() * 2000)},${region},` +
    `/${pick(random, things)}/${Math.floor(random() * 400)},${status},` +
    `${Math.floor(random() * 65536)},${(random() * 900).toFixed(1)}\n`
  );
}
