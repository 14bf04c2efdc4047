import { nearNames } from '../../../base/near-names.ts';
import { ToolError } from '../../../base/tool-error.ts';
import { eventTypes } from '../../../perf/attr-table.ts';
import type { TracepointFiles } from '../../../platform/event-files.ts';
import type { PlannedEvent } from '../recording-plan.ts';
import { parseModifier } from './event-modifier.ts';

interface TracepointWords {
  readonly system: string;
  readonly name: string;
  readonly modifier: string;
}

/** More than this from one glob is a mistake: each is a file descriptor per CPU and thread. */
const mostTracepoints = 100;

/** `sched:sched_switch`, or a glob in either part: `syscalls:sys_enter_read*`. */
export function resolveTracepoints(words: TracepointWords, files: TracepointFiles): PlannedEvent[] {
  const { system, name, modifier } = words;
  const text = `${system}:${name}`;
  if (files.state !== 'readable') throw unreadable(text, files.state);
  const isGlob = /[*?[]/.test(text);
  const found = isGlob ? matching(words, files) : [{ system, name }];
  if (found.length > mostTracepoints) {
    throw new ToolError('usage', `-e ${text} means ${found.length} tracepoints`, {
      hint: `narrow it: at most ${mostTracepoints} at a time`,
    });
  }
  return found.map((each) => {
    const id = files.id(each.system, each.name);
    if (id === undefined) throw unknown(each.system, each.name, files);
    return {
      name: `${each.system}:${each.name}${modifier === '' ? '' : `:${modifier}`}`,
      type: eventTypes.tracepoint,
      config: BigInt(id),
      tracepoint: each,
      ...parseModifier(text, modifier),
      rate: { period: 1 },
    };
  });
}

function matching(words: TracepointWords, files: TracepointFiles): NameInSystem[] {
  const systems = files.systems().filter(globMatcher(words.system));
  const found = systems.flatMap((system) =>
    files
      .names(system)
      .filter(globMatcher(words.name))
      .map((name) => ({ system, name })),
  );
  if (found.length > 0) return found;
  throw new ToolError('usage', `no tracepoint matches ${words.system}:${words.name}`, {
    hint: 'ls /sys/kernel/tracing/events lists them',
  });
}

interface NameInSystem {
  readonly system: string;
  readonly name: string;
}

function globMatcher(glob: string): (text: string) => boolean {
  const pattern = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  try {
    const expression = new RegExp(`^${pattern}$`);
    return (text) => expression.test(text);
  } catch {
    return () => false;
  }
}

function unknown(system: string, name: string, files: TracepointFiles): ToolError {
  const systems = files.systems();
  if (!systems.includes(system)) {
    const near = nearNames(system, systems);
    return new ToolError('usage', `there is no group of tracepoints named ${system}`, {
      hint: near.length > 0 ? near.map((each) => `-e ${each}:…`).join(' or ') : listing(''),
    });
  }
  const near = nearNames(name, files.names(system));
  return new ToolError('usage', `there is no tracepoint ${system}:${name}`, {
    hint:
      near.length > 0
        ? near.map((each) => `-e ${system}:${each}`).join(' or ')
        : listing(`/${system}`),
  });
}

function listing(folder: string): string {
  return `ls /sys/kernel/tracing/events${folder} lists them`;
}

function unreadable(text: string, state: 'denied' | 'absent'): ToolError {
  if (state === 'absent') {
    return new ToolError('unsupported-input', `-e ${text}: tracefs is not mounted`, {
      hint: 'sudo mount -t tracefs tracefs /sys/kernel/tracing',
    });
  }
  return new ToolError('denied', `-e ${text}: this user may not read tracefs`, {
    hint: 'sudo chmod -R a+rX /sys/kernel/tracing && sudo sysctl kernel.perf_event_paranoid=-1, or run as root',
  });
}
