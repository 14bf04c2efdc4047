import { ProtobufWriter } from '../../base/protobuf-writer.ts';
import { type Profile, textAt } from '../../profile/index.ts';
import { labelFields, sampleFields } from './field-table.ts';
import type { StringNumbers } from './string-numbers.ts';
import { threadKeys } from './thread-labels.ts';

const factNames = ['processName', 'pid', 'threadName', 'tid', 'cpu'] as const;
type FactName = (typeof factNames)[number];

/** Writes the labels of samples: their own, and thread and CPU unless they already say those. */
export class LabelEncoder {
  readonly #profile: Profile;
  readonly #strings: StringNumbers;
  readonly #label = new ProtobufWriter(64);
  /** By label set, which facts its labels already state, as bits in the order of `factNames`. */
  readonly #stated: Uint8Array;

  constructor(profile: Profile, strings: StringNumbers) {
    this.#profile = profile;
    this.#strings = strings;
    this.#stated = Uint8Array.from({ length: profile.labelSets.length }, (_, set) =>
      statedFacts(profile, set),
    );
  }

  encode(sample: ProtobufWriter, row: number): void {
    const { samples, labelSets, threads } = this.#profile;
    const set = samples.labels?.[row] ?? 0;
    const end = labelSets.start[set + 1] as number;
    for (let at = labelSets.start[set] as number; at < end; at++) this.#encodeOwn(sample, at);
    const stated = this.#stated[set] as number;
    const thread = samples.thread?.[row] ?? -1;
    if (thread >= 0) {
      this.#text(sample, stated, 'processName', threads.processName[thread] as number);
      this.#number(sample, stated, 'pid', threads.pid[thread] as number);
      this.#text(sample, stated, 'threadName', threads.threadName[thread] as number);
      this.#number(sample, stated, 'tid', threads.tid[thread] as number);
    }
    this.#number(sample, stated, 'cpu', samples.cpu?.[row] ?? -1);
  }

  #encodeOwn(sample: ProtobufWriter, at: number): void {
    const { key, text, number, unit } = this.#profile.labelSets;
    const label = this.#label;
    label.integer(labelFields.key, this.#strings.of(key[at] as number));
    const own = text[at] as number;
    if (own >= 0) label.integer(labelFields.str, this.#strings.of(own));
    else {
      label.integer64(labelFields.num, number[at] ?? 0n);
      label.integer(labelFields.numUnit, this.#strings.of(unit[at] as number));
    }
    sample.message(sampleFields.label, label);
  }

  #text(sample: ProtobufWriter, stated: number, fact: FactName, string: number): void {
    if (string === 0 || isStated(stated, fact)) return;
    this.#label.integer(labelFields.key, this.#strings.ofText(threadKeys[fact][0]));
    this.#label.integer(labelFields.str, this.#strings.of(string));
    sample.message(sampleFields.label, this.#label);
  }

  #number(sample: ProtobufWriter, stated: number, fact: FactName, number: number): void {
    if (number < 0 || isStated(stated, fact)) return;
    this.#label.integer(labelFields.key, this.#strings.ofText(threadKeys[fact][0]));
    this.#label.integer(labelFields.num, number);
    sample.message(sampleFields.label, this.#label);
  }
}

function isStated(stated: number, fact: FactName): boolean {
  return (stated & (1 << factNames.indexOf(fact))) !== 0;
}

function statedFacts(profile: Profile, set: number): number {
  const { start, key } = profile.labelSets;
  let stated = 0;
  for (let at = start[set] as number; at < (start[set + 1] as number); at++) {
    const name = textAt(profile, key[at] as number);
    factNames.forEach((fact, bit) => {
      if (threadKeys[fact].some((known) => known === name)) stated |= 1 << bit;
    });
  }
  return stated;
}
