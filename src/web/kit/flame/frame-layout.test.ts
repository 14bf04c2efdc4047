import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList } from '../../../explore/index.ts';
import { extentOf, type FlameTable, findRow, flameModel } from './flame-table.ts';
import { boxAt, type FrameGeometry, rowTop } from './frame-geometry.ts';
import {
  type Boxes,
  layoutFrames,
  narrowest,
  type Viewport,
  visibleDepth,
} from './frame-layout.ts';
import { blockValue } from './small-block.ts';
import { tableFromPicture } from './testing/table-picture.ts';

const program = tableFromPicture(`
  all 100
    main 90
      parse 60
        read 40
      eval 30
    idle 10`);

/** Boxes as lines: `main 0…90`, deeper ones further right; a block as `3 small of main 60…61`. */
function pictureOf(table: FlameTable, boxes: Boxes): string {
  const names = new NameList(table.keys.names);
  const nameOf = (row: number): string => names.at(table.key[row] as number);
  const lines = Array.from({ length: boxes.length }, (_, box) => {
    const x = boxes.x[box] as number;
    const end = x + (boxes.width[box] as number);
    const small = boxes.small[box] as number;
    const name =
      small === 0
        ? nameOf(boxes.row[box] as number)
        : `${small} small of ${nameOf(boxes.caller[box] as number)}`;
    const indent = '  '.repeat(boxes.depth[box] as number);
    return `${indent}${name} ${Number(x.toFixed(2))}…${Number(end.toFixed(2))}`;
  });
  return `\n${lines.join('\n')}`;
}

function layout(table: FlameTable, zoom: readonly string[] = [], view: Partial<Viewport> = {}) {
  const model = flameModel(table);
  const names = new NameList(table.keys.names);
  const row = findRow(table, zoom, (key) => names.at(key));
  return layoutFrames(model, {
    extent: extentOf(model, row),
    width: 100,
    firstDepth: 0,
    lastDepth: 99,
    ...view,
  });
}

describe('what is on screen', () => {
  it('is as wide as its share', () => {
    expect(pictureOf(program, layout(program))).toBe(`
all 0…100
  main 0…90
    parse 0…60
      read 0…40
    eval 60…90
  idle 90…100`);
  });

  it('is the zoomed frame over the whole width, and its callers over more', () => {
    expect(pictureOf(program, layout(program, ['main', 'eval']))).toBe(`
all -200…133.33
  main -200…100
    eval 0…100`);
  });

  it('ends with the last row of the screen and begins with the first', () => {
    const rows = { firstDepth: 1, lastDepth: 2 };
    expect(pictureOf(program, layout(program, [], rows))).toBe(`
  main 0…90
    parse 0…60
    eval 60…90
  idle 90…100`);
  });

  it('joins small siblings side by side, and says how many', () => {
    const table = tableFromPicture(`
      all 100
        main 94
          big 90
            inner 1
          one 2
          two 1
          three 1
        last 6`);
    expect(pictureOf(table, layout(table))).toBe(`
all 0…100
  main 0…94
    big 0…90
      1 small of big 0…1
    3 small of main 90…94
  last 94…100`);
  });

  it('joins those that the table left out with those that are too narrow', () => {
    const table = tableFromPicture(`
      all 100
        main 100 +7
          big 90
          one 2`);
    const boxes = layout(table);
    expect(pictureOf(table, boxes)).toBe(`
all 0…100
  main 0…100
    8 small of main 90…100
    big 0…90`);
    expect(blockValue(flameModel(table), boxes, 2)).toBe(10);
  });

  it('follows times where rows have them', () => {
    const table = { ...program, start: Float64Array.of(0, 5, 5, 20, 65, 95) };
    expect(pictureOf(table, layout(table, [], { lastDepth: 1 }))).toBe(`
all 0…100
  main 5…95
  idle 95…105`);
  });

  it('knows how deep it goes', () => {
    const model = flameModel(program);
    expect(visibleDepth(model, extentOf(model, 0), 100)).toBe(3);
    expect(visibleDepth(model, extentOf(model, 0), 6)).toBe(2);
    expect(visibleDepth(model, extentOf(model, 5), 100)).toBe(1);
  });

  it('leaves nothing out and nothing over, whatever the tree', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.integer({ min: 5, max: 400 }), (table, width) => {
        const model = flameModel(table);
        const boxes = layoutFrames(model, {
          extent: extentOf(model, 0),
          width,
          firstDepth: 0,
          lastDepth: 99,
        });
        const shown = new Set<number>();
        for (let box = 0; box < boxes.length; box++) {
          if (boxes.small[box] === 0) shown.add(boxes.row[box] as number);
        }
        const scale = width / (table.total[0] as number);
        for (let row = 1; row < table.length; row++) {
          const isWide = (table.total[row] as number) * scale >= narrowest;
          expect(shown.has(row)).toBe(isWide);
        }
      }),
    );
  });
});

/** Trees in which each child has a part of its parent. */
function arbitraryTable(): fc.Arbitrary<FlameTable> {
  const lines = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 50 })),
    {
      maxLength: 30,
    },
  );
  return lines.map((drafts) => {
    const rows = [{ depth: 0, rest: 1000 }];
    const text = ['all 1000'];
    const open = [0];
    for (const [wanted, part] of drafts) {
      const depth = Math.min(wanted, open.length);
      open.length = depth;
      const above = rows[open.at(-1) ?? 0];
      if (above === undefined || above.rest < 1) continue;
      const total = Math.min(above.rest, part);
      above.rest -= total;
      open.push(rows.push({ depth, rest: total }) - 1);
      text.push(`${'  '.repeat(depth)}f${rows.length % 5} ${total}`);
    }
    return tableFromPicture(text.join('\n'));
  });
}

describe('the frame under a point', () => {
  const boxes = layout(program);
  const flame: FrameGeometry = {
    shape: 'flame',
    rowHeight: 20,
    topDepth: 0,
    contentHeight: 100,
    scrollTop: 0,
    width: 100,
    height: 100,
  };
  const nameAt = (geometry: FrameGeometry, x: number, y: number): string => {
    const box = boxAt(boxes, geometry, x, y);
    const names = new NameList(program.keys.names);
    return box < 0 ? '' : names.at(program.key[boxes.row[box] as number] as number);
  };

  it('is found with the root at the bottom', () => {
    expect(nameAt(flame, 50, 99)).toBe('all');
    expect(nameAt(flame, 95, 79)).toBe('idle');
    expect(nameAt(flame, 10, 25)).toBe('read');
    expect(nameAt(flame, 50, 25)).toBe('');
    expect(nameAt(flame, 10, 5)).toBe('');
  });

  it('is found with the root at the top, and while scrolled', () => {
    const icicle = { ...flame, shape: 'icicle', scrollTop: 30 } as const;
    expect(nameAt(icicle, 50, 0)).toBe('main');
    expect(nameAt(icicle, 61, 15)).toBe('eval');
    expect(rowTop(icicle, 1)).toBe(-10);
  });

  it('has no root where that is shown elsewhere', () => {
    expect(nameAt({ ...flame, topDepth: 1 }, 50, 99)).toBe('main');
  });
});
