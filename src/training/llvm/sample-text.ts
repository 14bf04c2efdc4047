import { ToolError } from '../../base/tool-error.ts';
import type { SampleProfile } from './collect-samples.ts';
import { type FunctionSamples, type LineKey, lineKeyText } from './function-samples.ts';

/**
 * Writes LLVM's text form of a sample profile (llvm/ProfileData/SampleProfReader.h): `name:total:head`,
 * then a line per place, indented by one more blank per level of inlining; the hottest function first.
 */
export function encodeSampleText({ functions, sampleCount }: SampleProfile): string {
  if (functions.length === 0) {
    throw new ToolError('no-data', `none of ${sampleCount} samples has a source line`, {
      hint: 'build with -gmlt -fdebug-info-for-profiling and record that program',
    });
  }
  const lines: string[] = [];
  for (const samples of functions.toSorted(hottestFirst)) {
    lines.push(`${samples.name}:${whole(samples.total)}:${whole(samples.head)}`);
    addLines(samples, lines);
  }
  return `${lines.join('\n')}\n`;
}

interface Level {
  readonly samples: FunctionSamples;
  readonly depth: number;
  readonly key: LineKey;
}

/** Body first, then what is inlined. */
function addLines(outermost: FunctionSamples, lines: string[]): void {
  const waiting: Level[] = [{ samples: outermost, depth: 1, key: -1 }];
  for (let level = waiting.pop(); level !== undefined; level = waiting.pop()) {
    const { samples, depth, key } = level;
    const indent = ' '.repeat(depth);
    if (key >= 0) {
      lines.push(`${indent.slice(1)}${lineKeyText(key)}: ${samples.name}:${whole(samples.total)}`);
    }
    addBody(samples, indent, lines);
    const inlined = [...samples.inlined].sort(([a], [b]) => b - a);
    for (const [at, there] of inlined) {
      for (const inner of [...there.values()].sort(hottestFirst).reverse()) {
        waiting.push({ samples: inner, depth: depth + 1, key: at });
      }
    }
  }
}

function addBody({ body, targets }: FunctionSamples, indent: string, lines: string[]): void {
  for (const [key, count] of [...body].sort(([a], [b]) => a - b)) {
    const calls = [...(targets.get(key) ?? [])].sort(
      ([a, times], [b, others]) => others - times || compareTexts(a, b),
    );
    const shown = calls.map(([name, times]) => ` ${name}:${whole(times)}`).join('');
    lines.push(`${indent}${lineKeyText(key)}: ${whole(count)}${shown}`);
  }
}

function hottestFirst(a: FunctionSamples, b: FunctionSamples): number {
  return b.total - a.total || compareTexts(a.name, b.name);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function whole(count: number): number {
  return Math.round(count);
}
