import { ToolError } from '../base/tool-error.ts';
import type { OpenImage } from '../object/image-name.ts';
import { parseElf } from '../object/index.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import {
  type EmbeddedCode,
  hotAddresses,
  type MappingIndex,
  mappingKinds,
  type Profile,
  textAt,
} from '../profile/index.ts';
import { FunctionCode } from '../symbolize/index.ts';

/** Enough for every function a report would show; beyond, the image itself is needed. */
const mostFunctions = 200;
const mostBytesEach = 64 << 10;
const mostBytes = 1 << 20;

/** The instructions of the functions with the most samples, so that they can be shown elsewhere. */
export function hotCode(profile: Profile, openImage: OpenImage): readonly EmbeddedCode[] {
  const images = new Map<MappingIndex, FunctionCode | undefined>();
  const code = new Map<string, EmbeddedCode>();
  let room = mostBytes;
  for (const { mapping, address } of hotAddresses(profile)) {
    if (code.size >= mostFunctions || room === 0) break;
    if (!images.has(mapping)) images.set(mapping, openCode(profile, mapping, openImage));
    const image = images.get(mapping);
    const offset = Number(profile.mappings.offset[mapping]);
    const found = image?.around(offset + address);
    if (image === undefined || found === undefined) continue;
    const start = found.fileOffset - offset;
    const key = `${mapping},${start}`;
    // A function that begins before what was mapped has no address in this mapping.
    if (start < 0 || code.has(key) || found.length > Math.min(mostBytesEach, room)) continue;
    room -= found.length;
    code.set(key, { mapping, address: start, bytes: image.bytes(found) });
  }
  return Array.from(code.values());
}

function openCode(
  profile: Profile,
  mapping: MappingIndex,
  openImage: OpenImage,
): FunctionCode | undefined {
  const { mappings } = profile;
  const kind = mappingKinds[mappings.kind[mapping] as number];
  if (kind !== 'user' && kind !== 'vdso') return undefined;
  try {
    const source = openImage({
      path: textAt(profile, mappings.file[mapping] as number),
      buildId: textAt(profile, mappings.buildId[mapping] as number),
      pid: 0,
    });
    if (source === undefined) return undefined;
    return new FunctionCode(parseElf(source), sectionCodec);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return undefined;
  }
}
