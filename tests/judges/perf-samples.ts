import { execFileSync } from 'node:child_process';
import { mappingKinds, type Profile } from '../../src/profile/index.ts';

/** One sample as a line: who, where, when, of what, how heavy; then the addresses from the leaf. */
export type SampleLine = string;

/** How perf prints addresses: without chains; from chains; unwound by it, when they point into the call. */
export type AddressForm = 'absolute' | 'in file' | 'unwound';

const eventLine =
  /^(?<comm>.*?) +(?<pid>-?\d+)\/(?<tid>-?\d+) +(?:\[(?<cpu>\d+)\] +)?(?<time>[\d.]+): +(?<period>\d+) +(?<event>.*?): *(?<ip>[0-9a-f]+)?$/;
/** perf stores ip 0 at the end of what it cannot unwind, and then subtracts 1. */
const perfArtefact = 'ffffffffffffffff';

/** What `perf script` says of the samples of a file, in order of time. */
export function perfSamples(path: string, fields: { readonly cpu?: boolean } = {}): SampleLine[] {
  const cpu = fields.cpu === true ? 'cpu,' : '';
  const text = execFileSync(
    'perf',
    ['script', '-i', path, '-F', `comm,pid,tid,${cpu}time,event,period,ip`, '--ns', '--no-inline'],
    { encoding: 'utf8', timeout: 60_000, maxBuffer: 2 ** 29, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const samples: { head: string; time: bigint; ips: string[] }[] = [];
  for (const line of text.split('\n')) {
    const found = eventLine.exec(line)?.groups;
    if (found !== undefined) {
      const { comm, pid, tid, cpu: on, time = '', period, event, ip } = found;
      samples.push({
        head: `${comm?.trim()} ${pid}/${tid} ${on === undefined ? -1 : Number(on)} ${period} ${event}`,
        time: BigInt(time.replace('.', '')),
        ips: ip === undefined ? [] : [ip],
      });
    } else if (line.trim() !== '' && line.trim() !== perfArtefact) {
      samples.at(-1)?.ips.push(line.trim().split(' ', 1)[0] ?? '');
    }
  }
  const first = samples.reduce((least, { time }) => (time < least ? time : least), 2n ** 63n);
  for (const sample of samples) {
    const broken = sample.ips.findIndex(isNoCode);
    if (broken > 0) sample.ips.length = broken;
  }
  return samples
    .map(({ head, time, ips }) => `${String(time - first).padStart(14)} ${head}: ${ips.join(' ')}`)
    .sort();
}

/** What a chain has when a function in it uses the frame pointer for something else. */
function isNoCode(ip: string): boolean {
  const address = BigInt(`0x${ip}`);
  return address <= 4096n || (address >= 2n ** 48n && address < 0xffff_0000_0000_0000n);
}

/** The same of a profile that kept its timeline. */
export function ourSamples(profile: Profile, form: AddressForm = 'in file'): SampleLine[] {
  const { samples, threads, strings } = profile;
  const lines: string[] = [];
  for (let row = 0; row < samples.length; row++) {
    const thread = samples.thread?.[row] ?? -1;
    const comm = strings[threads.threadName[thread] ?? 0]?.trim();
    const who = `${comm} ${threads.pid[thread]}/${threads.tid[thread]}`;
    const { event, period } = eventOf(profile, row);
    // Waiting time has rows of its own.
    if (event === '?') continue;
    const time = String(samples.timeNs?.[row]).padStart(14);
    const cpu = samples.cpu?.[row] ?? -1;
    lines.push(
      `${time} ${who} ${cpu} ${period} ${event}: ${addresses(profile, row, form).join(' ')}`,
    );
  }
  return lines.sort();
}

function eventOf(profile: Profile, row: number): { event: string; period: number } {
  const { valueTypes, samples } = profile;
  const counted = valueTypes.findIndex(
    ({ name, unit }, type) =>
      unit === 'count' && profile.meta.events.includes(name) && samples.values[type]?.[row] === 1,
  );
  const event = valueTypes[counted]?.name ?? '?';
  const weighed = valueTypes.findIndex(({ name }) => name === `${event}-period`);
  return { event, period: samples.values[weighed]?.[row] ?? Number.NaN };
}

/**
 * Instruction pointers as perf prints them: callers' are behind their call, those of a chain count from
 * the start of the file they are in.
 */
function addresses(profile: Profile, row: number, form: AddressForm): string[] {
  const { stacks } = profile;
  const found: string[] = [];
  let below: boolean | undefined;
  for (let stack = profile.samples.stack[row] ?? -1; stack >= 0; ) {
    const frame = stacks.frame[stack] ?? -1;
    const { shown, isKernel } = addressOf(profile, frame, form);
    const isBehindCall = isKernel === below && (isKernel || form !== 'unwound');
    if (shown !== undefined) found.push((isBehindCall ? shown + 1n : shown).toString(16));
    below = isKernel;
    stack = stacks.parent[stack] ?? -1;
  }
  return found;
}

/** Undefined for `[cut]`. */
function addressOf(
  { mappings, strings, frames }: Profile,
  frame: number,
  as: AddressForm,
): { shown: bigint | undefined; isKernel: boolean } {
  const mapping = frames.mapping[frame] ?? -1;
  if (mapping < 0) return { shown: undefined, isKernel: false };
  const start = mappings.start[mapping] ?? 0n;
  const avma = start + BigInt(frames.address[frame] ?? 0);
  const isKernel = mappingKinds[mappings.kind[mapping] ?? 0] === 'kernel' || avma >> 63n === 1n;
  const file = strings[mappings.file[mapping] ?? 0] ?? '';
  const isInFile = !isKernel && as !== 'absolute' && /^(\/[^/]|\[vdso\])/.test(file);
  return { shown: isInFile ? avma - start + (mappings.offset[mapping] ?? 0n) : avma, isKernel };
}
