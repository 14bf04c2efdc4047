import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noLabels, type Profile, ProfileBuilder } from '../profile/index.ts';
import { addPath, profileFromPicture } from '../profile/testing/picture.ts';
import { buildCallTree, type CallTree, type CallTreeOptions } from './call-tree.ts';
import { treePicture } from './testing/tree-picture.ts';

function check(profile: string, expected: string, options: CallTreeOptions = {}): void {
  const lines = expected.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  const picture = lines.map((line) => line.slice(margin)).join('\n');
  expect(treePicture(buildCallTree(profileFromPicture(profile), options))).toBe(picture);
}

const program = `
  main   main   main   main
  parse  parse  eval   parse
  read          read   alloc
  1      2      5      1`;

describe('buildCallTree', () => {
  it('merges paths from the root, siblings by name', () => {
    check(
      program,
      `
      main 9
        eval 5
          read 5
        parse 4
          alloc 1
          read 1`,
    );
  });

  it('puts the heaviest sibling first', () => {
    check(
      'a  b  c\n1  9  3',
      `
      b 9
      c 3
      a 1`,
      { order: 'weight' },
    );
  });

  it('merges paths from the leaf', () => {
    check(
      program,
      `
      alloc 1
        parse 1
          main 1
      parse 2
        main 2
      read 6
        eval 5
          main 5
        parse 1
          main 1`,
      { direction: 'bottom-up' },
    );
  });

  it('leaves out what is too small to matter, and counts it', () => {
    const upward = { direction: 'bottom-up', minimumShare: 0.2 } as const;
    check(
      program,
      `
      parse 2
        main 2
      read 6
        eval 5
          main 5`,
      upward,
    );
    check(
      program,
      `
      main 9
        eval 5
          read 5
        parse 4`,
      { minimumShare: 0.2 },
    );
    const tree = buildCallTree(profileFromPicture(program), { minimumShare: 0.2 });
    expect(Array.from(tree.dropped ?? [])).toEqual([0, 0, 0, 0, 2]);
  });

  it('keeps the order of time and joins what follows each other', () => {
    check(
      `
      main  main  main  main
      f     f     g     f
      a     b           a`,
      `
      main 4
        f 2
          a 1
          b 1
        g 1
        f 1
          a 1`,
      { order: 'time' },
    );
  });

  it('tells where each node starts in time', () => {
    const profile = profileFromPicture('m  m  m\n   a  b\n2  3  4');
    const tree = buildCallTree(profile, { order: 'time' });
    expect(Array.from(tree.start ?? [])).toEqual([0, 0, 2, 5]);
  });

  it('merges modules, also of calls inside one', () => {
    check(
      `
      main@app  main@app    main@app
      run@app   write@libc  gone
      put@app   copy@libc`,
      `
      app 3
        gone 1
        libc 1`,
      { granularity: 'modules' },
    );
  });

  it('keeps functions of one name apart when their images differ', () => {
    check('init@a  init@b', 'init 1\ninit 1');
  });

  it('hangs samples under the process they came from', () => {
    const picture = 'node 3\n  main 3\n    a 1\n    b 2\npython 1\n  main 1\n    a 1';
    expect(treePicture(buildCallTree(twoProcesses()))).toBe(picture);
    const inverted = buildCallTree(twoProcesses(), { direction: 'bottom-up' });
    expect(treePicture(inverted)).toBe(
      'a 2\n  main 2\n    node 1\n    python 1\nb 2\n  main 2\n    node 2',
    );
    const plain = buildCallTree(twoProcesses(), { processes: false });
    expect(treePicture(plain)).toBe('main 4\n  a 2\n  b 2');
  });

  it('sums several columns over the same nodes', () => {
    const profile = profileFromPicture('m  m\na  b\n2  5');
    const columns = [{ values: Float64Array.of(2, 0) }, { values: Float64Array.of(1, 5) }];
    const tree = buildCallTree(profile, { columns });
    expect(treePicture(tree)).toBe('m 2→6\n  a 2→1\n  b 0→5');
  });

  it('marks a node as inlined only when all of it is', () => {
    const builder = new ProfileBuilder();
    builder.addValueType('samples', 'count');
    const stack = (inlineDepth: number, address: number) =>
      builder.addStack(
        -1 as never,
        builder.addFrame({
          function: builder.addFunction({ name: builder.string('f') }),
          inlineDepth,
          address,
        }),
      );
    for (const each of [stack(1, 5), stack(1, 6)]) builder.addSample(each, -1 as never, noLabels);
    expect(Array.from(buildCallTree(builder.finish()).inlined)).toEqual([0, 1]);
    builder.addSample(stack(0, 7), -1 as never, noLabels);
    expect(Array.from(buildCallTree(builder.finish()).inlined)).toEqual([0, 0]);
  });

  it('conserves totals and keeps its shape, whatever the stacks', () => {
    const frame = fc.constantFrom('a', 'b', 'c@x', 'c@y', 'd@x');
    const stacks = fc.array(fc.tuple(fc.array(frame, { maxLength: 6 }), fc.nat(9)));
    const options = fc.record({
      direction: fc.constantFrom('top-down', 'bottom-up'),
      order: fc.constantFrom('name', 'weight', 'time'),
      granularity: fc.constantFrom('functions', 'modules', 'files', 'lines'),
    }) as fc.Arbitrary<CallTreeOptions>;
    fc.assert(
      fc.property(stacks, options, (rows, chosen) => {
        const tree = buildCallTree(profileOf(rows), chosen);
        expect(tree.columns[0]?.total[0]).toBe(rows.reduce((sum, [, value]) => sum + value, 0));
        checkShape(tree);
      }),
    );
  });
});

function checkShape(tree: CallTree): void {
  const { self, total } = tree.columns[0] ?? { self: [], total: [] };
  for (let node = 0; node < tree.length; node++) {
    let sum = self[node] ?? 0;
    let child = node + 1;
    const end = tree.subtreeEnd[node] ?? 0;
    while (child < end) {
      expect(tree.parent[child]).toBe(node);
      expect(tree.depth[child]).toBe((tree.depth[node] ?? 0) + 1);
      sum += total[child] ?? 0;
      child = tree.subtreeEnd[child] ?? end;
    }
    expect(child).toBe(end);
    expect(total[node]).toBe(sum);
  }
}

function profileOf(rows: readonly (readonly [string[], number])[]): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  for (const [names, value] of rows) {
    const row = builder.addSample(addPath(builder, names), -1 as never, noLabels);
    builder.samples.addValue(row, type, value);
  }
  return builder.finish();
}

function twoProcesses(): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  const add = (process: string, tid: number, path: string[], value: number) => {
    const thread = builder.addThread({ pid: 1, tid, processName: builder.string(process) });
    const row = builder.addSample(addPath(builder, path), thread, noLabels);
    builder.samples.addValue(row, type, value);
  };
  add('node', 1, ['main', 'a'], 1);
  add('node', 2, ['main', 'b'], 2);
  add('python', 3, ['main', 'a'], 1);
  return builder.finish();
}
