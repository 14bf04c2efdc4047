import { realpathSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { saveProfile } from '../load/index.ts';
import { openImage } from '../load/open-image.ts';
import { SymbolSources } from '../load/symbolize-files.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import type { Profile } from '../profile/index.ts';
import {
  collectSamples,
  encodeAutoProfile,
  encodeIndexedProfile,
  encodeSampleText,
  type SampleProfile,
} from '../training/index.ts';
import { findHottestImage } from './hottest-image.ts';
import { asGoProfile } from './toolchains/go-profile.ts';
import { readTrainingProfile, type TrainingProfile } from './training-profile.ts';

/** What a profile can be converted to, and the endings that mean it. */
export const profileForms = {
  go: {
    endings: ['.pprof', '.pgo', '.pb.gz', '.pb'],
    takes: 'stacks',
    what: 'pprof for go build -pgo',
  },
  profdata: {
    endings: ['.profdata'],
    takes: 'counters',
    what: 'for -fprofile-use and -Cprofile-use',
  },
  clang: {
    endings: ['.samples', '.prof', '.txt'],
    takes: 'stacks',
    what: 'for clang -fprofile-sample-use',
  },
  gcc: { endings: ['.afdo', '.gcov'], takes: 'stacks', what: 'for gcc -fauto-profile' },
} as const;

export type ProfileForm = keyof typeof profileForms;

export interface Conversion {
  readonly input: string;
  readonly output: string;
  /** Absent = by the ending of the output. */
  readonly to?: string;
  /** The program that was recorded, where it lies elsewhere now; absent = the one with the most samples. */
  readonly binary?: string;
}

/** Writes a profile in the form that another compiler reads; gives a line on what it did. */
export async function convertProfile(host: Host, conversion: Conversion): Promise<string> {
  const form = formOf(conversion);
  const { input, output } = conversion;
  const profile = await readTrainingProfile(host, input);
  if (profile.kind !== profileForms[form].takes) throw senseless(profile, form, conversion);
  if (profile.kind === 'counters') {
    const { counters } = profile;
    await writeOutputFile(output, [encodeIndexedProfile(counters)]);
    return `${counters.functions.length} functions, ${profile.format} → LLVM indexed profile 7`;
  }
  if (profile.kind !== 'stacks') throw senseless(profile, form, conversion);
  if (form === 'go') return await writeGo(host, profile.stacks, conversion);
  return await writeSamples(host, profile.stacks, conversion, form === 'clang' ? 'llvm' : 'none');
}

function formOf({ output, to }: Conversion): ProfileForm {
  const names = Object.keys(profileForms) as ProfileForm[];
  const list = names.map((name) => `${name} (${profileForms[name].endings.join(' ')})`).join(', ');
  const chosen =
    to === undefined
      ? names.find((name) => profileForms[name].endings.some((ending) => output.endsWith(ending)))
      : names.find((name) => name === to);
  if (chosen !== undefined) return chosen;
  throw new ToolError(
    'usage',
    to === undefined ? `no profile is known by the ending of ${output}` : `no form is called ${to}`,
    { hint: `--to one of ${list}` },
  );
}

function senseless(
  { kind, format }: TrainingProfile,
  form: ProfileForm,
  { input, output }: Conversion,
): ToolError {
  const why =
    kind === 'counters' || kind === 'arcs'
      ? 'counters of blocks have no stacks, and whole stacks cannot be made of them'
      : kind === 'lines'
        ? 'it was summed by lines, and neither stacks nor counters can be made of it'
        : 'samples are not counts of blocks; only an instrumented program has these';
  const fits = (Object.keys(profileForms) as ProfileForm[]).filter(
    (name) => profileForms[name].takes === kind,
  );
  return new ToolError('unsupported-input', `${input} is ${format}: ${why}`, {
    hint:
      fits.length === 0
        ? 'convert the recording it was made of'
        : `it can become ${fits.map((name) => `${name} (${profileForms[name].endings[0]})`).join(', ')}, but not ${form}: ${output}`,
  });
}

async function writeGo(host: Host, stacks: Profile, { output }: Conversion): Promise<string> {
  const profile = asGoProfile(stacks);
  await saveProfile(host, profile, output, { to: 'pprof' });
  return `${profile.samples.length} different stacks → pprof for go build -pgo=${output}`;
}

async function writeSamples(
  host: Host,
  stacks: Profile,
  { input, output, binary }: Conversion,
  discriminators: 'llvm' | 'none',
): Promise<string> {
  const recorded = findHottestImage(stacks);
  if (recorded === undefined) {
    throw new ToolError('unsupported-input', `${input} has no addresses, only names`, {
      hint: 'convert the recording itself (perf.data or .plateau), not a summary of it',
    });
  }
  using sources = new SymbolSources(host);
  const image = await openImage(host, sources, binary ?? recorded);
  const trained = { ...image, path: recorded };
  const samples = collectSamples(stacks, trained, { codec: sectionCodec, discriminators });
  requireLines(samples, binary ?? recorded);
  const bytes =
    discriminators === 'llvm'
      ? new TextEncoder().encode(encodeSampleText(samples))
      : encodeAutoProfile(samples);
  await writeOutputFile(output, [bytes]);
  const { functions, sampleCount, callCount } = samples;
  return `${sampleCount} samples of ${realpathSync(image.path)}, ${callCount} with a caller → ${functions.length} functions`;
}

function requireLines({ functions, sampleCount, lineless }: SampleProfile, path: string): void {
  if (functions.length > 0 && sampleCount > 0) return;
  throw new ToolError(
    'no-data',
    sampleCount === 0
      ? `no sample is in ${path}`
      : `${lineless} of ${sampleCount} samples in ${path} have no source line`,
    { hint: 'build with -g1 (clang: also -fdebug-info-for-profiling) and record that program' },
  );
}
