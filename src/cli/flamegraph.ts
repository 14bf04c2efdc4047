import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  buildCallTree,
  type CallTree,
  resolveValueType,
  type TreeGranularity,
} from '../analysis/index.ts';
import { counted, formatCount, formatQuantity, formatShare } from '../base/quantity.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import type { Profile } from '../profile/index.ts';
import {
  type FlameSvg,
  type FlameSvgOptions,
  minimumShare,
  palettes,
  renderFlameSvg,
} from '../render/index.ts';
import { addExamples } from './examples.ts';
import {
  addRecordFlags,
  type FlamegraphRecordFlags,
  recordAndDraw,
  recordedWords,
} from './flamegraph-record.ts';
import { findRecording } from './input-files.ts';
import { writeNote } from './note.ts';
import { openMerged } from './report-input.ts';
import { addViewFlags, type ViewFlags, viewNeedsTimeline, viewProfile } from './view-flags.ts';

/** How a flame graph looks. */
interface PictureFlags {
  readonly title?: string;
  readonly subtitle?: string;
  readonly notes?: string;
  readonly width?: number;
  readonly minWidth?: MinWidth;
  readonly countName?: string;
  readonly fontSize?: number;
  readonly height?: number;
  readonly inverted?: boolean;
  readonly colors?: string;
}

interface FlamegraphFlags extends PictureFlags, ViewFlags, FlamegraphRecordFlags {
  readonly output: string;
  readonly reverse?: boolean;
  readonly flamechart?: boolean;
  readonly sort: 'name' | 'weight';
  readonly granularity: TreeGranularity;
  readonly sampleIndex?: string;
}

interface MinWidth {
  readonly value: number;
  readonly unit: 'px' | '%';
}

const lookGroup = 'How it looks:';

export function defineFlamegraph(command: Command, host: Host): void {
  command
    .argument(
      '[files...]',
      'profiles of any format, merged; - is standard input; without any, profile.plateau or perf.data',
    )
    .usage('[options] [files...] | -- <command> [arguments]')
    .option('-o, --output <file>', 'where to write, - for standard output', 'flamegraph.svg')
    .option('--sample-index <name|number>', 'which value of the profile to show')
    .option('--reverse', 'merge from the leaf: who calls what runs')
    .option('--flamechart', 'keep the order of time instead of merging all calls')
    .addOption(
      new Option('--sort <by>', 'order of siblings').choices(['name', 'weight']).default('name'),
    )
    .addOption(
      new Option('-g, --granularity <what>', 'what a frame is')
        .choices(['functions', 'files', 'lines', 'modules'] satisfies TreeGranularity[])
        .default('functions'),
    );
  addPictureFlags(command);
  addViewFlags(command);
  addRecordFlags(command);
  addExamples(command, [
    ['plateau flamegraph -- ./app args', 'record the program and draw it'],
    ['plateau flamegraph --cargo --bin tool -- args', 'build it with cargo first'],
    ['plateau flamegraph cpu.pb.gz -o cpu.svg', 'opens in any browser'],
    ['perf script | plateau flamegraph - --colors kind', 'kernel, user and JIT apart'],
    ['plateau flamegraph heap.pb.gz --sample-index inuse_space --colors mem', 'memory held'],
    ['plateau flamegraph app.folded --reverse --inverted', 'callers of the hottest functions'],
  ]);
  command.action(async (words: readonly string[], flags: FlamegraphFlags) => {
    const recorded = recordedWords(host, words, flags);
    if (recorded === undefined)
      return await drawFiles(host, await requireFiles(host, words), flags);
    await recordAndDraw(host, recorded, flags, async (profile) => {
      const shown = recorded[0] ?? 'recording';
      // What went where stands in the summary of the recording.
      return await drawProfile({ ...host, quiet: true }, [shown], profile, flags);
    });
  });
}

async function requireFiles(host: Host, files: readonly string[]): Promise<readonly string[]> {
  if (files.length > 0) return files;
  const recording = await findRecording(host);
  if (recording !== undefined) return [recording];
  throw new ToolError('usage', 'nothing to draw', {
    hint: 'plateau flamegraph FILE, or plateau flamegraph -- ./app',
  });
}

function addPictureFlags(command: Command): void {
  const names = palettes.map((palette) => palette.name);
  command
    .addOption(flag('-i, --inverted', 'root on top (icicle) instead of below'))
    .addOption(flag('--colors <palette>', names.join(', ')).default('module'))
    .addOption(flag('--title <text>', 'headline'))
    .addOption(flag('--subtitle <text>', 'second line'))
    .addOption(flag('--notes <text>', 'a remark below the graph'))
    .addOption(flag('--count-name <noun>', 'what plain counts count, such as samples'))
    .addOption(
      flag('--width <pixels>', 'fixed width; follows the window otherwise').argParser(pixels),
    )
    .addOption(
      flag('--min-width <pixels|%>', 'leave out narrower frames (default: 0.1)').argParser(
        minWidth,
      ),
    )
    .addOption(flag('--height <pixels>', 'height of a row (default: 20)').argParser(pixels))
    .addOption(flag('--font-size <pixels>', 'size of names (default: 12)').argParser(pixels));
}

function flag(flags: string, text: string): Option {
  return new Option(flags, text).helpGroup(lookGroup);
}

function pixels(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 100_000)) throw new InvalidArgumentError('not a number of pixels');
  return value;
}

function minWidth(text: string): MinWidth {
  const unit = text.endsWith('%') ? '%' : 'px';
  const value = Number(text.replace(/(px|%)$/, ''));
  if (!(value >= 0)) throw new InvalidArgumentError('neither pixels nor a share such as 0.5%');
  return { value, unit };
}

/** The options of the picture that the flags ask for. */
function pictureOptions(flags: PictureFlags): FlameSvgOptions {
  const { title, subtitle, notes, width, countName, fontSize, height, colors } = flags;
  const design = width ?? 1200;
  const least = flags.minWidth;
  const minWidth = least?.unit === '%' ? (least.value / 100) * design : least?.value;
  return {
    shape: flags.inverted === true ? 'icicle' : 'flame',
    ...(title !== undefined && { title }),
    ...(subtitle !== undefined && { subtitle }),
    ...(notes !== undefined && { notes }),
    ...(width !== undefined && { width }),
    ...(minWidth !== undefined && { minWidth }),
    ...(countName !== undefined && { countName }),
    ...(fontSize !== undefined && { fontSize }),
    ...(height !== undefined && { rowHeight: height }),
    ...(colors !== undefined && { colors }),
  };
}

async function drawFiles(
  host: Host,
  files: readonly string[],
  flags: FlamegraphFlags,
): Promise<void> {
  const timeline = flags.flamechart === true || viewNeedsTimeline(flags);
  await drawProfile(host, files, await openMerged(host, files, timeline), flags);
}

/** Gives the size of the picture in bytes. */
async function drawProfile(
  host: Host,
  files: readonly string[],
  whole: Profile,
  flags: FlamegraphFlags,
): Promise<number> {
  const view = viewProfile(whole, flags);
  for (const note of view.notes) await writeNote(host, note);
  const tree = treeOf(view.profile, flags);
  const svg = renderFlameSvg(tree, { ...headlines(files, whole, tree), ...pictureOptions(flags) });
  return await writeSvg(host, svg, flags.output);
}

/** What a reader who finds the picture alone needs to know: of what it is. */
function headlines(
  files: readonly string[],
  { meta }: Profile,
  tree: CallTree,
): Pick<FlameSvgOptions, 'title' | 'subtitle'> {
  const [first = ''] = files;
  const name = first === '-' ? 'standard input' : basename(first);
  const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
  const samples = tree.samples.total[0] ?? 0;
  const facts = [
    meta.command,
    tree.valueType.name === 'samples' ? '' : tree.valueType.name,
    counted(samples, 'sample'),
    meta.durationNs > 0 ? `${(meta.durationNs / 1e9).toPrecision(3)} s recorded` : '',
  ];
  return { title: `${name}${more}`, subtitle: facts.filter((fact) => fact !== '').join(' · ') };
}

function treeOf(profile: Profile, flags: FlamegraphFlags): CallTree {
  if (flags.flamechart === true && flags.reverse === true) {
    throw new ToolError('usage', '--flamechart and --reverse exclude each other', {
      hint: 'stacks in the order of time begin at the root',
    });
  }
  const tree = buildCallTree(profile, {
    valueType: resolveValueType(profile, flags.sampleIndex),
    direction: flags.reverse === true ? 'bottom-up' : 'top-down',
    order: flags.flamechart === true ? 'time' : flags.sort,
    granularity: flags.granularity,
    minimumShare: minimumShare(pictureOptions(flags)),
  });
  if (!((tree.columns[0]?.total[0] ?? 0) > 0)) {
    throw new ToolError('no-data', 'there is nothing to draw: all values are zero', {
      hint: 'check the filters, or choose another value with --sample-index',
    });
  }
  return tree;
}

/** Writes the picture and says on standard error what went where and what was left out. */
export async function writeSvg(host: Host, svg: FlameSvg, output: string): Promise<number> {
  let where = 'standard output';
  let size = 0;
  if (output === '-') {
    for (const chunk of svg.chunks) {
      size += chunk.length;
      await host.stdout.write(chunk);
    }
  } else {
    where = output;
    size = await writeOutputFile(output, encoded(svg.chunks));
  }
  const pruned =
    svg.prunedFrames === 0
      ? ''
      : `; ${formatCount(svg.prunedFrames)} narrower ones left out (${formatShare(svg.prunedShare)})`;
  await writeNote(
    host,
    `wrote ${where}: ${counted(svg.frames, 'frame')}, ${formatQuantity(size, 'bytes')}${pruned}`,
  );
  return size;
}

function* encoded(chunks: Iterable<string>): Generator<Uint8Array> {
  const utf8 = new TextEncoder();
  for (const chunk of chunks) yield utf8.encode(chunk);
}
