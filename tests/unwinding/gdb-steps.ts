import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressSpaces } from '../../src/unwind/index.ts';
import type { GdbStack } from './gdb-stacks.ts';
import { openLocalImage } from './local-image.ts';
import type { StackSample } from './perf-samples.ts';

export interface Steps {
  readonly samples: readonly StackSample[];
  readonly stacks: readonly GdbStack[];
  readonly spaces: AddressSpaces;
}

/** All registers that have a DWARF number, in perf's order. */
export const stepMask = 0xff01ffn;
const stackBytes = 28_672;
const gdbNames = 'rax rbx rcx rdx rsi rdi rbp rsp rip r8 r9 r10 r11 r12 r13 r14 r15'.split(' ');

/**
 * Runs a program under gdb and, from each of the functions on, goes instruction by instruction, noting
 * registers, stack and gdb's own backtrace: prologues, epilogues, PLT stubs and the resolver included.
 */
export function gdbSteps(
  folder: string,
  [binary, ...args]: readonly [string, ...string[]],
  functions: readonly { readonly name: string; readonly steps: number }[],
): Steps {
  const script = join(folder, 'steps.py');
  const stops = functions.map(({ name, steps }) => `follow('${name}', ${steps})`);
  writeFileSync(script, [prologue, ...stops, "gdb.execute('kill')"].join('\n'));
  const output = execFileSync('gdb', ['-nx', '-batch', '-x', script, '--args', binary, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
    timeout: 100_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DEBUGINFOD_URLS: '', ROOM: 'x'.repeat(stackBytes) },
  });
  return parse(output);
}

const prologue = `
import gdb
for line in ('confirm off', 'backtrace past-main on', 'backtrace past-entry on', 'disable-randomization on'):
    gdb.execute('set ' + line)
gdb.execute('handle SIGUSR1 nostop noprint pass')
gdb.execute('handle SIGALRM nostop noprint pass')
gdb.execute('break main', to_string=True)
gdb.execute('run', to_string=True)
for line in gdb.execute('info proc mappings', to_string=True).splitlines():
    if 'x' in line.split()[4:5][0:1][0] if len(line.split()) > 4 else False:
        print('map ' + line)

def follow(name, steps):
    point = gdb.Breakpoint('*' + name, internal=True)
    gdb.execute('continue', to_string=True)
    point.delete()
    for _ in range(steps):
        note()
        gdb.execute('stepi', to_string=True)

def note():
    frame = gdb.newest_frame()
    values = [int(frame.read_register(name)) & (2 ** 64 - 1) for name in '${gdbNames.join(' ')}'.split()]
    memory = bytes(gdb.selected_inferior().read_memory(values[7], ${stackBytes}))
    frames = []
    while frame is not None:
        if frame.type() not in (gdb.INLINE_FRAME, gdb.TAILCALL_FRAME):
            frames.append('%x%s' % (frame.pc(), 'S' if frame.type() == gdb.SIGTRAMP_FRAME else ''))
        frame = frame.older()
    print('\\nstep', ','.join('%x' % value for value in values), memory.hex(), ' '.join(frames))
`;

function parse(output: string): Steps {
  const spaces = new AddressSpaces(openLocalImage);
  const samples: StackSample[] = [];
  const stacks: GdbStack[] = [];
  for (const line of output.split('\n')) {
    const [kind, ...words] = line.trim().split(/ +/);
    if (kind === 'map') addMapping(spaces, words);
    if (kind !== 'step') continue;
    const [registers = '', memory = '', ...frames] = words;
    samples.push(parseSample(registers, memory));
    stacks.push({
      isStuck: false,
      frames: frames.map((text) => ({
        pc: Number.parseInt(text, 16),
        isSignal: text.endsWith('S'),
      })),
    });
  }
  return { samples, stacks, spaces };
}

/** start, end, size, offset, permissions, file. */
function addMapping(spaces: AddressSpaces, words: readonly string[]): void {
  const [start = '', , size = '', offset = '', , path = '//anon'] = words;
  spaces.addMapping(1, 0, {
    start: Number(start),
    length: Number(size),
    fileOffset: Number(offset),
    path,
    buildId: '',
    executable: true,
  });
}

function parseSample(registers: string, memory: string): StackSample {
  const values = registers.split(',');
  const registersAt = 0;
  const bytes = new Uint8Array(values.length * 8 + stackBytes);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of values.entries()) view.setBigUint64(at * 8, BigInt(`0x${value}`), true);
  bytes.set(Buffer.from(memory, 'hex'), values.length * 8);
  const words = new Int32Array(bytes.buffer);
  return { pid: 1, timeNs: 1, words, registersAt, stackAt: values.length * 2, stackBytes };
}
