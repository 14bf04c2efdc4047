import type { Diagnostic } from '../base/diagnostics.ts';
import { malformed, type ToolError } from '../base/tool-error.ts';
import type { Profile, ProfileMeta, ValueType } from '../profile/index.ts';

/** The small facts of a profile: everything that is not a column. */
export interface MetaFacts {
  readonly meta: ProfileMeta;
  readonly valueTypes: readonly ValueType[];
}

/** JSON, with what JSON lacks as text: bigint, NaN, the infinities and -0. */
export function encodeMeta(profile: Profile): Uint8Array {
  const facts: MetaFacts = { meta: profile.meta, valueTypes: profile.valueTypes };
  const text = JSON.stringify(facts, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'number') return value;
    if (Object.is(value, -0)) return '-0';
    return Number.isFinite(value) ? value : String(value);
  });
  return new TextEncoder().encode(text);
}

export function parseMeta(bytes: Uint8Array, offset: number): MetaFacts & { unknown: string[] } {
  const root = new FactReader(parseJson(bytes, 'meta', offset), offset);
  const meta = root.object('meta');
  const health = meta.object('health');
  const valueTypes = root.list('valueTypes').map((each) => valueTypeOf(each));
  const periodType = meta.find('periodType');
  const facts: MetaFacts = {
    valueTypes,
    meta: {
      producer: meta.text('producer'),
      host: meta.text('host'),
      command: meta.text('command'),
      events: meta.texts('events'),
      startEpochNs: meta.bigint('startEpochNs'),
      durationNs: meta.number('durationNs'),
      period: meta.number('period'),
      periodType: periodType === undefined ? null : valueTypeOf(periodType),
      defaultValueType: meta.number('defaultValueType'),
      comments: meta.texts('comments'),
      dropFrames: meta.text('dropFrames'),
      keepFrames: meta.text('keepFrames'),
      docUrl: meta.text('docUrl'),
      health: {
        lostSamples: health.number('lostSamples'),
        throttled: health.number('throttled'),
        truncatedStacks: health.number('truncatedStacks'),
        diagnostics: health.list('diagnostics').map((each) => diagnosticOf(each)),
      },
    },
  };
  return { ...facts, unknown: [...root.unread(), ...meta.unread(), ...health.unread()] };
}

/** The value of a JSON section; anything that is not JSON in UTF-8 is an error. */
export function parseJson(bytes: Uint8Array, section: string, offset: number): unknown {
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return JSON.parse(utf8.decode(bytes)) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw malformed(section, offset, `not JSON: ${reason}`);
  }
}

function valueTypeOf(facts: FactReader): ValueType {
  return { name: facts.text('name'), unit: facts.text('unit') };
}

function diagnosticOf(facts: FactReader): Diagnostic {
  return {
    code: facts.text('code'),
    message: facts.text('message'),
    count: facts.number('count'),
  };
}

/** Reads the fields of a JSON object by type, and knows which of them nobody asked for. */
class FactReader {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #offset: number;
  readonly #read = new Set<string>();

  constructor(value: unknown, offset: number) {
    this.#offset = offset;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw malformed('meta', offset, 'an object is expected');
    }
    this.#fields = new Map(Object.entries(value));
  }

  text(field: string): string {
    const value = this.#take(field);
    if (typeof value !== 'string') throw this.#fault(field, 'text');
    return value;
  }

  number(field: string): number {
    const value = this.#take(field);
    if (typeof value === 'number') return value;
    if (!['NaN', 'Infinity', '-Infinity', '-0'].includes(String(value))) {
      throw this.#fault(field, 'a number');
    }
    return Number(value);
  }

  bigint(field: string): bigint {
    const text = this.text(field);
    if (!/^-?\d{1,40}$/.test(text)) throw this.#fault(field, 'an integer as text');
    return BigInt(text);
  }

  texts(field: string): string[] {
    const value = this.#take(field);
    const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
    if (!isTexts) throw this.#fault(field, 'a list of texts');
    return value;
  }

  object(field: string): FactReader {
    return new FactReader(this.#take(field), this.#offset);
  }

  find(field: string): FactReader | undefined {
    const value = this.#take(field);
    return value === null ? undefined : new FactReader(value, this.#offset);
  }

  list(field: string): FactReader[] {
    const value = this.#take(field);
    if (!Array.isArray(value)) throw this.#fault(field, 'a list');
    return (value as unknown[]).map((each) => new FactReader(each, this.#offset));
  }

  unread(): string[] {
    return [...this.#fields.keys()].filter((field) => !this.#read.has(field));
  }

  #take(field: string): unknown {
    this.#read.add(field);
    return this.#fields.get(field);
  }

  #fault(field: string, expected: string): ToolError {
    return malformed('meta', this.#offset, `${field}: ${expected} is expected`);
  }
}
