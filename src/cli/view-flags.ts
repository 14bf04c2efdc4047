import { type Command, Option } from 'commander';
import {
  compileExpression,
  compileTagFilter,
  type Filtered,
  filterByName,
  filterByTag,
  filterTagNames,
  isTagRange,
  onlyMyCode,
  type Profile,
  parseTransform,
  pruneFrom,
  pruneUninteresting,
  selectCpus,
  selectLabel,
  selectModule,
  selectProcesses,
  selectThreads,
  selectTime,
  showFrom,
  type TaskChoice,
} from '../profile/index.ts';
import { parseCpuList } from './cpu-list.ts';
import { parseTimeNs } from './time-value.ts';
import { parseLabelChoice } from './view-values.ts';

/** The flags by which any view is narrowed and reshaped. */
export interface ViewFlags {
  readonly focus?: string;
  readonly ignore?: string;
  readonly hide?: string;
  readonly show?: string;
  readonly showFrom?: string;
  readonly pruneFrom?: string;
  readonly tagfocus?: string;
  readonly tagignore?: string;
  readonly tagshow?: string;
  readonly taghide?: string;
  readonly thread?: string;
  readonly process?: string;
  readonly cpu?: string;
  readonly label?: readonly string[];
  readonly module?: string;
  readonly from?: string;
  readonly to?: string;
  readonly onlyMine?: boolean;
  readonly myCode?: readonly string[];
  readonly transform?: readonly string[];
  readonly allFrames?: boolean;
}

export interface View {
  readonly profile: Profile;
  /** What the user should know: filters that matched nothing. For standard error. */
  readonly notes: string[];
}

const samplesGroup = 'Which samples:';
const framesGroup = 'Which frames:';

export function addViewFlags(command: Command): Command {
  for (const [flags, text] of sampleFlags) command.addOption(grouped(flags, text, samplesGroup));
  command.addOption(repeatable('--label <key=regex>', 'samples whose label matches', samplesGroup));
  for (const [flags, text] of frameFlags) command.addOption(grouped(flags, text, framesGroup));
  command.addOption(
    repeatable('--my-code <path>', 'what counts as yours: a source path or an image', framesGroup),
  );
  const steps =
    'focus:F subtree:F/F merge:F drop:F recursion[:F] module:M hide:RE rename:/re/new/ invert mine';
  command.addOption(
    repeatable('--transform <step>', `reshape the stacks, in order: ${steps}`, framesGroup),
  );
  return command;
}

const sampleFlags: readonly (readonly [string, string])[] = [
  ['--focus <regex>', 'samples that pass a matching function, file or image'],
  ['--ignore <regex>', 'not the samples that pass a match'],
  ['--module <regex>', 'samples that pass a matching image'],
  ['--thread <regex|tid>', 'samples of these threads'],
  ['--process <regex|pid>', 'samples of these processes'],
  ['--cpu <list>', 'samples taken on these CPUs, such as 0-3,7'],
  ['--from <time>', 'samples from this time on: 1.5, 200ms, 2min'],
  ['--to <time>', 'samples before this time'],
  ['--tagfocus <filter>', 'samples with matching labels: regex, key=regex or a range as 4kb:1mb'],
  ['--tagignore <filter>', 'not the samples with matching labels'],
];

const frameFlags: readonly (readonly [string, string])[] = [
  ['--hide <regex>', 'remove matching frames; their cost goes to their callers'],
  ['--show <regex>', 'keep only matching frames'],
  ['--show-from <regex>', 'cut the callers above the first match'],
  ['--prune-from <regex>', 'cut what the last match called'],
  ['--tagshow <regex>', 'keep only labels with a matching key'],
  ['--taghide <regex>', 'remove labels with a matching key'],
  ['--all-frames', 'keep frames that the profile itself calls uninteresting'],
  ['--only-mine', 'hide libraries, runtimes and the kernel'],
];

function grouped(flags: string, text: string, group: string): Option {
  return new Option(flags, text).helpGroup(group);
}

function repeatable(flags: string, text: string, group: string): Option {
  return grouped(flags, `${text} (repeatable)`, group).argParser(collect);
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Whether the flags ask for facts that a reader may sum away: pass it on as `timeline`. */
export function viewNeedsTimeline(flags: ViewFlags): boolean {
  return flags.from !== undefined || flags.to !== undefined || flags.cpu !== undefined;
}

/**
 * The profile as the flags want it seen: first which samples, then pprof's name, tag and prune
 * filters in pprof's order, then own code, then the transforms in the order given.
 */
export function viewProfile(profile: Profile, flags: ViewFlags): View {
  const notes: string[] = [];
  const note = ({ profile: next, unmatched }: Filtered): Profile => {
    for (const name of unmatched) notes.push(`${name} expression matched no samples`);
    return next;
  };
  let view = flags.allFrames === true ? profile : pruneUninteresting(profile);
  view = chooseSamples(view, flags);
  view = note(filterByName(view, nameFilters(flags)));
  const from = expression(flags.showFrom, '--show-from');
  if (from !== undefined) view = note(showFrom(view, from));
  for (const flag of ['tagfocus', 'tagignore'] as const) {
    const text = flags[flag] ?? '';
    if (isTagRange(text)) notes.push(`${flag}: ${text} is read as a range, not as an expression`);
  }
  view = note(filterByTag(view, tagFilters(flags)));
  view = note(filterTagNames(view, tagNameFilters(flags)));
  const prune = expression(flags.pruneFrom, '--prune-from');
  if (prune !== undefined) view = pruneFrom(view, prune);
  if (flags.onlyMine === true || flags.myCode !== undefined) view = onlyMyCode(view, flags.myCode);
  for (const step of flags.transform ?? []) view = parseTransform(step)(view);
  return { profile: view, notes };
}

function chooseSamples(profile: Profile, flags: ViewFlags): Profile {
  let view = profile;
  if (flags.process !== undefined) view = selectProcesses(view, task(flags.process, '--process'));
  if (flags.thread !== undefined) view = selectThreads(view, task(flags.thread, '--thread'));
  if (flags.cpu !== undefined) view = selectCpus(view, new Set(parseCpuList('--cpu', flags.cpu)));
  if (flags.from !== undefined || flags.to !== undefined) {
    const fromNs = flags.from === undefined ? -Infinity : parseTimeNs('--from', flags.from);
    const toNs = flags.to === undefined ? Infinity : parseTimeNs('--to', flags.to);
    view = selectTime(view, fromNs, toNs);
  }
  for (const choice of flags.label ?? []) {
    const { key, value } = parseLabelChoice(choice);
    view = selectLabel(view, key, value);
  }
  const module = expression(flags.module, '--module');
  return module === undefined ? view : selectModule(view, module);
}

function task(text: string, flag: string): TaskChoice {
  return /^\d+$/.test(text) ? Number(text) : compileExpression(text, flag);
}

function expression(text: string | undefined, flag: string): RegExp | undefined {
  return text === undefined || text === '' ? undefined : compileExpression(text, flag);
}

function nameFilters(flags: ViewFlags): Parameters<typeof filterByName>[1] {
  const focus = expression(flags.focus, '--focus');
  const ignore = expression(flags.ignore, '--ignore');
  const hide = expression(flags.hide, '--hide');
  const show = expression(flags.show, '--show');
  return {
    ...(focus && { focus }),
    ...(ignore && { ignore }),
    ...(hide && { hide }),
    ...(show && { show }),
  };
}

function tagFilters(flags: ViewFlags): Parameters<typeof filterByTag>[1] {
  const { tagfocus = '', tagignore = '' } = flags;
  return {
    ...(tagfocus !== '' && { focus: compileTagFilter(tagfocus, '--tagfocus') }),
    ...(tagignore !== '' && { ignore: compileTagFilter(tagignore, '--tagignore') }),
  };
}

function tagNameFilters(flags: ViewFlags): Parameters<typeof filterTagNames>[1] {
  const show = expression(flags.tagshow, '--tagshow');
  const hide = expression(flags.taghide, '--taghide');
  return { ...(show && { show }), ...(hide && { hide }) };
}
