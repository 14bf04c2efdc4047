import { type ElfFile, parseFunctionSymbols, type SectionCodec } from '../../object/index.ts';
import type { PlaceSource } from '../../symbolize/index.ts';
import { baseDiscriminator } from './base-discriminator.ts';
import { lineKey, lineKeyText } from './function-samples.ts';
import { withoutSuffix } from './linkage-suffix.ts';

/** Places of code (`3` or `3.1`, as sample profiles write them) by the function they belong to in the sources. */
export type PlacesByFunction = ReadonlyMap<string, ReadonlySet<string>>;

/** What a program has code for. */
export interface ImagePlaces {
  /** By function of the program, those of what is inlined into it too. */
  readonly within: ReadonlyMap<string, PlacesByFunction>;
  /** All of the above together. */
  readonly anywhere: PlacesByFunction;
}

/** More of the program is not looked at; places are asked for byte by byte. */
const mostBytes = 8 << 20;

/** The places of the named functions, of an image with line information. */
export function imagePlaces(
  { elf, symbolizer }: { readonly elf: ElfFile; readonly symbolizer: PlaceSource },
  names: ReadonlySet<string>,
  codec: SectionCodec,
): ImagePlaces {
  const within = new Map<string, Map<string, Set<string>>>();
  const anywhere = new Map<string, Set<string>>();
  const symbols = parseFunctionSymbols(elf, { codec });
  let bytesLeft = mostBytes;
  for (let at = 0; at < symbols.length && bytesLeft > 0; at++) {
    if (!names.has(withoutSuffix(symbols.nameAt(at)))) continue;
    const start = symbols.address[at] as number;
    const end = start + Math.min(symbols.size[at] as number, bytesLeft);
    bytesLeft -= end - start;
    for (let svma = start; svma < end; svma++) {
      const places = symbolizer.places(svma);
      const outer = withoutSuffix(places[0]?.name ?? '');
      const place = places.at(-1);
      if (place === undefined || place.line === 0) continue;
      const { line, startLine, discriminator = 0 } = place;
      const text = lineKeyText(lineKey(line, startLine, baseDiscriminator(discriminator)));
      const inner = withoutSuffix(place.name);
      const inOuter = within.get(outer) ?? new Map<string, Set<string>>();
      within.set(outer, inOuter);
      add(inOuter, inner, text);
      add(anywhere, inner, text);
    }
  }
  return { within, anywhere };
}

function add(places: Map<string, Set<string>>, name: string, place: string): void {
  const known = places.get(name);
  if (known === undefined) places.set(name, new Set([place]));
  else known.add(place);
}
