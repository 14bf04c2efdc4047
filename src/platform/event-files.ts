import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './file-errors.ts';

/** A source of events that the kernel describes below /sys/bus/event_source/devices. */
export interface PmuFacts {
  readonly name: string;
  /** `perf_event_attr.type` of its events. */
  readonly type: number;
  /** Named fields and their bits: `event` → `config:0-7,32-35`. */
  readonly formats: Readonly<Record<string, string>>;
  /** Named events and their fields: `cache-misses` → `event=0x64,umask=0x09`. */
  readonly events: Readonly<Record<string, string>>;
}

/** What the kernel says of tracepoints; undefined id = it has no such one. */
export interface TracepointFiles {
  readonly state: 'readable' | 'denied' | 'absent';
  systems(): string[];
  names(system: string): string[];
  id(system: string, name: string): number | undefined;
}

const devicesFolder = '/sys/bus/event_source/devices';

export function readPmuNames(): string[] {
  return entriesOf(devicesFolder);
}

export function readPmu(name: string): PmuFacts | undefined {
  if (name.includes('/') || name.startsWith('.')) return undefined;
  const folder = join(devicesFolder, name);
  const type = Number.parseInt(textOf(join(folder, 'type')) ?? '', 10);
  if (Number.isNaN(type)) return undefined;
  return {
    name,
    type,
    formats: textsOf(join(folder, 'format')),
    events: textsOf(join(folder, 'events')),
  };
}

const tracefsFolders = ['/sys/kernel/tracing/events', '/sys/kernel/debug/tracing/events'];

export function tracepointFiles(): TracepointFiles {
  let folder: string | undefined;
  let isDenied = false;
  for (const each of tracefsFolders) {
    try {
      readdirSync(each);
      folder ??= each;
    } catch (error) {
      isDenied ||= errorCode(error) === 'EACCES';
    }
  }
  const at = (...parts: readonly string[]): string => join(folder ?? '', ...parts);
  return {
    state: folder !== undefined ? 'readable' : isDenied ? 'denied' : 'absent',
    systems: () => (folder === undefined ? [] : foldersOf(folder)),
    names: (system) => (folder === undefined ? [] : foldersOf(at(system))),
    id(system, name) {
      const isPlain = /^[\w-]+$/.test(system) && /^[\w.-]+$/.test(name);
      if (folder === undefined || !isPlain) return undefined;
      const id = Number.parseInt(textOf(at(system, name, 'id')) ?? '', 10);
      return Number.isNaN(id) ? undefined : id;
    },
  };
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function foldersOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}

function textsOf(folder: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of entriesOf(folder)) {
    // `cycles.scale` and `cycles.unit` describe an event and are none.
    const text = name.includes('.') ? undefined : textOf(join(folder, name));
    if (text !== undefined) texts[name] = text.trim();
  }
  return texts;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
