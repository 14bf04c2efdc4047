import type { ByteInterner } from '../../base/byte-interner.ts';
import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
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
const dependsOnContext = -1;
const utf8 = new TextDecoder('utf-8');

/** The distinct lines of the file, read: columns by line number. */
export class LineFrames {
  readonly kind: Int32Builder = new Int32Builder(1024);
  readonly mapping: Int32Builder = new Int32Builder(1024);
  readonly #address = new Float64Builder(1024);
  readonly #symbol = new Int32Builder(1024);
  /** The frame of a line that is one frame wherever it appears, `notAsked` or `dependsOnContext`. */
  readonly #plain = new Int32Builder(1024);
  readonly #sources = new Map<number, SourceLine>();
  readonly #symbols: SymbolTable;
  readonly #builder: ProfileBuilder;
  readonly #addresses: boolean;

  /** Without `addresses` those of the lines stand for nothing. */
  constructor(builder: ProfileBuilder, addresses: boolean) {
    this.#addresses = addresses;
    this.#builder = builder;
    this.#symbols = new SymbolTable(builder);
  }

  source(line: number): SourceLine | undefined {
    return this.#sources.get(line);
  }

  /** The frame of a line without a source line; negative when it depends on others or is several. */
  plainFrame(line: number): FrameIndex {
    const known = this.#plain.at(line);
    if (known !== notAsked) return known as FrameIndex;
    const called = this.#symbols.soleFunction(this.#symbol.at(line));
    const frame =
      called === undefined
        ? dependsOnContext
        : this.#builder.addFrame({
            function: called,
            mapping: this.mapping.at(line) as MappingIndex,
            address: this.#address.at(line),
          });
    this.#plain.set(line, frame);
    return frame as FrameIndex;
  }

  /** The frames of a line, the called function first. */
  frames(line: number, { mapping, depth, source }: FrameContext): FrameIndex[] {
    const builder = this.#builder;
    const place = { mapping, address: this.#address.at(line), line: source?.line ?? 0 };
    const functions = this.#symbols.functions(this.#symbol.at(line));
    if (functions.length === 0) {
      return [builder.addFrame({ ...place, function: none, inlineDepth: depth })];
    }
    const file = builder.string(source?.file ?? '');
    return functions.map((facts, index) => {
      const called = builder.addFunction({ ...facts, file });
      return builder.addFrame({ ...place, function: called, inlineDepth: depth + index });
    });
  }

  /** Reads the lines that are not read yet. */
  extend(lines: ByteInterner): void {
    const { view, starts } = lines;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const parsed = new FrameLine();
    for (let id = this.kind.length; id < lines.length; id++) {
      const start = starts[id] as number;
      const end = starts[id + 1] as number;
      if (classifyLine(bytes, start, end) === lineClasses.source) {
        const source = parseSourceLine(utf8.decode(bytes.subarray(start, end)));
        // Interned here, so that the order of strings does not depend on when paths are built.
        this.#builder.string(source.file);
        this.#sources.set(id, source);
        this.#push(lineKinds.source, none, -1, 0);
        continue;
      }
      parsed.parse(bytes, start, end);
      if (!this.#addresses) parsed.address = -1;
      const image = this.#symbols.image(view, parsed);
      const symbol = this.#symbols.symbol(view, parsed, image);
      const mapping = this.#symbols.mapping(image, parsed);
      const isProcess = isProcessName(bytes, parsed);
      if (isProcess) this.#countProcessName(bytes.subarray(start, end));
      const kind = parsed.isInlined ? lineKinds.inlined : lineKinds.frame;
      this.#push(isProcess ? lineKinds.process : kind, mapping, parsed.address, symbol);
    }
  }

  #push(kind: number, mapping: MappingIndex, address: number, symbol: number): void {
    this.kind.push(kind);
    this.mapping.push(mapping);
    this.#address.push(address);
    this.#symbol.push(symbol);
    this.#plain.push(kind === lineKinds.frame ? notAsked : dependsOnContext);
  }

  #countProcessName(line: Uint8Array): void {
    const text = utf8.decode(line).trim();
    this.#builder.diagnostics.count('process-name-line', `lines that name a process: ${text}`);
  }
}

const anonymous = '(anonymous namespace)';

/** Very old kernels print the process, in parentheses, where a symbol stands. */
function isProcessName(bytes: Uint8Array, { symbolStart, symbolEnd }: FrameLine): boolean {
  if (bytes[symbolStart] !== 0x28 || symbolEnd === symbolStart) return false;
  return !utf8.decode(bytes.subarray(symbolStart, symbolEnd)).startsWith(anonymous);
}
