import type { ByteInterner } from '../../base/byte-interner.ts';
import {
  type FrameIndex,
  type MappingIndex,
  none,
  type ProfileBuilder,
} from '../../profile/index.ts';
import { FrameLine } from './frame-line.ts';
import { classifyLine, lineClasses } from './line-class.ts';
import { parseSourceLine, type SourceLine } from './source-line.ts';
import { SymbolTable } from './symbol-table.ts';

/** What a line is once it has been read. */
export const lineKinds = { frame: 0, inlined: 1, source: 2, process: 3 } as const;

/** What a frame has besides its line: the image around it, an inline depth, a source line. */
export interface FrameContext {
  readonly mapping: MappingIndex;
  readonly depth: number;
  readonly source: SourceLine | undefined;
}

const notAsked = -2;
const severalFrames = -1;
const utf8 = new TextDecoder('utf-8');

/** The distinct lines of the file, read: columns by line number. */
export class LineFrames {
  readonly kind: Uint8Array;
  readonly mapping: Int32Array;
  readonly #address: Float64Array;
  readonly #symbol: Int32Array;
  /** The frame of a line without any context, `notAsked` or `severalFrames`. */
  readonly #plain: Int32Array;
  readonly #sources = new Map<number, SourceLine>();
  readonly #symbols: SymbolTable;
  readonly #builder: ProfileBuilder;

  constructor(builder: ProfileBuilder, lines: ByteInterner) {
    this.#builder = builder;
    this.#symbols = new SymbolTable(builder);
    this.kind = new Uint8Array(lines.length);
    this.mapping = new Int32Array(lines.length).fill(-1);
    this.#address = new Float64Array(lines.length);
    this.#symbol = new Int32Array(lines.length);
    this.#plain = new Int32Array(lines.length).fill(notAsked);
    this.#readLines(lines);
  }

  source(line: number): SourceLine | undefined {
    return this.#sources.get(line);
  }

  /** The one frame of a line without context, or negative when there are several. */
  plainFrame(line: number): FrameIndex {
    const known = this.#plain[line] as number;
    if (known !== notAsked) return known as FrameIndex;
    const called = this.#symbols.soleFunction(this.#symbol[line] as number);
    const frame =
      called === undefined
        ? severalFrames
        : this.#builder.addFrame({
            function: called,
            mapping: this.mapping[line] as MappingIndex,
            address: this.#address[line] as number,
          });
    this.#plain[line] = frame;
    return frame as FrameIndex;
  }

  /** The frames of a line, the called function first. */
  frames(line: number, { mapping, depth, source }: FrameContext): FrameIndex[] {
    const builder = this.#builder;
    const place = { mapping, address: this.#address[line] as number, line: source?.line ?? 0 };
    const functions = this.#symbols.functions(this.#symbol[line] as number);
    if (functions.length === 0) {
      return [builder.addFrame({ ...place, function: none, inlineDepth: depth })];
    }
    const file = builder.string(source?.file ?? '');
    return functions.map((facts, index) => {
      const called = builder.addFunction({ ...facts, file });
      return builder.addFrame({ ...place, function: called, inlineDepth: depth + index });
    });
  }

  #readLines(lines: ByteInterner): void {
    const { view, starts } = lines;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const parsed = new FrameLine();
    for (let id = 0; id < lines.length; id++) {
      const start = starts[id] as number;
      const end = starts[id + 1] as number;
      if (classifyLine(bytes, start, end) === lineClasses.source) {
        this.kind[id] = lineKinds.source;
        this.#sources.set(id, parseSourceLine(utf8.decode(bytes.subarray(start, end))));
        continue;
      }
      parsed.parse(bytes, start, end);
      const image = this.#symbols.image(view, parsed);
      this.#symbol[id] = this.#symbols.symbol(view, parsed, image);
      this.mapping[id] = this.#symbols.mapping(image, parsed);
      this.#address[id] = parsed.address;
      if (parsed.isInlined) this.kind[id] = lineKinds.inlined;
      if (isProcessName(bytes, parsed)) {
        this.kind[id] = lineKinds.process;
        const text = utf8.decode(bytes.subarray(start, end)).trim();
        this.#builder.diagnostics.count('process-name-line', `lines that name a process: ${text}`);
      }
    }
  }
}

const anonymous = '(anonymous namespace)';

/** Very old kernels print the process, in parentheses, where a symbol stands. */
function isProcessName(bytes: Uint8Array, { symbolStart, symbolEnd }: FrameLine): boolean {
  if (bytes[symbolStart] !== 0x28 || symbolEnd === symbolStart) return false;
  return !utf8.decode(bytes.subarray(symbolStart, symbolEnd)).startsWith(anonymous);
}
