import { Diagnostics } from '../base/diagnostics.ts';
import {
  type FrameFacts,
  FrameRows,
  type FunctionFacts,
  FunctionRows,
  type Label,
  LabelSetRows,
  type MappingFacts,
  MappingRows,
  type MarkerFacts,
  MarkerRows,
  type ThreadFacts,
  ThreadRows,
} from './row-builders.ts';
import { SampleRows } from './sample-rows.ts';
import { StackRows } from './stack-rows.ts';
import { StringInterner } from './string-table.ts';
import type {
  EmbeddedCode,
  EmbeddedSource,
  FrameIndex,
  FunctionIndex,
  LabelSetIndex,
  MappingIndex,
  Profile,
  ProfileMeta,
  SampleIndex,
  StackIndex,
  StringIndex,
  ThreadIndex,
  ValueType,
  ValueTypeIndex,
} from './tables.ts';
import { validateProfile } from './validate.ts';

export interface BuilderOptions {
  /** Sum samples of the same stack, thread and labels into one row; times and CPUs are dropped. */
  readonly aggregate?: boolean;
  /** About how many distinct stacks there will be, where a reader knows: saves growing. */
  readonly expectedStacks?: number;
}

/** What a reader knows of the whole profile; everything it does not set stays at its default. */
export type MetaDraft = {
  -readonly [Key in Exclude<keyof ProfileMeta, 'health'>]: ProfileMeta[Key];
} & {
  lostSamples: number;
  throttled: number;
  truncatedStacks: number;
};

/**
 * The one mutable place of a profile. Rows that are equal are stored once, so `add*` may be called
 * per occurrence; `finish` validates and hands out the frozen profile.
 */
export class ProfileBuilder {
  readonly strings: StringInterner = new StringInterner();
  readonly diagnostics: Diagnostics = new Diagnostics();
  readonly meta: MetaDraft = emptyMeta();
  readonly samples: SampleRows;
  readonly #valueTypes: ValueType[] = [];
  readonly #mappings = new MappingRows();
  readonly #functions = new FunctionRows();
  readonly #frames = new FrameRows();
  readonly #threads = new ThreadRows();
  readonly #labelSets = new LabelSetRows();
  readonly #markers = new MarkerRows();
  readonly #stacks: StackRows;
  readonly #sources: EmbeddedSource[] = [];
  readonly #code = new Map<string, EmbeddedCode>();

  constructor(options: BuilderOptions = {}) {
    this.samples = new SampleRows(options.aggregate ?? false);
    this.#stacks = new StackRows(options.expectedStacks);
  }

  string(text: string): StringIndex {
    return this.strings.intern(text);
  }

  /** The value type of that name and unit, added when it is new. */
  addValueType(name: string, unit: string): ValueTypeIndex {
    const known = this.#valueTypes.findIndex((type) => type.name === name && type.unit === unit);
    if (known >= 0) return known as ValueTypeIndex;
    return this.appendValueType({ name, unit });
  }

  /** A further value type, even when another has the same name: files may repeat them. */
  appendValueType(type: ValueType): ValueTypeIndex {
    this.#valueTypes.push(type);
    this.samples.addValueColumn();
    return (this.#valueTypes.length - 1) as ValueTypeIndex;
  }

  get valueTypes(): readonly ValueType[] {
    return this.#valueTypes;
  }

  addMapping(facts: MappingFacts): MappingIndex {
    return this.#mappings.add(facts);
  }

  addFunction(facts: FunctionFacts): FunctionIndex {
    return this.#functions.add(facts);
  }

  addFrame(facts: FrameFacts): FrameIndex {
    return this.#frames.add(facts);
  }

  /** The path `parent` followed by `frame`; `none` as parent starts at the root. */
  addStack(parent: StackIndex, frame: FrameIndex): StackIndex {
    return this.#stacks.add(parent, frame);
  }

  addThread(facts: ThreadFacts): ThreadIndex {
    return this.#threads.add(facts);
  }

  addLabelSet(labels: readonly Label[]): LabelSetIndex {
    return this.#labelSets.add(labels);
  }

  addMarker(facts: MarkerFacts): void {
    this.#markers.add(facts);
  }

  addSource(source: EmbeddedSource): void {
    if (!this.#sources.some((known) => known.file === source.file)) this.#sources.push(source);
  }

  addCode(code: EmbeddedCode): void {
    const key = `${code.mapping},${code.address},${code.bytes.length}`;
    if (!this.#code.has(key)) this.#code.set(key, code);
  }

  /** Adds one observation; follow with `samples.addValue`, `setTime`, `setCpu`. */
  addSample(stack: StackIndex, thread: ThreadIndex, labels: LabelSetIndex): SampleIndex {
    return this.samples.add(stack, thread, labels);
  }

  finish(): Profile {
    const { lostSamples, throttled, truncatedStacks, ...meta } = this.meta;
    const diagnostics = this.diagnostics.list();
    const profile: Profile = {
      meta: { ...meta, health: { lostSamples, throttled, truncatedStacks, diagnostics } },
      valueTypes: this.#valueTypes,
      strings: this.strings.finish(),
      mappings: this.#mappings.finish(),
      functions: this.#functions.finish(),
      frames: this.#frames.finish(),
      stacks: this.#stacks.finish(),
      threads: this.#threads.finish(),
      labelSets: this.#labelSets.finish(),
      samples: this.samples.finish(),
      markers: this.#markers.finish(),
      sources: this.#sources,
      code: [...this.#code.values()],
    };
    validateProfile(profile);
    return Object.freeze(profile);
  }
}

function emptyMeta(): MetaDraft {
  return {
    producer: '',
    host: '',
    command: '',
    events: [],
    startEpochNs: 0n,
    durationNs: 0,
    period: 0,
    periodType: null,
    defaultValueType: -1,
    comments: [],
    dropFrames: '',
    keepFrames: '',
    docUrl: '',
    lostSamples: 0,
    throttled: 0,
    truncatedStacks: 0,
  };
}
