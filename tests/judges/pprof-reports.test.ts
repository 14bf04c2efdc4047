import { describe, expect } from 'vitest';
import { plateau, pprof, rawByContent, recording, settled, words } from './pprof-output.ts';
import { requires } from './requires.ts';

const itWithGo = requires('go');

const recordings = [
  'go-cpu.pb.gz',
  'go-heap.pb.gz',
  'go-compile.pb.gz',
  'go-mutex.pb.gz',
  'go-block.pb.gz',
  'go-goroutine.pb.gz',
];

/** The same wish in the words of both: pprof's flags, ours. */
type Flags = readonly [theirs: string, ours: string];

const trimming: readonly Flags[] = [
  ['', ''],
  ['-cum', '--cum'],
  ['-nodecount=7', '-n 7'],
  ['-nodefraction=0.1 -edgefraction=0.05', '--nodefraction 0.1 --edgefraction 0.05'],
  ['-trim=false', '--no-trim'],
];

const granularity: readonly Flags[] = [
  ['-lines', '--lines'],
  ['-filefunctions', '-g filefunctions'],
  ['-addresses', '--addresses'],
  ['-noinlines', '--noinlines'],
  ['-addresses -noinlines', '--addresses --noinlines'],
  ['-lines -showcolumns', '--lines --show-columns'],
  ['-lines -trim_path=runtime:main', '--lines --trim-path runtime:main'],
];

const filters: readonly Flags[] = [
  ['-focus=runtime', '--focus runtime'],
  ['-ignore=runtime', '--ignore runtime'],
  ['-hide=runtime|sort', '--hide runtime|sort'],
  ['-show=main|malloc', '--show main|malloc'],
  ['-show_from=main', '--show-from main'],
  ['-prune_from=mallocgc', '--prune-from mallocgc'],
  ['-focus=main -ignore=malloc -hide=^runtime', '--focus main --ignore malloc --hide ^runtime'],
  ['-focus=malloc -relative_percentages', '--focus malloc --relative-percentages'],
];

const values: readonly Flags[] = [
  ['-sample_index=0', '--sample-index 0'],
  ['-sample_index=0 -unit=s', '--sample-index 0 --unit s'],
  ['-unit=us', '--unit us'],
  ['-unit=MB', '--unit MB'],
  ['-mean', '--mean'],
];

/** A row of `top` without the running sum, which depends on the order. */
function withoutSum(line: string): string {
  return line.replace(/^(\S+ \S+) \S+/, '$1');
}

function flagWords(flags: string): string[] {
  return flags === '' ? [] : flags.split(' ');
}

async function sameReport(command: string, file: string, [theirs, ours]: Flags): Promise<void> {
  const path = recording(file);
  const expected = words(pprof(`-${command}`, ...flagWords(theirs), path));
  const actual = words(await plateau(command, ...flagWords(ours), path));
  expect(actual, `${command} ${file} ${ours}`).toEqual(expected);
}

describe('pprof agrees on the numbers and the order of', () => {
  for (const file of recordings) {
    itWithGo(`top ${file}`, async () => {
      for (const flags of [...trimming, ...granularity, ...filters, ...values]) {
        await sameReport('top', file, flags);
      }
    });

    itWithGo(`tree ${file}`, async () => {
      for (const flags of [...trimming, ...filters, ...values]) {
        await sameReport('tree', file, flags);
      }
    });

    itWithGo(`traces and tags ${file}`, async () => {
      for (const flags of [['', ''], ...filters.slice(0, 6), ...values] as const) {
        await sameReport('traces', file, flags);
        await sameReport('tags', file, flags);
      }
    });

    itWithGo(`peek and raw ${file}`, async () => {
      const path = recording(file);
      expect(words(await plateau('peek', '.', path))).toEqual(words(pprof('-peek=.', path)));
      expect(words(await plateau('peek', 'main|run', '--lines', path))).toEqual(
        words(pprof('-peek=main|run', '-lines', path)),
      );
      for (const [theirs, ours] of [['', ''], ...filters.slice(0, 6)] as const) {
        const expected = rawByContent(pprof('-raw', ...flagWords(theirs), path));
        expect(rawByContent(await plateau('raw', ...flagWords(ours), path)), ours).toEqual(
          expected,
        );
      }
    });
  }

  itWithGo('every value type of a heap profile', async () => {
    for (const type of ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space']) {
      await sameReport('top', 'go-heap.pb.gz', [`-sample_index=${type}`, `-i ${type}`]);
      await sameReport('traces', 'go-heap.pb.gz', [
        `-sample_index=${type} -mean`,
        `-i ${type} --mean`,
      ]);
    }
  });

  itWithGo('labels as filters', async () => {
    for (const flags of [
      ['-tagfocus=phase:1', '--tagfocus phase:1'],
      ['-tagignore=phase=1', '--tagignore phase=1'],
      ['-tagshow=phase', '--tagshow phase'],
      ['-taghide=phase', '--taghide phase'],
    ] as const) {
      await sameReport('top', 'go-cpu.pb.gz', flags);
      await sameReport('tags', 'go-cpu.pb.gz', flags);
    }
    for (const range of ['4kb:', ':1kb', '1kb:8kb', 'bytes=1kb:4kb']) {
      await sameReport('top', 'go-heap.pb.gz', [`-tagfocus=${range}`, `--tagfocus ${range}`]);
    }
  });

  itWithGo('sums of several files', async () => {
    const paths = ['go-cpu.pb.gz', 'go-cpu-fast.pb.gz'].map(recording);
    for (const command of ['top', 'tree', 'tags', 'traces']) {
      expect(words(await plateau(command, ...paths))).toEqual(
        words(pprof(`-${command}`, ...paths)),
      );
    }
  });

  itWithGo('differences', async () => {
    const [before, after] = [recording('go-cpu.pb.gz'), recording('go-cpu-fast.pb.gz')];
    for (const command of ['top', 'tree']) {
      for (const [theirs, ours] of [
        [`-base=${before}`, `--base ${before}`],
        [`-diff_base=${before}`, `--diff-base ${before}`],
        [`-diff_base=${before} -normalize`, `--diff-base ${before} --normalize`],
        [`-base=${before} -drop_negative`, `--base ${before} --drop-negative`],
        [`-base=${before} -focus=sort`, `--base ${before} --focus sort`],
      ] as const) {
        const expected = settled(words(pprof(`-${command}`, ...flagWords(theirs), after)));
        const actual = await plateau(command, ...flagWords(ours), after);
        expect(settled(words(actual)), `${command} ${ours}`).toEqual(expected);
      }
    }
  });

  itWithGo('files, where pprof leaves rows that read the same in no order', async () => {
    for (const file of ['go-cpu.pb.gz', 'go-compile.pb.gz']) {
      const expected = words(pprof('-top', '-files', recording(file))).map(withoutSum);
      const actual = words(await plateau('top', '--files', recording(file))).map(withoutSum);
      expect(settled(actual)).toEqual(settled(expected));
    }
  });

  itWithGo('source listings', async () => {
    const sources = recording('../programs');
    for (const expression of ['main\\.', 'main\\.report', 'handle|serve']) {
      const path = recording('go-cpu.pb.gz');
      const expected = pprof(`-list=${expression}`, `-source_path=${sources}`, path);
      const actual = await plateau('list', expression, '--source-path', sources, path);
      expect(actual).toContain('func ');
      expect(words(actual)).toEqual(words(expected));
    }
  });
});
