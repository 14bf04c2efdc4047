/** A place in a function that survives changes elsewhere: `LineKey` packs offset and discriminator. */
export type LineKey = number;

const discriminatorRoom = 4096;

/** Lines count from the function's own line, in 16 bits: a line before it wraps around. */
export function lineKey(line: number, startLine: number, discriminator: number): LineKey {
  return ((line - startLine) & 0xffff) * discriminatorRoom + (discriminator % discriminatorRoom);
}

/** Lines from the function's own line on. */
export function lineOffset(key: LineKey): number {
  return Math.floor(key / discriminatorRoom);
}

/** As it is written: `offset` or `offset.discriminator`. */
export function lineKeyText(key: LineKey): string {
  const discriminator = key % discriminatorRoom;
  const offset = lineOffset(key);
  return discriminator === 0 ? String(offset) : `${offset}.${discriminator}`;
}

/** The samples of a function, or of one place where it was inlined. */
export class FunctionSamples {
  readonly name: string;
  /** Samples of callers that show how often it was entered. */
  head = 0;
  /** By place: the count of its hottest instruction; 0 says cold. */
  readonly body: Map<LineKey, number> = new Map();
  /** By place of a call: whom it led to, and how often. */
  readonly targets: Map<LineKey, Map<string, number>> = new Map();
  /** By place of a call, then by name: what was inlined there. */
  readonly inlined: Map<LineKey, Map<string, FunctionSamples>> = new Map();

  constructor(name: string) {
    this.name = name;
  }

  /** Instructions of one place run equally often, so that the hottest tells how often it ran: the count so far. */
  addBody(key: LineKey, count: number): number {
    const highest = Math.max(this.body.get(key) ?? 0, count);
    this.body.set(key, highest);
    return highest;
  }

  addTarget(key: LineKey, name: string, count: number): void {
    const targets = this.targets.get(key) ?? new Map<string, number>();
    targets.set(name, (targets.get(name) ?? 0) + count);
    this.targets.set(key, targets);
  }

  inlinedAt(key: LineKey, name: string): FunctionSamples {
    const there = this.inlined.get(key) ?? new Map<string, FunctionSamples>();
    const samples = there.get(name) ?? new FunctionSamples(name);
    there.set(name, samples);
    this.inlined.set(key, there);
    return samples;
  }

  /** A call that was made so often ran so often, whatever its own instruction was seen. */
  settleCalls(): void {
    for (const [key, targets] of this.targets) {
      let calls = 0;
      for (const count of targets.values()) calls += count;
      this.addBody(key, calls);
    }
    for (const there of this.inlined.values()) {
      for (const samples of there.values()) samples.settleCalls();
    }
  }

  /** Of this function with all that is inlined into it. */
  get total(): number {
    let total = 0;
    for (const count of this.body.values()) total += count;
    for (const there of this.inlined.values()) {
      for (const samples of there.values()) total += samples.total;
    }
    return total;
  }
}
