import { execFileSync } from 'node:child_process';
import type { Decoder, Instruction, Syntax } from '../../src/disasm/index.ts';

/** How our instructions compare with those that objdump shows. */
export interface Agreement {
  readonly instructions: number;
  readonly otherLength: number;
  readonly otherText: number;
  /** A few of those that differ, with both texts. */
  readonly examples: readonly string[];
}

interface Listed {
  readonly address: number;
  readonly bytes: Uint8Array;
  readonly text: string;
}

const mostExamples = 12;

/** Compares every instruction of a file's .text that objdump can decode. */
export function compareWithObjdump(
  tool: string,
  file: string,
  decoder: Decoder,
  syntax: Syntax,
): Agreement {
  const examples = new Map<string, string>();
  const counts = { instructions: 0, otherLength: 0, otherText: 0 };
  const agreed = new Set<string>();
  for (const listed of listing(tool, file, syntax)) {
    // The same bytes make the same text, but for places that the address decides.
    const isFixed = !/[<#]/.test(listed.text);
    const key = isFixed ? `${listed.bytes.join()} ${listed.text}` : '';
    if (isFixed && agreed.has(key)) {
      counts.instructions++;
      continue;
    }
    // What comes after must not matter, but must be there.
    const code = new Uint8Array(listed.bytes.length + 16).fill(0x90);
    code.set(listed.bytes);
    const ours = decoder.decode(code, 0, listed.address, syntax);
    counts.instructions++;
    if (ours.length !== listed.bytes.length) counts.otherLength++;
    const [want, have] = [normalised(listed.text, ours), textOf(ours)];
    if (want === have && ours.length === listed.bytes.length) {
      if (isFixed) agreed.add(key);
      continue;
    }
    counts.otherText++;
    const [name = ''] = want.split(' ');
    if (examples.size < mostExamples) examples.set(name, `objdump: ${want}  plateau: ${have}`);
  }
  return { ...counts, examples: [...examples.values()] };
}

function listing(tool: string, file: string, syntax: Syntax): Listed[] {
  const machine = tool.startsWith('aarch64') ? [] : ['-M', syntax];
  const text = execFileSync(tool, ['-d', '-w', '-j', '.text', ...machine, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return text.split('\n').flatMap((line): Listed[] => {
    const found = /^\s*([0-9a-f]+):\t([0-9a-f ]+?) *\t(.*)$/.exec(line);
    const [, address = '', hex = '', shown = ''] = found ?? [];
    if (found === null || shown.includes('(bad)')) return [];
    const digits = hex.replaceAll(' ', '');
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (each) => Number.parseInt(each, 16));
    // AArch64 words are listed as numbers, the last byte first.
    if (!hex.includes(' ') && bytes.length === 4 && tool.startsWith('aarch64')) bytes.reverse();
    return [{ address: Number.parseInt(address, 16), bytes, text: shown }];
  });
}

function textOf({ mnemonic, operands }: Instruction): string {
  return `${mnemonic} ${operands}`.trim().toLowerCase();
}

/** objdump's text without what it adds (symbols, comments), in lower case and with our way of writing. */
function normalised(shown: string, { kind, reference }: Instruction): string {
  const bare = shown
    .replace(/\s*(?:#|\/\/)\s.*$/, '')
    .replace(/\s*<[^>]*>.*$/, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^\{evex\} /, '')
    .replace(/\[rip\+0x(f{7}[0-9a-f]+)\]/, (_, hex: string) => {
      const distance = BigInt.asIntN(64, BigInt(`0x${hex}`));
      return `[rip-0x${(-distance).toString(16)}]`;
    });
  const isTarget = kind !== 'other' && kind !== 'return';
  const isPlace = reference >= 0 && !/[[(]/.test(bare);
  return isTarget || isPlace ? bare.replace(/( |, )([0-9a-f]+)$/, '$10x$2') : bare;
}
