import { sampleEvents } from '../../analysis/index.ts';
import { baseName } from '../../base/base-name.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { type FrameIndex, frameFile, type Profile, textAt } from '../../profile/index.ts';

/** Fields in perf's words, in the order in which they are printed. */
export const scriptFields = [
  'comm',
  'pid',
  'tid',
  'cpu',
  'time',
  'period',
  'event',
  'ip',
  'sym',
  'dso',
  'srcline',
] as const;
export type ScriptField = (typeof scriptFields)[number];

export interface ScriptStyle {
  readonly fields: ReadonlySet<ScriptField>;
  /** Leaves out functions that were inlined. */
  readonly noInline: boolean;
  /** Nine decimals of a second instead of six. */
  readonly nanoseconds: boolean;
}

/** Every sample as `perf script` prints it, oldest first: a line for it, then its stack from the leaf. */
export function* scriptText(profile: Profile, style: ScriptStyle): Generator<string> {
  const { samples } = profile;
  const heads = new SampleHeads(profile, style);
  const frames = new FrameLines(profile, style);
  const eventsOf = sampleEvents(profile);
  for (const row of oldestFirst(samples.timeNs, samples.length)) {
    for (const { event, period } of eventsOf(row)) {
      yield heads.line(row, event, period);
      yield* frames.linesOf(samples.stack[row] as number);
      yield '';
    }
  }
}

/** `comm pid/tid [cpu] time: period event:` */
class SampleHeads {
  readonly #profile: Profile;
  readonly #style: ScriptStyle;
  readonly #tasks = new Map<number, string>();

  constructor(profile: Profile, style: ScriptStyle) {
    this.#profile = profile;
    this.#style = style;
  }

  line(row: number, event: string, period: number): string {
    const { samples } = this.#profile;
    const { fields, nanoseconds } = this.#style;
    const words = [this.#task(samples.thread?.[row] ?? -1)];
    const cpu = samples.cpu?.[row] ?? -1;
    if (fields.has('cpu') && cpu >= 0) words.push(`[${String(cpu).padStart(3, '0')}]`);
    const timeNs = samples.timeNs?.[row] ?? Number.NaN;
    if (fields.has('time') && !Number.isNaN(timeNs)) words.push(secondsText(timeNs, nanoseconds));
    if (fields.has('period') && !Number.isNaN(period)) {
      words.push(String(Math.round(period)).padStart(10));
    }
    if (fields.has('event')) words.push(`${safeLine(event)}: `);
    return words.join(' ');
  }

  #task(thread: number): string {
    const known = this.#tasks.get(thread);
    if (known !== undefined) return known;
    const task = this.#taskText(thread);
    this.#tasks.set(thread, task);
    return task;
  }

  #taskText(thread: number): string {
    const { threads } = this.#profile;
    const { fields } = this.#style;
    const name = (column: Int32Array): string => textAt(this.#profile, column[thread] ?? 0);
    const comm = name(threads.threadName) || name(threads.processName) || ':-1';
    const words = fields.has('comm') ? [safeLine(comm).padStart(16)] : [];
    const [pid, tid] = [threads.pid[thread] ?? -1, threads.tid[thread] ?? -1];
    // Readers know no pid of -1: what is unknown is left out.
    const known = [fields.has('pid') ? pid : -1, fields.has('tid') ? tid : -1].filter(
      (id) => id >= 0,
    );
    if (known.length > 0) words.push(known.join('/'));
    return words.join(' ');
  }
}

/** Seconds with a colon behind; split by hand, because a double of seconds loses nanoseconds. */
function secondsText(timeNs: number, nanoseconds: boolean): string {
  const whole = Math.floor(timeNs / 1e9);
  const rest = Math.floor(timeNs - whole * 1e9);
  const digits = String(rest).padStart(9, '0');
  return `${whole}.${nanoseconds ? digits : digits.slice(0, 6)}:`;
}

/** Frames repeat in nearly every sample, so each is put into words once. */
class FrameLines {
  readonly #profile: Profile;
  readonly #style: ScriptStyle;
  readonly #lines: (string | undefined)[] = [];

  constructor(profile: Profile, style: ScriptStyle) {
    this.#profile = profile;
    this.#style = style;
  }

  *linesOf(stack: number): Generator<string> {
    const { parent, frame } = this.#profile.stacks;
    const { inlineDepth } = this.#profile.frames;
    for (let at = stack; at >= 0; at = parent[at] as number) {
      const row = frame[at] as number;
      if (this.#style.noInline && (inlineDepth[row] as number) > 0) continue;
      const line = this.#lines[row] ?? this.#text(row as FrameIndex);
      this.#lines[row] = line;
      if (line !== '') yield line;
    }
  }

  /** `\t address symbol (image)`, with the source line below, as perf does. */
  #text(frame: FrameIndex): string {
    const { frames, functions, mappings } = this.#profile;
    const { fields } = this.#style;
    const words: string[] = [];
    if (fields.has('ip')) words.push(this.#address(frame).padStart(16));
    const called = frames.function[frame] as number;
    const name = called < 0 ? '' : textAt(this.#profile, functions.name[called] as number);
    if (fields.has('sym')) words.push(name === '' ? '[unknown]' : safeLine(name));
    const isInlined = (frames.inlineDepth[frame] as number) > 0;
    if (isInlined) words.push('(inlined)');
    else if (fields.has('dso')) {
      const file = textAt(this.#profile, mappings.file[frames.mapping[frame] as number] ?? 0);
      words.push(`(${file === '' ? '[unknown]' : safeLine(file)})`);
    }
    if (words.length === 0) return '';
    const source = fields.has('srcline') ? this.#sourceLine(frame) : '';
    return `\t${words.join(' ')}${source === '' ? '' : `\n  ${source}`}`;
  }

  #address(frame: FrameIndex): string {
    const { frames, mappings } = this.#profile;
    const address = frames.address[frame] as number;
    if (address < 0) return '0';
    const start = mappings.start[frames.mapping[frame] as number] ?? 0n;
    return BigInt.asUintN(64, start + BigInt(address)).toString(16);
  }

  #sourceLine(frame: FrameIndex): string {
    const file = frameFile(this.#profile, frame);
    const line = this.#profile.frames.line[frame] as number;
    return file === '' ? '' : safeLine(`${baseName(file)}:${line}`);
  }
}

/** Row numbers by time; a recorder's CPUs each write for themselves. */
function oldestFirst(timeNs: Float64Array | null, length: number): Iterable<number> {
  const rows = new Uint32Array(length).map((_, row) => row);
  if (timeNs === null) return rows;
  for (let row = 1; row < length; row++) {
    if ((timeNs[row] as number) < (timeNs[row - 1] as number)) {
      return rows.sort((a, b) => (timeNs[a] as number) - (timeNs[b] as number) || a - b);
    }
  }
  return rows;
}
