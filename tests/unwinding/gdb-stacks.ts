import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseElf, segmentTypes } from '../../src/object/index.ts';
import type { SpaceMapping } from '../../src/unwind/index.ts';
import { encodeCore } from './core-file.ts';
import { openLocalImage } from './local-image.ts';
import type { StackRecording, StackSample } from './perf-samples.ts';

/** A frame as gdb sees it: `pc` is where it stands or returns to. */
export interface GdbFrame {
  readonly pc: number;
  readonly isSignal: boolean;
}

export interface GdbStack {
  readonly frames: readonly GdbFrame[];
  /** gdb could not go on for want of bytes below the stack pointer. */
  readonly isStuck: boolean;
}

/**
 * Backtraces by gdb of samples of one process, each from a core file with the sample's registers and
 * stack. Objects are given to gdb by hand, because a core of one stack does not tell it where they are.
 */
export function gdbStacks(
  folder: string,
  recording: StackRecording,
  samples: readonly StackSample[],
): GdbStack[] {
  const script = ['import gdb', ...settings.map((line) => `gdb.execute('set ${line}')`)];
  for (const mapping of codeOf(recording, samples)) {
    const [path, bias] = imageFor(folder, mapping);
    if (path !== '')
      script.push(`gdb.execute('add-symbol-file ${path} -o ${bias}', to_string=True)`);
  }
  script.push(walker);
  samples.forEach((sample, index) => {
    const core = join(folder, `sample-${index}.core`);
    writeFileSync(core, encodeCore(sample, recording.attr.userRegisters));
    script.push(`walk('${core}')`);
  });
  const file = join(folder, 'walk.py');
  writeFileSync(file, script.join('\n'));
  const timeout = 60_000 + 200 * samples.length;
  const options = { encoding: 'utf8', maxBuffer: 1 << 28, timeout } as const;
  const output = execFileSync('gdb', ['-nx', '-batch', '-x', file], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output
    .split('\n')
    .filter((line) => line.startsWith('stack '))
    .map((line) => parseStack(line.split(' ').slice(1)));
}

const settings = [
  'confirm off',
  'auto-solib-add off',
  'debuginfod enabled off',
  'backtrace past-main on',
  'backtrace past-entry on',
  'backtrace limit unlimited',
];

/**
 * `popped` at the end: gdb wants a register from below the stack pointer. An epilogue has popped it, and
 * a running process still has the bytes there, but a sample does not. It then shows the leaf alone,
 * or nothing where something is inlined.
 *
 * Inlined and tail-call frames are gdb's inference from debug information, not steps of the stack.
 */
const walker = `
import os, re
def walk(core):
    gdb.execute('core-file ' + core, to_string=True)
    frames = []
    try:
        frame = gdb.newest_frame()
        while frame is not None:
            if frame.type() not in (gdb.INLINE_FRAME, gdb.TAILCALL_FRAME):
                frames.append('%x%s' % (frame.pc(), 'S' if frame.type() == gdb.SIGTRAMP_FRAME else ''))
            frame = frame.older()
        if len(frames) == 1:
            frames.append('popped')
    except gdb.error as error:
        at = re.search('0x[0-9a-f]+', str(error))
        if not frames or at and int(at.group(0), 16) < int(gdb.parse_and_eval('(unsigned long)$rsp')):
            frames.append('popped')
    print('stack ' + ' '.join(frames))
    os.remove(core)
`;

function parseStack(words: readonly string[]): GdbStack {
  const isStuck = words.at(-1) === 'popped';
  return { frames: (isStuck ? words.slice(0, -1) : words).map(parseFrame), isStuck };
}

function parseFrame(text: string): GdbFrame {
  return { pc: Number.parseInt(text, 16), isSignal: text.endsWith('S') };
}

function codeOf({ spaces }: StackRecording, samples: readonly StackSample[]): SpaceMapping[] {
  const pids = new Set(samples.map(({ pid }) => pid));
  return spaces.mappings.filter(({ pid }) => pids.has(pid));
}

function imageFor(folder: string, mapping: SpaceMapping): readonly [string, number] {
  const source = openLocalImage(mapping);
  if (source === undefined) return ['', 0];
  // By the segment, not by the mapping's first byte: with lld that is part of the segment before.
  const { start, fileOffset, length } = mapping;
  const code = parseElf(source).segments.find(
    ({ type, flags, offset, fileSize }) =>
      type === segmentTypes.load &&
      (flags & 1) !== 0 &&
      offset < fileOffset + length &&
      offset + fileSize > fileOffset,
  );
  const bias = start - fileOffset + (code?.offset ?? 0) - Number(code?.address ?? 0);
  if (mapping.path !== '[vdso]') return [mapping.path, bias];
  const path = join(folder, 'vdso.so');
  writeFileSync(path, source.read(0, source.size));
  return [path, bias];
}
