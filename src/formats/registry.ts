import { findResultsKind, resultsHeadBytes, resultsTitles } from '../base/results-kind.ts';
import { ToolError } from '../base/tool-error.ts';
import { cpuprofile } from './cpuprofile/index.ts';
import { folded } from './folded/index.ts';
import { elfCore, elfMagic, elfProgram, foreignFiles } from './foreign-files-table.ts';
import type { Format } from './format.ts';
import { heapprofile } from './heapprofile/index.ts';
import { perfData } from './perf-data/index.ts';
import { perfScript } from './perf-script/index.ts';
import { plateau } from './plateau/index.ts';
import { pprof } from './pprof/index.ts';
import { speedscope } from './speedscope/index.ts';

/** Every format Plateau knows. The order has no meaning: detection never depends on it. */
export const formats: readonly Format[] = [
  cpuprofile,
  folded,
  heapprofile,
  perfData,
  perfScript,
  plateau,
  pprof,
  speedscope,
];

/** The one format that claims these bytes. None, or two that are equally sure, is an error. */
export function detectFormat(head: Uint8Array): Format {
  for (const confidence of ['certain', 'likely'] as const) {
    const claims = formats.filter((format) => format.detect(head) === confidence);
    const [only] = claims;
    if (only !== undefined && claims.length === 1) return only;
    if (claims.length > 1) {
      throw new ToolError(
        'ambiguous-format',
        `could be any of: ${claims.map((format) => format.name).join(', ')}`,
        { hint: 'say which: plateau convert FILE --from NAME -o profile.plateau' },
      );
    }
  }
  refuseResults(head);
  refuseForeign(head);
  if (head.length === 0) {
    throw new ToolError('unknown-format', 'the file is empty', {
      hint: 'its recording failed, or has not ended yet: record again',
    });
  }
  throw new ToolError('unknown-format', 'not a format Plateau knows', {
    hint: `it reads ${formatNames(formats)}`,
  });
}

const elfTypeCore = 4;

/** What people give to a profiler besides profiles: programs above all. */
function refuseForeign(head: Uint8Array): void {
  const text = String.fromCharCode(...head.subarray(0, 32));
  // e_type, in the byte order that byte 5 tells.
  const elfType = (head[5] === 2 ? head[17] : head[16]) ?? 0;
  const elf = elfType === elfTypeCore ? elfCore : elfProgram;
  const foreign = text.startsWith(elfMagic)
    ? elf
    : foreignFiles.find(({ magic }) => text.startsWith(magic));
  if (foreign === undefined) return;
  throw new ToolError('unknown-format', foreign.what, { hint: foreign.hint });
}

function refuseResults(head: Uint8Array): void {
  const text = new TextDecoder().decode(head.subarray(0, resultsHeadBytes));
  const kind = findResultsKind(text);
  if (kind === undefined) return;
  const others = kind === 'bench' ? '; compare two: plateau compare BASE NEW' : '';
  throw new ToolError('unknown-format', `${resultsTitles[kind]}, not a profile`, {
    hint: `show it in its own page: plateau view FILE${others}`,
  });
}

export function findFormat(name: string): Format | undefined {
  return formats.find((format) => format.name === name);
}

/** The format whose ending the file name has, the longest ending first. */
export function findFormatByExtension(path: string): Format | undefined {
  const endings = formats.flatMap((format) =>
    format.extensions.map((extension) => ({ format, extension })),
  );
  endings.sort((a, b) => b.extension.length - a.extension.length);
  return endings.find(({ extension }) => path.endsWith(extension))?.format;
}

export function formatNames(list: readonly Format[]): string {
  return list.map((format) => format.name).join(', ');
}
