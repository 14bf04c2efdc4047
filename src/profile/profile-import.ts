import { compareText } from '../base/text-layout.ts';
import type { ProfileBuilder } from './builder.ts';
import type { MappingFacts } from './row-builders.ts';
import { usedStacks } from './sample-selection.ts';
import { frameFacts } from './table-extension.ts';
import {
  type FrameIndex,
  type FunctionIndex,
  type LabelSetIndex,
  type MappingIndex,
  type MappingKind,
  mappingKinds,
  noLabels,
  none,
  type Profile,
  type StackIndex,
  type StringIndex,
  type ThreadIndex,
} from './tables.ts';
import { labelsOf } from './tag-filter.ts';

export interface ImportOptions {
  readonly shiftNs?: number;
  /** How images are recognised as the same; without it only equal rows are. */
  readonly addMapping?: (facts: MappingFacts) => MappingIndex;
}

/**
 * Brings the rows of a finished profile into a builder and knows under which number each arrived.
 * Only what samples, markers, sources and code refer to is brought along.
 */
export class ProfileImport {
  readonly profile: Profile;
  /** Added to every time. */
  readonly shiftNs: number;
  readonly #builder: ProfileBuilder;
  readonly #addMapping: (facts: MappingFacts) => MappingIndex;
  readonly #strings: Int32Array;
  readonly #mappings: Int32Array;
  readonly #functions: Int32Array;
  readonly #frames: Int32Array;
  readonly #stacks: Int32Array;
  readonly #threads: Int32Array;
  readonly #labelSets: Int32Array;

  constructor(builder: ProfileBuilder, profile: Profile, options: ImportOptions = {}) {
    this.profile = profile;
    this.shiftNs = options.shiftNs ?? 0;
    this.#builder = builder;
    this.#addMapping = options.addMapping ?? ((facts) => builder.addMapping(facts));
    this.#strings = unknown(profile.strings.length);
    this.#mappings = unknown(profile.mappings.length);
    this.#functions = unknown(profile.functions.length);
    this.#frames = unknown(profile.frames.length);
    this.#threads = unknown(profile.threads.length);
    this.#labelSets = unknown(profile.labelSets.length);
    // pprof takes the first mapping for the main binary, so it goes first even when unused.
    if (profile.mappings.length > 0) this.mapping(0 as MappingIndex);
    this.#stacks = this.#importStacks();
  }

  string(row: number): StringIndex {
    let known = this.#strings[row] as number;
    if (known < 0) {
      known = this.#builder.string(this.profile.strings[row] ?? '');
      this.#strings[row] = known;
    }
    return known as StringIndex;
  }

  mapping(row: MappingIndex): MappingIndex {
    if (row < 0) return none;
    const known = this.#mappings[row] as number;
    if (known >= 0) return known as MappingIndex;
    const { mappings } = this.profile;
    const added = this.#addMapping({
      file: this.string(mappings.file[row] as number),
      buildId: this.string(mappings.buildId[row] as number),
      start: mappings.start[row] as bigint,
      limit: mappings.limit[row] as bigint,
      offset: mappings.offset[row] as bigint,
      kind: mappingKinds[mappings.kind[row] as number] as MappingKind,
      symbolized: mappings.symbolized[row] as number,
    });
    this.#mappings[row] = added;
    return added;
  }

  function(row: FunctionIndex): FunctionIndex {
    if (row < 0) return none;
    const known = this.#functions[row] as number;
    if (known >= 0) return known as FunctionIndex;
    const { functions } = this.profile;
    const added = this.#builder.addFunction({
      name: this.string(functions.name[row] as number),
      linkageName: this.string(functions.linkageName[row] as number),
      file: this.string(functions.file[row] as number),
      startLine: functions.startLine[row] as number,
    });
    this.#functions[row] = added;
    return added;
  }

  frame(row: FrameIndex): FrameIndex {
    const known = this.#frames[row] as number;
    if (known >= 0) return known as FrameIndex;
    const facts = frameFacts(this.profile.frames, row);
    const added = this.#builder.addFrame({
      ...facts,
      function: this.function(facts.function),
      mapping: this.mapping(facts.mapping),
    });
    this.#frames[row] = added;
    return added;
  }

  stack(row: StackIndex): StackIndex {
    return row < 0 ? none : (this.#stacks[row] as StackIndex);
  }

  thread(row: ThreadIndex): ThreadIndex {
    if (row < 0) return none;
    const known = this.#threads[row] as number;
    if (known >= 0) return known as ThreadIndex;
    const { threads } = this.profile;
    const added = this.#builder.addThread({
      pid: threads.pid[row] as number,
      tid: threads.tid[row] as number,
      processName: this.string(threads.processName[row] as number),
      threadName: this.string(threads.threadName[row] as number),
      startNs: (threads.startNs[row] as number) + this.shiftNs,
      endNs: (threads.endNs[row] as number) + this.shiftNs,
    });
    this.#threads[row] = added;
    return added;
  }

  labelSet(row: LabelSetIndex): LabelSetIndex {
    if (row === noLabels) return noLabels;
    const known = this.#labelSets[row] as number;
    if (known >= 0) return known as LabelSetIndex;
    const { strings } = this.profile;
    // By key, as pprof compares them: which label a file names first makes no difference.
    const sorted = labelsOf(this.profile.labelSets, row).sort((a, b) =>
      compareText(strings[a.key] ?? '', strings[b.key] ?? ''),
    );
    const labels = sorted.map((label) => ({
      ...label,
      key: this.string(label.key),
      ...(label.text !== undefined && { text: this.string(label.text) }),
      ...(label.unit !== undefined && { unit: this.string(label.unit) }),
    }));
    const added = this.#builder.addLabelSet(labels);
    this.#labelSets[row] = added;
    return added;
  }

  addMarkers(): void {
    const { markers } = this.profile;
    for (let row = 0; row < markers.length; row++) {
      this.#builder.addMarker({
        name: this.string(markers.name[row] as number),
        thread: this.thread(markers.thread[row] as ThreadIndex),
        startNs: (markers.startNs[row] as number) + this.shiftNs,
        endNs: (markers.endNs[row] as number) + this.shiftNs,
        stack: this.stack(markers.stack[row] as StackIndex),
        payload: this.string(markers.payload[row] as number),
      });
    }
  }

  addSourcesAndCode(): void {
    for (const { file, text } of this.profile.sources) {
      this.#builder.addSource({ file: this.string(file), text });
    }
    for (const code of this.profile.code) {
      this.#builder.addCode({ ...code, mapping: this.mapping(code.mapping) });
    }
  }

  #importStacks(): Int32Array {
    const { parent, frame, length } = this.profile.stacks;
    const used = usedStacks(this.profile);
    const added = new Int32Array(length).fill(-1);
    for (let row = 0; row < length; row++) {
      if (used[row] === 0) continue;
      const up = parent[row] as number;
      const newUp = (up < 0 ? -1 : added[up]) as StackIndex;
      added[row] = this.#builder.addStack(newUp, this.frame(frame[row] as FrameIndex));
    }
    return added;
  }
}

/** Numbers not known yet. */
function unknown(length: number): Int32Array {
  return new Int32Array(length).fill(-1);
}
