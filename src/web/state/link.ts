import type { TimeRange } from '../../explore/index.ts';
import {
  decodeName,
  decodePath,
  decodeSeconds,
  encodeName,
  encodePath,
  encodeSeconds,
} from './link-text.ts';
import { splitStep } from './transform-step.ts';
import { initialState, type Place, type ViewState, viewNames } from './view-state.ts';

// The link of a view: `#VIEW?key=value&…`, as docs/reference/links.md describes it. Pure: parse and format are
// each other's reverse. Times in a link count from the start of the profile, so both are told the origin.

/** A part of the state and its place in the link. */
interface LinkField {
  readonly key: string;
  /** '' = the default, which is left out. */
  format(state: ViewState, originNs: number): string;
  /** undefined = the value makes no sense here. */
  parse(value: string, originNs: number): Partial<ViewState> | undefined;
}

const version = '1';

const fields: readonly LinkField[] = [
  {
    key: 'v',
    format: () => '',
    parse: (value) => (value === version ? {} : undefined),
  },
  numbers('file', 'files'),
  {
    key: 'range',
    format: ({ ranges }, originNs) => ranges.map((each) => formatRange(each, originNs)).join('~'),
    parse(value, originNs) {
      const ranges = value.split('~').map((each) => parseRange(each, originNs));
      const known = ranges.filter((each) => each !== undefined);
      return known.length === ranges.length ? { ranges: known } : undefined;
    },
  },
  {
    key: 'base',
    format: ({ baseRange }, originNs) =>
      baseRange === null ? '' : formatRange(baseRange, originNs),
    parse(value, originNs) {
      const baseRange = parseRange(value, originNs);
      return baseRange === undefined ? undefined : { baseRange };
    },
  },
  numbers('threads', 'threads'),
  numbers('cpu', 'cpus'),
  text('event', 'event'),
  text('value', 'value'),
  {
    key: 't',
    format: ({ transforms }) => transforms.map(formatStep).join('~'),
    parse: (value) => ({ transforms: value.split('~').map(parseStep) }),
  },
  text('q', 'search'),
  {
    key: 'sel',
    format: ({ selected }) => (selected === null ? '' : formatPlace(selected)),
    parse: (value) => ({ selected: parsePlace(value) }),
  },
  {
    key: 'zoom',
    format: ({ zoom }) => encodePath(zoom),
    parse: (value) => ({ zoom: decodePath(value) }),
  },
  flag('invert', 'invert'),
  choice('shape', 'shape', ['flame', 'icicle']),
  choice('order', 'order', ['weight', 'name']),
  {
    key: 'by',
    format: ({ by }) => (by === initialState.by ? '' : by.replace(/s$/, '')),
    parse(value) {
      const by = (['functions', 'modules', 'files', 'lines'] as const).find((each) => {
        return each === `${value}s`;
      });
      return by === undefined ? undefined : { by };
    },
  },
  choice('colour', 'colour', ['module', 'kind', 'self', 'diff']),
  {
    key: 'line',
    format: ({ line }) => (line === null ? '' : String(line)),
    parse: (value) => (/^\d{1,9}$/.test(value) ? { line: Number(value) } : undefined),
  },
  {
    key: 'addr',
    format: ({ address }) => (address === null ? '' : address.toString(16)),
    parse(value) {
      const address = Number(`0x${value}`);
      const isAddress = /^[\da-fA-F]{1,14}$/.test(value) && Number.isSafeInteger(address);
      return isAddress ? { address } : undefined;
    },
  },
  choice('heat', 'heat', ['rows', 'columns']),
  choice('syntax', 'syntax', ['intel', 'att']),
  flag('bytes', 'bytes'),
  flag('lines', 'sourceLines'),
  text('sort', 'sort'),
  choice('diff', 'diff', ['all', 'changed', 'new', 'removed']),
  choice('width', 'width', ['both', 'base', 'new']),
  choice('side', 'side', ['new', 'base']),
  choice('measure', 'measure', ['self', 'total']),
  flag('shares', 'isShares'),
];

const fieldOf: ReadonlyMap<string, LinkField> = new Map(fields.map((field) => [field.key, field]));

/**
 * The state that a link asks for. What is missing has its default; keys and values that are not
 * understood are kept in `others`, so that a link survives being passed through an older page.
 */
export function parseLink(fragment: string, originNs: number = 0): ViewState {
  const [name = '', ...rest] = fragment.replace(/^#/, '').split('?');
  const view = viewNames.find((each) => each === name) ?? initialState.view;
  const others: (readonly [string, string])[] = [];
  let state: ViewState = { ...initialState, view };
  for (const pair of rest.join('?').split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [key, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const patch = value === '' ? undefined : fieldOf.get(key)?.parse(value, originNs);
    if (patch === undefined) others.push([key, value]);
    else state = { ...state, ...patch };
  }
  return { ...state, others };
}

/** The link of a state, with the `#`. */
export function formatLink(state: ViewState, originNs: number = 0): string {
  const known = fields.flatMap((field) => {
    const value = field.format(state, originNs);
    return value === '' ? [] : [`${field.key}=${value}`];
  });
  const others = state.others.map(([key, value]) => (value === '' ? key : `${key}=${value}`));
  const all = [...known, ...others].join('&');
  return `#${state.view}${all === '' ? '' : `?${all}`}`;
}

type KeysOf<Value> = {
  [Key in keyof ViewState]: ViewState[Key] extends Value ? Key : never;
}[keyof ViewState];

function flag(key: string, of: KeysOf<boolean>): LinkField {
  return {
    key,
    format: (state) => (state[of] === initialState[of] ? '' : state[of] ? '1' : '0'),
    parse: (value) => (value === '1' || value === '0' ? { [of]: value === '1' } : undefined),
  };
}

function text(key: string, of: 'event' | 'value' | 'search' | 'sort'): LinkField {
  return {
    key,
    format: (state) => encodeName(state[of]),
    parse: (value) => ({ [of]: decodeName(value) }),
  };
}

function numbers(key: string, of: 'files' | 'threads' | 'cpus'): LinkField {
  const usual = initialState[of].join(',');
  return {
    key,
    format(state) {
      const value = state[of].join(',');
      return value === usual ? '' : value;
    },
    parse(value) {
      const list = value.split(',');
      if (!list.every((each) => /^\d{1,9}$/.test(each))) return undefined;
      return { [of]: list.map(Number) };
    },
  };
}

function choice<Key extends KeysOf<string>>(
  key: string,
  of: Key,
  values: readonly ViewState[Key][],
): LinkField {
  return {
    key,
    format: (state) => (state[of] === initialState[of] ? '' : state[of]),
    parse(value) {
      const known = values.find((each) => each === value);
      return known === undefined ? undefined : { [of]: known };
    },
  };
}

function formatRange({ startNs, endNs }: TimeRange, originNs: number): string {
  return `${encodeSeconds(startNs - originNs)}-${encodeSeconds(endNs - originNs)}`;
}

/** `A-B`; either may be negative. */
function parseRange(value: string, originNs: number): TimeRange | undefined {
  const [, from = '', to = ''] = /^(-?[\d.]+)-(-?[\d.]+)$/.exec(value) ?? [];
  const [start, end] = [decodeSeconds(from), decodeSeconds(to)];
  if (start === undefined || end === undefined || end < start) return undefined;
  return { startNs: start + originNs, endNs: end + originNs };
}

/** `NAME` or, where the same name is in several images, `NAME@IMAGE`. */
function formatPlace({ name, module }: Place): string {
  return module === '' ? encodeName(name) : `${encodeName(name)}@${encodeName(module)}`;
}

function parsePlace(value: string): Place {
  const [name = '', module = ''] = value.split('@');
  return { name: decodeName(name), module: decodeName(module) };
}

function formatStep(step: string): string {
  const { word, rest } = splitStep(step);
  if (rest === '') return encodeName(word);
  const value = word === 'subtree' ? encodePath(rest.split(';')) : encodeName(rest);
  return `${encodeName(word)}:${value}`;
}

function parseStep(value: string): string {
  const { word, rest } = splitStep(value);
  if (rest === '') return decodeName(word);
  if (word === 'subtree') {
    const names = decodePath(rest);
    // One name is the same as focusing it, and may hold a slash.
    return names.length < 2 ? `focus:${names.join('')}` : `subtree:${names.join(';')}`;
  }
  return `${decodeName(word)}:${decodeName(rest)}`;
}
