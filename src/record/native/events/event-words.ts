import { ToolError } from '../../../base/tool-error.ts';

/** One event as it was asked for: the words, taken apart but not yet looked up. */
export type EventWords =
  | { readonly kind: 'name'; readonly name: string; readonly modifier: string }
  | { readonly kind: 'raw'; readonly config: bigint; readonly modifier: string }
  | {
      readonly kind: 'pmu';
      readonly pmu: string;
      readonly terms: string;
      readonly modifier: string;
    }
  | {
      readonly kind: 'tracepoint';
      readonly system: string;
      readonly name: string;
      readonly modifier: string;
    }
  | {
      readonly kind: 'uprobe' | 'uretprobe';
      readonly path: string;
      readonly symbol: string;
      readonly offset: bigint;
    }
  | {
      readonly kind: 'usdt';
      readonly path: string;
      readonly provider: string;
      readonly name: string;
    }
  | { readonly kind: 'kprobe' | 'kretprobe'; readonly symbol: string; readonly offset: bigint };

/** The texts of `-e`, each perhaps a list: commas inside `cpu/…/` belong to the event. */
export function splitEvents(texts: readonly string[]): string[] {
  return texts.flatMap(splitList);
}

function splitList(text: string): string[] {
  if (/[{}]/.test(text)) {
    throw new ToolError('usage', `-e ${text}: groups of events in braces are not supported`, {
      hint: 'name the events without braces, each is recorded by itself',
    });
  }
  const events: string[] = [];
  let rest = text;
  while (rest !== '') {
    const withTerms = /^[\w.-]+\/[^/]*\/[^,]*/.exec(rest)?.[0];
    const event = withTerms ?? /^[^,]*/.exec(rest)?.[0] ?? '';
    events.push(event.trim());
    rest = rest.slice(event.length + 1);
  }
  if (events.length === 0 || events.includes('')) {
    throw new ToolError('usage', `-e ${text} has an empty name in it`, {
      hint: '-e cpu-clock,page-faults',
    });
  }
  return events;
}

const probeForms: Readonly<Record<string, string>> = {
  uprobe: 'uprobe:/path/to/program:function, or function+0x10',
  uretprobe: 'uretprobe:/path/to/program:function',
  usdt: 'usdt:/path/to/program:provider:name',
  kprobe: 'kprobe:function, or kprobe:function+0x10',
  kretprobe: 'kretprobe:function',
};

/** Takes one event apart; throws when it follows no form at all. */
export function parseEventWords(text: string): EventWords {
  const head = /^(\w+):/.exec(text)?.[1] ?? '';
  if (head in probeForms) return parseProbe(text, head);
  const pmu = /^([\w.-]+)\/([^/]*)\/:?(\w*)$/.exec(text);
  if (pmu !== null) {
    const [, name = '', terms = '', modifier = ''] = pmu;
    return { kind: 'pmu', pmu: name, terms, modifier };
  }
  const raw = /^r([0-9a-fA-F]{1,16})(?::(\w+))?$/.exec(text);
  if (raw !== null) {
    return { kind: 'raw', config: BigInt(`0x${raw[1] ?? '0'}`), modifier: raw[2] ?? '' };
  }
  const [first = '', second, third = '', ...more] = text.split(':');
  if (second === undefined) return { kind: 'name', name: first, modifier: '' };
  if (more.length > 0 || first === '' || second === '') throw unknownForm(text);
  // `cycles:u` and `sched:sched_switch` look alike: modifiers are few letters and no tracepoint's name.
  if (third === '' && isModifier(second)) return { kind: 'name', name: first, modifier: second };
  return { kind: 'tracepoint', system: first, name: second, modifier: third };
}

function isModifier(text: string): boolean {
  return /^[ukhGHpPISDWeb]{1,6}$/.test(text);
}

function parseProbe(text: string, kind: string): EventWords {
  const rest = text.slice(kind.length + 1);
  const form = probeForms[kind] ?? '';
  if (kind === 'kprobe' || kind === 'kretprobe') {
    const site = parseSite(rest);
    if (site === undefined) throw unknownForm(text, form);
    return { kind, ...site };
  }
  if (kind === 'usdt') {
    // Paths may hold colons, providers and names do not.
    const parts = /^(.+):([^:]+):([^:]+)$/.exec(rest);
    if (parts === null) throw unknownForm(text, form);
    const [, path = '', provider = '', name = ''] = parts;
    return { kind, path, provider, name };
  }
  const parts = /^(.+?):(?!:)(.+)$/.exec(rest);
  const site = parts === null ? undefined : parseSite(parts[2] ?? '');
  if (site === undefined) throw unknownForm(text, form);
  return { kind: kind === 'uprobe' ? 'uprobe' : 'uretprobe', path: parts?.[1] ?? '', ...site };
}

/** `malloc`, `malloc+0x10`, or an address alone: `0x1234` (Svma). */
function parseSite(text: string): { symbol: string; offset: bigint } | undefined {
  if (/^0x[0-9a-f]+$/i.test(text)) return { symbol: '', offset: BigInt(text) };
  const [, symbol = '', offset = '0'] = /^(.+?)(?:\+(0x[0-9a-f]+|\d+))?$/i.exec(text) ?? [];
  return symbol === '' ? undefined : { symbol, offset: BigInt(offset) };
}

function unknownForm(text: string, form?: string): ToolError {
  return new ToolError('usage', `-e ${text} is no event`, {
    hint:
      form ??
      'cycles, page-faults, sched:sched_switch, r01c2, cpu/event=0x3c/, uprobe:FILE:FUNCTION',
  });
}
