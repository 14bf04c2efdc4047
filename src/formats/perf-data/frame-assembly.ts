import {
  type FrameIndex,
  type FunctionIndex,
  type MappingIndex,
  none,
  type ProfileBuilder,
  symbolizedBits,
} from '../../profile/index.ts';
import type { SpaceMapping } from '../../unwind/index.ts';
import { cutFrame } from './call-stacks.ts';
import { type KernelRange, kernelPath } from './kernel-map.ts';
import type { MappedAddress } from './recorded-symbols.ts';
import type { Recording } from './recording.ts';

/** Kernels of the usual machines lie above it; without a record of theirs that is all we know. */
const kernelHalf = 0xffff_0000_0000_0000n;
const kernelText = 0xffff_ffff_8000_0000n;
const cutName = '[cut]';

/** Frames of the recording as frames of the profile: an image and an address in it, no function yet. */
export class FrameAssembly {
  readonly #builder: ProfileBuilder;
  readonly #recording: Recording;
  readonly #frames: Int32Array;
  readonly #mappings = new Map<SpaceMapping | KernelRange, MappingIndex>();
  #cut: FrameIndex | undefined;

  constructor(builder: ProfileBuilder, recording: Recording) {
    this.#builder = builder;
    this.#recording = recording;
    this.#frames = new Int32Array(recording.frames.length).fill(-1);
  }

  /** `frame` is a number of `CallStacks`. */
  frame(frame: number): FrameIndex {
    if (frame === cutFrame) return this.#cutFrame();
    if ((frame & 1) === 1) return this.#jit(frame >> 1);
    const row = frame >> 1;
    const known = this.#frames[row] as number;
    if (known >= 0) return known as FrameIndex;
    const made = this.#recording.frames.space(row) === 0 ? this.#kernel(row) : this.#user(row);
    this.#frames[row] = made;
    return made;
  }

  #user(row: number): FrameIndex {
    const { frames, spaces } = this.#recording;
    const found = spaces.mappings[frames.mapping(row)];
    if (found === undefined) return this.#unmapped(addressOf(frames.lo(row), frames.hi(row)));
    let mapping = this.#mappings.get(found);
    if (mapping === undefined) {
      mapping = this.#addUserMapping(found);
      this.#mappings.set(found, mapping);
    }
    const address = frames.avma(row) - found.start;
    if (this.#recording.symbols.isEmpty) {
      return this.#builder.addFrame({ function: none, mapping, address });
    }
    const called = this.#recordedFunction(found.path, {
      avma: BigInt(frames.avma(row)),
      start: BigInt(found.start),
      fileOffset: BigInt(found.fileOffset),
    });
    return this.#builder.addFrame({ function: called, mapping, address });
  }

  /** By the symbols of the recording, if it has any. */
  #recordedFunction(path: string, place: MappedAddress): FunctionIndex | typeof none {
    const found = this.#recording.symbols.find(path, place);
    if (found === undefined) return none;
    const builder = this.#builder;
    return builder.addFunction({
      name: builder.string(found.name),
      linkageName: builder.string(found.linkageName),
    });
  }

  /** Addresses of code made at run time count from zero: no image holds them. */
  #jit(index: number): FrameIndex {
    const builder = this.#builder;
    const found = this.#recording.jitFrames?.addresses[index];
    if (found === undefined) return this.#unmapped(0n);
    const { avma, place } = found;
    const symbolized = symbolizedBits.stated | symbolizedBits.functions | symbolizedBits.files;
    const mapping = builder.addMapping({ file: builder.string('[jit]'), kind: 'jit', symbolized });
    const called = builder.addFunction({
      name: builder.string(place.name),
      linkageName: builder.string(place.linkageName),
      file: builder.string(place.file),
      startLine: place.startLine,
    });
    const { line, column } = place;
    return builder.addFrame({ function: called, mapping, address: avma, line, column });
  }

  #addUserMapping(found: SpaceMapping): MappingIndex {
    const builder = this.#builder;
    const { buildIds } = this.#recording;
    return builder.addMapping({
      file: builder.string(found.path),
      buildId: builder.string(found.buildId || (buildIds.get(found.path) ?? '')),
      start: BigInt(found.start),
      limit: BigInt(found.start + found.length),
      offset: BigInt(found.fileOffset),
      kind: found.path === '[vdso]' ? 'vdso' : 'user',
    });
  }

  #kernel(row: number): FrameIndex {
    const { frames, kernel } = this.#recording;
    const builder = this.#builder;
    const address = addressOf(frames.lo(row), frames.hi(row));
    const range = kernel.find(address);
    if (range === undefined) return this.#unknownKernel(address);
    let mapping = this.#mappings.get(range);
    if (mapping === undefined) {
      mapping = this.#addKernelMapping(range);
      this.#mappings.set(range, mapping);
    }
    const name = range.functionName;
    return builder.addFrame({
      function:
        name === ''
          ? this.#recordedFunction(range.path, { ...range, avma: address })
          : builder.addFunction({ name: builder.string(name) }),
      mapping,
      address: Number(address - range.start),
    });
  }

  #addKernelMapping(range: KernelRange): MappingIndex {
    const builder = this.#builder;
    return builder.addMapping({
      file: builder.string(range.path),
      buildId: builder.string(this.#recording.buildIds.get(range.path) ?? ''),
      start: range.start,
      limit: range.end,
      offset: range.fileOffset,
      kind: 'kernel',
    });
  }

  /** An address of the kernel that no record covers: restricted, or not asked for. */
  #unknownKernel(address: bigint): FrameIndex {
    if (address < kernelText) return this.#unmapped(address);
    const mapping = this.#builder.addMapping({
      file: this.#builder.string(kernelPath),
      start: kernelText,
      limit: 0xffff_ffff_ffff_ffffn,
      kind: 'kernel',
    });
    return this.#builder.addFrame({
      function: none,
      mapping,
      address: Number(address - kernelText),
    });
  }

  #unmapped(address: bigint): FrameIndex {
    // 2^53 and more do not fit: the upper bits go with the mapping.
    const start = address >= kernelHalf ? kernelHalf : address & ~((1n << 52n) - 1n);
    const mapping = this.#builder.addMapping({
      file: this.#builder.string(''),
      start,
      kind: 'unmapped',
    });
    return this.#builder.addFrame({ function: none, mapping, address: Number(address - start) });
  }

  #cutFrame(): FrameIndex {
    const builder = this.#builder;
    this.#cut ??= builder.addFrame({
      function: builder.addFunction({ name: builder.string(cutName) }),
    });
    return this.#cut;
  }
}

function addressOf(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
