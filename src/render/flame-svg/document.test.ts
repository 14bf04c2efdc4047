import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildCallTree, type CallTreeOptions } from '../../analysis/index.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../../profile/index.ts';
import { addPath, profileFromPicture } from '../../profile/testing/picture.ts';
import { renderFlameSvg } from './document.ts';
import { layoutBoxes } from './layout.ts';
import { makePicture, minimumShare } from './make-picture.ts';
import type { FlameSvgOptions } from './options.ts';
import { decodePicture, encodePicture } from './picture-data.ts';
import { flameScript } from './script.gen.ts';

const program = profileFromPicture(`
  main   main   main   main
  parse  parse  eval   other
  read   scan   read
  10     20     50     20`);

interface Box {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly label: string;
}

function render(
  profile: Profile,
  options: FlameSvgOptions = {},
  tree: CallTreeOptions = {},
): string {
  return Array.from(renderFlameSvg(buildCallTree(profile, tree), options).chunks).join('');
}

/** The frames of the static drawing. */
function boxesIn(svg: string): Box[] {
  const box =
    /<g class="[^"]*"><title>(.*)<\/title><rect x="(.*?)" y="(.*?)" width="(.*?)" height="\d+"\/>(?:<rect [^>]*>)?(?:<text x="[^"]*" y="[^"]*">(.*?)<\/text>)?.*<\/g>/g;
  return Array.from(svg.matchAll(box), ([, title = '', x, y, width, label = '']) => ({
    title,
    x: Number(x),
    y: Number(y),
    width: Number(width),
    label,
  }));
}

/** `depth: label x+width` per box, the graph being 1000 wide. */
function drawing(svg: string): string {
  const bottom = Math.max(...boxesIn(svg).map((box) => box.y));
  return boxesIn(svg)
    .map(
      (box) =>
        `${(bottom - box.y) / 20}: ${box.label} ${Math.round(box.x) - 10}+${Math.round(box.width)}`,
    )
    .join('\n');
}

describe('the static drawing', () => {
  it('gives every frame its place', () => {
    expect(drawing(render(program, { width: 1020 }))).toBe(
      [
        '0: all · 100 samples 0+999',
        '1: main 0+999',
        '2: eval 0+499',
        '3: read 0+499',
        '2: other 500+199',
        '2: parse 700+299',
        '3: read 700+99',
        '3: scan 800+199',
      ].join('\n'),
    );
  });

  it('stands on its head as an icicle, and upside down when merged from the leaf', () => {
    const icicle = boxesIn(render(program, { shape: 'icicle' }));
    expect(icicle[1]?.y).toBe((icicle[0]?.y ?? 0) + 20);
    const reversed = boxesIn(render(program, {}, { direction: 'bottom-up' }));
    expect(reversed.map((box) => box.label).slice(0, 4)).toEqual([
      'all · 100 samples',
      'other',
      'main',
      'read',
    ]);
  });

  it('keeps the order of time as a flame chart, gaps included', () => {
    const profile = profileFromPicture('m  m  m  m\na     a  b\n1  1  1  1');
    expect(drawing(render(profile, { width: 1020 }, { order: 'time' }))).toBe(
      ['0: all · 4 samples 0+999', '1: m 0+999', '2: a 0+249', '2: a 500+249', '2: b 750+249'].join(
        '\n',
      ),
    );
  });

  it('says names, values and shares in words', () => {
    expect(boxesIn(render(program)).map((box) => box.title)).toEqual([
      'all (100 samples, 100 %)',
      'main (100 samples, 100 %)',
      'eval (50 samples, 50.0 %)',
      'read (50 samples, 50.0 %)',
      'other (20 samples, 20.0 %)',
      'parse (30 samples, 30.0 %)',
      'read (10 samples, 10.0 %)',
      'scan (20 samples, 20.0 %)',
    ]);
    const named = boxesIn(render(program, { countName: 'cache misses' }));
    expect(named[0]?.title).toBe('all (100 cache misses, 100 %)');
  });

  it('says time with the samples behind it', () => {
    const builder = new ProfileBuilder({ aggregate: true });
    const type = builder.addValueType('cpu', 'nanoseconds');
    for (let i = 0; i < 3; i++) {
      const row = builder.addSample(addPath(builder, ['f']), none, noLabels);
      builder.samples.addValue(row, type, 2_500_000);
    }
    const [, f] = boxesIn(render(builder.finish()));
    expect(f?.title).toBe('f (7.50 ms, 100 %, 3 samples)');
  });

  it('is the same on every run, and carries what was asked for', () => {
    const options = { title: 'A & B', subtitle: 'x < y', notes: 'by "me"', rowHeight: 16 };
    const svg = render(program, options);
    expect(render(program, options)).toBe(svg);
    for (const text of ['A &amp; B', 'x &lt; y', 'by &quot;me&quot;', 'height="15"']) {
      expect(svg).toContain(text);
    }
  });

  it('refers to nothing outside itself and has no inline handlers', () => {
    const svg = render(program);
    expect(
      svg.match(/https?:[^"'`]*/g)?.filter((url) => !url.startsWith('http://www.w3.org/')),
    ).toEqual([]);
    expect(svg).not.toMatch(/\s(href|src|on\w+)=/);
    expect(svg).not.toMatch(/url\((?!#)/);
    expect(flameScript).not.toMatch(/\beval\(|new Function/);
  });
});

/** Compares with a file; `npm run golden` rewrites it. The script has tests of its own. */
function expectGolden(name: string, svg: string): void {
  const path = new URL(`testdata/${name}`, import.meta.url);
  const text = svg.replace(flameScript, '');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

describe('golden files', () => {
  const mixed = profileFromPicture(`
    main@app        main@app        main@app      main@app
    read@app        core::fmt@app   gzip@libz.so  poll_[k]
    read@libc.so.6
    40              30              20            10`);

  it('a flame graph by module', () => expectGolden('by-module.svg', render(mixed)));
  it('an icicle, hot', () =>
    expectGolden('hot-icicle.svg', render(mixed, { shape: 'icicle', colors: 'hot', width: 600 })));
  it('a difference', () => {
    const values = [Float64Array.of(40, 30, 0, 10), Float64Array.of(20, 30, 20, 20)];
    const columns = values.map((column) => ({ values: column }));
    expectGolden('difference.svg', render(mixed, { title: 'before → after' }, { columns }));
  });
});

describe('pruning', () => {
  const wide = profileFromPicture(`
    main   main   main   main   main
    big    s1     s2     s3     s4
           deep
    99996  1      1      1      1`);

  it('joins what is too narrow and says how much it is', () => {
    const result = renderFlameSvg(buildCallTree(wide), { minWidth: 0.02 });
    expect(result.prunedFrames).toBe(5);
    expect(result.prunedShare).toBeCloseTo(4 / 100_000);
    const svg = Array.from(result.chunks).join('');
    expect(svg).toContain(
      '5 frames narrower than 0.02 px are left out; &lt;0.1 % of all ends in them.',
    );
    expect(svg).toContain('"key":[0,1,2,-5]');
    expect(render(wide, { minWidth: 0 })).not.toContain('left out');
  });

  it('is the same whether the tree or the picture leaves out', () => {
    const options = { minWidth: 0.02 };
    const early = buildCallTree(wide, { minimumShare: minimumShare(options) });
    expect(early.length).toBeLessThan(buildCallTree(wide).length);
    expect(Array.from(renderFlameSvg(early, options).chunks)).toEqual(
      Array.from(renderFlameSvg(buildCallTree(wide), options).chunks),
    );
  });

  it('cuts towers nobody would climb, and says so', () => {
    const builder = new ProfileBuilder();
    const type = builder.addValueType('samples', 'count');
    const row = builder.addSample(
      addPath(
        builder,
        Array.from({ length: 9000 }, (_, i) => `f${i}`),
      ),
      none,
      noLabels,
    );
    builder.samples.addValue(row, type, 1);
    const svg = render(builder.finish());
    expect(svg).toContain('or too deep are left out');
    expect(boxesIn(svg).length).toBeLessThan(2100);
  });
});

describe('the picture', () => {
  const columns = [
    { values: Float64Array.of(10, 0, 4, 6) },
    { values: Float64Array.of(0, 20, 4, 9) },
  ];

  it.each([
    ['plain', {}],
    ['a difference', { columns }],
    ['in time order', { order: 'time' }],
    ['merged from the leaf', { direction: 'bottom-up' }],
  ] as const)('survives being written and read back, %s', (_, tree) => {
    const { picture } = makePicture(buildCallTree(program, tree), {});
    const text = encodePicture(picture, !('order' in tree));
    expect(decodePicture(JSON.parse(text))).toEqual({ ...picture, weight: picture.weight });
  });

  it.each([
    ['one column', {}],
    ['a difference', { columns }],
    ['time order', { order: 'time' }],
  ] as const)('keeps children inside their parents and side by side, %s', (_, tree) => {
    const { picture } = makePicture(buildCallTree(program, tree), {});
    const boxes = layoutBoxes(picture, 0, 1000);
    const right = new Map<number, number>();
    boxes.frame.forEach((frame, box) => {
      const [x = 0, width = 0] = [boxes.x[box], boxes.width[box]];
      const parent = picture.parent[frame] ?? -1;
      const mother = Array.from(boxes.frame).indexOf(parent);
      if (parent >= 0) {
        expect(x).toBeGreaterThanOrEqual((right.get(parent) ?? boxes.x[mother] ?? 0) - 1e-9);
        expect(x + width).toBeLessThanOrEqual(
          (boxes.x[mother] ?? 0) + (boxes.width[mother] ?? 0) + 1e-9,
        );
      }
      right.set(parent, x + width);
    });
  });

  it('spans the zoomed frame and its ancestors over the whole width', () => {
    const { picture } = makePicture(buildCallTree(program), {});
    const parse = 5;
    const boxes = layoutBoxes(picture, parse, 900);
    expect(Array.from(boxes.width, Math.round)).toEqual([900, 900, 900, 300, 600]);
  });
});

describe('hostile names', () => {
  it('stay text, in the drawing and in the data', () => {
    const builder = new ProfileBuilder();
    builder.addValueType('samples', 'count');
    const names = [
      '</script><script>x',
      ']]>',
      '&amp;"\'',
      '\ud800\u0000\ufffe',
      'x'.repeat(10_000),
    ];
    for (const name of names) {
      const row = builder.addSample(addPath(builder, [name]), none, noLabels);
      builder.samples.addValue(row, 0 as never, 1);
    }
    const svg = render(builder.finish());
    expect(svg.match(/<script/g)).toHaveLength(2);
    expect(svg.match(/\]\]>/g)).toHaveLength(1);
    expect(svg).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
    expect(() => encodeURIComponent(svg)).not.toThrow();
    expect(svg.length - flameScript.length).toBeLessThan(20_000);
  });
});
