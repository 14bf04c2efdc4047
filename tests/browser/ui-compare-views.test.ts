import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { placedProfile } from '../../src/explore/testing/placed-profile.ts';
import { encodedProfile } from './encoded-profile.ts';
import { madeRecording, madeSamples } from './timed-recording.ts';
import { folded, fragmentOf, type UiFile, uiTests } from './ui-page.ts';

const itInPage = uiTests();

const before = folded(
  'main;parse;read 3000\nmain;eval;read 2000\nmain;eval 1000\nmain;old;read 500',
  'before.folded',
);
const after = folded(
  'main;parse;read 1000\nmain;eval;read 2000\nmain;eval 1000\nmain;print;read 700\nmain;parse;read;fill 400',
  'after.folded',
);
const both: readonly UiFile[] = [before, after];

/** A row of a flame graph's mirror, as it is read out. */
async function mirrorRow(page: Page, grid: string, name: RegExp): Promise<string> {
  const row = page.getByRole('treegrid', { name: grid }).getByRole('row', { name });
  await row.first().waitFor({ state: 'attached' });
  return (await row.first().innerText()).replace(/\s+/g, ' ');
}

describe('a comparison in every view', () => {
  itInPage('says what is compared, swaps it and ends it, by mouse and key', async (open) => {
    const page = await open({ files: both, fragment: '#flame-graph?file=0,1' });
    const sides = page.getByRole('group', { name: 'Comparison' });
    await sides.getByText('before.folded').waitFor();
    await expect.poll(() => sides.innerText()).toMatch(/Base\s+before.folded\s+New\s+after.folded/);
    for (const tab of ['Sandwich', 'Source', 'Assembly', 'Timeline', 'Flame chart', 'Summary']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect
        .poll(() => sides.innerText())
        .toMatch(/Base\s+before.folded\s+New\s+after.folded/);
    }
    await page.keyboard.press('w');
    await page.getByRole('status').getByText('Base and new swapped').waitFor();
    await expect.poll(() => sides.innerText()).toMatch(/Base\s+after.folded\s+New\s+before.folded/);
    await sides.getByRole('button', { name: 'Stop comparing' }).click();
    await sides.waitFor({ state: 'detached' });
    await page.waitForFunction(() => !location.hash.includes('file=1,0'));
  });

  itInPage('the Sandwich has callers and callees of both sides', async (open) => {
    const page = await open({ files: both, fragment: '#sandwich?file=0,1&sel=read&measure=total' });
    await expect.poll(() => mirrorRow(page, 'Callers', /^parse/)).toMatch(/3.000 → 1.400 −1.600/);
    await expect.poll(() => mirrorRow(page, 'Callers', /^eval/)).toMatch(/2.000 → 2.000 unchanged/);
    await expect.poll(() => mirrorRow(page, 'Callers', /^old/)).toMatch(/500 → 0 −500/);
    await expect.poll(() => mirrorRow(page, 'Callers', /^print/)).toMatch(/0 → 700 \+700/);
    await expect.poll(() => mirrorRow(page, 'Callees', /^fill/)).toMatch(/0 → 400 \+400/);
    const bar = page.getByRole('region', { name: 'The function' });
    await expect
      .poll(() => bar.innerText())
      .toMatch(/read\s+total 5.500 → 4.100 −1.400 0.75.×\s+self 5.500 → 3.700 −1.800/);
    const callers = page.getByRole('region', { name: 'Callers' });
    await expect
      .poll(() => callers.getByRole('heading').innerText())
      .toMatch(/4 direct: 1 shrank, 1 new, 1 gone/);
    const list = page.getByRole('grid', { name: 'Functions' });
    await list.getByText('print', { exact: true }).click();
    await bar.getByText('print').waitFor();
    await expect.poll(() => bar.innerText()).toMatch(/total 0 → 700 \+700 new/);
  });

  itInPage('the inspector has base, new, change, ratio and confidence', async (open) => {
    const page = await open({ files: both, fragment: '#flame-graph?file=0,1&sel=parse' });
    const table = page.getByRole('table');
    await table.getByRole('row', { name: /^Change/ }).waitFor();
    const numbers = async (): Promise<unknown> => {
      const rows = (await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\t+/));
      return rows.slice(1).map(([title, total]) => [title?.trim(), total?.trim()]);
    };
    await expect.poll(numbers).toEqual([
      ['Base', expect.stringMatching(/^3.000$/)],
      ['New', expect.stringMatching(/^1.400$/)],
      ['Change', expect.stringMatching(/^−1.600$/)],
      ['Ratio', expect.stringMatching(/^0\.47.×$/)],
      ['Confidence', expect.stringMatching(/^±\S+\s+p < 0\.001$/)],
    ]);
    const callees = page.locator('.inspector-calls').last();
    await expect.poll(() => callees.innerText()).toMatch(/read\s+−1.600/);
  });

  itInPage('the search marks frames of the difference by name', async (open) => {
    const page = await open({ files: both, fragment: '#flame-graph?file=0,1&q=old' });
    await mirrorRow(page, 'Difference flame graph', /^old/);
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'old' }).waitFor();
  });

  itInPage('small rows of the call tree open', async (open) => {
    const small = Array.from({ length: 5 }, (_, at) => `main;tiny${at} 1`).join('\n');
    const files = [before, after].map(({ name, bytes }) =>
      folded(`${new TextDecoder().decode(bytes)}${small}`, name),
    );
    const page = await open({ files, fragment: '#call-tree?file=0,1' });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    const rest = tree.getByRole('row', { name: /5 smaller/ });
    await rest.click();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('row', { name: /tiny4/ }).waitFor();
    await rest.waitFor({ state: 'detached' });
  });
});

describe('lines and instructions of a comparison', () => {
  // push rbp; nop; ret
  const code = [{ address: 100, bytes: [0x55, 0x90, 0xc3] }];
  const text = 'int work() {\n  loop();\n  last();\n}\n';
  const recorded = (name: string, samples: readonly string[], source: string): Promise<UiFile> =>
    encodedProfile(
      placedProfile({ samples: [...samples], sources: { 'work.c': source }, code }),
      name,
    );
  const base = recorded(
    'base.plateau',
    ['main:work.c:9@1 work:work.c:2@101 300', 'main:work.c:9@1 work:work.c:3@100 100'],
    text,
  );
  const now = recorded('new.plateau', ['main:work.c:9@1 work:work.c:2@101 120'], text);
  const moved = recorded(
    'moved.plateau',
    ['main:work.c:9@1 work:work.c:3@101 120'],
    `// more\n${text}`,
  );

  itInPage('the Source has the change of each line', async (open) => {
    const page = await open({
      files: [await base, await now],
      fragment: '#source?file=0,1&sel=work',
    });
    const gutter = page.locator('.cm-gutter.cost-self .cost');
    await gutter.first().waitFor();
    await expect.poll(() => gutter.allInnerTexts()).toEqual(['−180', '−100']);
    await expect
      .poll(() => gutter.first().getAttribute('title'))
      .toMatch(/Self 300 → 120, −180 \(0.40.×\)/);
    await expect.poll(() => gutter.first().getAttribute('class')).toContain('cost-less');
    await page.getByRole('note').getByText('the text is the same on both sides').waitFor();
    const line = page.getByRole('complementary', { name: 'Line' });
    await line.getByText('Line 2').waitFor();
    await expect.poll(() => line.innerText()).toMatch(/300 → 120\s+−180\s+0.40.×/);
    const files = page.getByRole('navigation', { name: 'Hot files' });
    await expect
      .poll(() => files.getByRole('button', { name: /work\.c/ }).innerText())
      .toMatch(/−280\s+−280/);
  });

  itInPage('and says so where the text differs', async (open) => {
    const page = await open({
      files: [await base, await moved],
      fragment: '#source?file=0,1&sel=work',
    });
    await page.getByRole('note').getByText('The text differs between the sides').waitFor();
    const lines = page.getByRole('grid', { name: 'Lines with costs' }).getByRole('row');
    await lines.nth(1).waitFor({ state: 'attached' });
    await expect
      .poll(async () => (await lines.allInnerTexts()).join('\n'))
      .toMatch(/3\s*−180\s*−180\s*loop\(\);/);
  });

  itInPage('the Assembly has the change of each instruction of the same code', async (open) => {
    const page = await open({
      files: [await base, await now],
      fragment: '#assembly?file=0,1&sel=work',
    });
    await page.getByRole('note').getByText('both sides run the same code').waitFor();
    const grid = page.getByRole('grid', { name: 'Machine code of work' });
    const row = grid.getByRole('row', { name: /nop/ });
    expect((await row.innerText()).replace(/\s+/g, ' ')).toContain('−180');
    await page
      .getByRole('region', { name: 'Instruction' })
      .getByText(/Self 300 → 120, −180/)
      .waitFor();
  });

  itInPage('and of other code one side, by choice, also in the link', async (open) => {
    const longer = encodedProfile(
      placedProfile({
        samples: ['main:work.c:9@1 work:work.c:2@101 120'],
        sources: { 'work.c': text },
        code: [{ address: 100, bytes: [0x55, 0x90, 0x90, 0xc3] }],
      }),
      'longer.plateau',
    );
    const page = await open({
      files: [await base, await longer],
      fragment: '#assembly?file=0,1&sel=work',
    });
    const note = page.getByRole('note');
    await note.getByText('Base: 3 instructions', { exact: false }).waitFor();
    await note.getByText('Costs are of the new side alone', { exact: false }).waitFor();
    await page.getByRole('radio', { name: 'Base' }).click();
    await note.getByText('Costs are of the base alone', { exact: false }).waitFor();
    await page.waitForFunction(() => location.hash.includes('side=base'));
  });
});

describe('times of a comparison', () => {
  const recorded = madeRecording();
  const again: UiFile = { ...recorded, name: 'again.plateau' };

  itInPage('the Timeline has lines of the base over the tracks, and says so', async (open) => {
    const page = await open({ files: [again, recorded], fragment: '#timeline?file=0,1' });
    await page.getByRole('note').getByText('Blue lines: base (again.plateau)').waitFor();
    const row = page.getByRole('grid', { name: 'Tracks over time' }).getByRole('row').first();
    await row.getByText(/base \d/).waitFor();
    const changed = page.getByRole('grid', { name: 'Changed functions' });
    await changed.getByRole('row').nth(1).waitFor();
    // The same recording twice: nothing changed.
    await expect.poll(() => changed.getByRole('row').nth(1).innerText()).toContain('–');
  });

  itInPage('two times of one file are both marked where they lie', async (open) => {
    const page = await open({ files: [recorded], fragment: '#timeline?base=0-0.5&range=1-2' });
    const plot = page.getByRole('group', { name: 'Plot of the tracks' });
    const [base, now] = [
      plot.getByRole('img', { name: /^Base: 0/ }),
      plot.getByRole('img', { name: /^New: 1/ }),
    ];
    await now.waitFor();
    const [around, left, right] = await Promise.all(
      [plot, base, now].map((each) => each.boundingBox()),
    );
    if (around == null || left == null || right == null) throw new Error('a mark has no place');
    expect(Math.abs(left.x - around.x)).toBeLessThan(3);
    expect(right.width / left.width).toBeGreaterThan(1.8);
    expect(right.width / left.width).toBeLessThan(2.2);
    expect(right.x).toBeGreaterThan(left.x + left.width);
  });

  itInPage('the Flame chart says which side it shows, and shows the other', async (open) => {
    const page = await open({ files: [again, recorded], fragment: '#flame-chart?file=0,1' });
    await page.getByRole('note').getByText('Shows the new side').waitFor();
    const lane = page.getByRole('treegrid').first();
    await lane.getByRole('row').first().waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'Base' }).click();
    await page.getByRole('note').getByText('Shows the base: again.plateau').waitFor();
    await page.getByRole('status').getByText('Base shown').waitFor();
    await lane.getByRole('row').first().waitFor({ state: 'attached' });
    await page.waitForFunction(() => location.hash.includes('side=base'));
  });

  itInPage(
    'the Heat map shows either side, and a drag in the base selects its time',
    async (open) => {
      const page = await open({ files: [again, recorded], fragment: '#timeline?file=0,1' });
      const heat = page.getByRole('region', { name: 'Heat map' });
      await heat.getByRole('heading', { name: 'Heat map, new side' }).waitFor();
      await heat.getByRole('radio', { name: 'Base' }).click();
      await heat.getByRole('heading', { name: 'Heat map, base' }).waitFor();
      await heat.getByRole('img', { name: /^Heat map of \d+ rows/ }).waitFor({ state: 'attached' });
      await heat.getByRole('group', { name: 'Cells' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await expect.poll(() => fragmentOf(page)).toMatch(/side=base/);
      await expect.poll(() => fragmentOf(page)).toMatch(/base=0-/);
      await expect.poll(() => fragmentOf(page)).not.toContain('range=');
    },
  );

  itInPage('the strip has a line of the base, as long as the longer side', async (open) => {
    const short = { ...madeRecording(madeSamples().slice(0, 1200)), name: 'short.txt' };
    const page = await open({ files: [recorded, short], fragment: '#summary?file=0,1' });
    const strip = page.getByRole('group', { name: 'Use over time' });
    await strip
      .getByRole('img', { name: /1\.20.s in all; the base, .*2\.40.s in all/ })
      .waitFor({ state: 'attached' });
    await expect.poll(() => shareAt(strip)).toBeCloseTo(0.5, 1);
  });

  itInPage(
    'the tracks too: of a longer base nothing is cut, and it can be selected',
    async (open) => {
      const short = { ...madeRecording(madeSamples().slice(0, 1200)), name: 'short.txt' };
      const page = await open({ files: [recorded, short], fragment: '#timeline?file=0,1' });
      const plot = page.getByRole('group', { name: 'Plot of the tracks' });
      await plot.getByRole('img', { name: /^New ends after [01]/ }).waitFor();
      await expect.poll(() => shareAt(plot)).toBeCloseTo(0.5, 1);
      const box = await plot.boundingBox();
      if (box === null) throw new Error('the plot has no place');
      await page.mouse.move(box.x + box.width * 0.75, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 1, box.y + 20, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => fragmentOf(page)).toMatch(/range=1\.[45][\d.]*-(1\.9|2)/);
    },
  );
});

/** Where the side that ended earlier did, as a share of the width. */
async function shareAt(plot: Locator): Promise<number> {
  const mark = plot.getByRole('img', { name: /ends after/ });
  await mark.waitFor();
  const [around, end] = await Promise.all([plot.boundingBox(), mark.boundingBox()]);
  if (around === null || end === null) throw new Error('an end has no place');
  return (end.x - around.x) / around.width;
}

async function rowOf(page: Page, grid: string, name: RegExp): Promise<string> {
  const row = page.getByRole('grid', { name: grid }).getByRole('row', { name });
  await row.first().waitFor();
  return (await row.first().innerText()).replace(/\s+/g, ' ');
}

describe('the Summary of a comparison', () => {
  const recorded = madeRecording();
  const less = {
    ...madeRecording(
      madeSamples().filter(({ tid, timeNs }) => tid === 11 || timeNs % 4_000_000 === 0),
    ),
    name: 'less.txt',
  };
  itInPage('has base, new and change of facts, modules and threads', async (open) => {
    const page = await open({ files: [recorded, less], fragment: '#summary?file=0,1' });
    await expect.poll(() => rowOf(page, 'Modules', /made/)).toMatch(/made 2.40.s 2.10.s −300.ms/);
    await expect
      .poll(() => rowOf(page, 'Threads', /writer/))
      .toMatch(/writer 400.ms 100.ms −300.ms/);
    await expect.poll(() => rowOf(page, 'Threads', /parser/)).toMatch(/parser 2.00.s 2.00.s –/);
    const samples = page.locator('.summary-facts > div', { hasText: 'Samples' });
    await expect.poll(() => samples.innerText()).toMatch(/2.100[\s\S]*base 2.400\s+−300/);
  });

  itInPage('narrows both sides to the threads of a name, and swaps them', async (open) => {
    const page = await open({ files: [recorded, less], fragment: '#summary?file=0,1' });
    await page.getByRole('grid', { name: 'Threads' }).getByText('writer').click();
    await page.getByRole('status').getByText('Only writer, on both sides').waitFor();
    const steps = page.getByRole('region', { name: 'Filters and transforms' });
    await steps.getByText('base: same name').waitFor();
    await page.getByRole('heading', { name: /shrank from 400.ms to 100.ms/ }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: /grew from 100.ms to 400.ms/ }).waitFor();
    await expect.poll(() => fragmentOf(page)).toMatch(/threads=\d/);
  });

  itInPage('opens a link whose base is the file that opens last', async (open) => {
    const page = await open({ files: [less, recorded], fragment: '#summary?file=1,0' });
    await page.getByRole('heading', { name: /shrank from 2.40.s to 2.10.s/ }).waitFor();
  });

  itInPage('narrows the base to the same time since its start', async (open) => {
    const page = await open({ files: [recorded, less], fragment: '#summary?file=0,1&range=0-1' });
    await page.getByRole('heading', { name: /from 2.40.s to/ }).waitFor();
    await page.getByRole('button', { name: 'In base too' }).click();
    await page.getByRole('heading', { name: /from 1.20.s to 1.05.s/ }).waitFor();
    await page.getByRole('button', { name: /^Remove base 0/ }).click();
    await page.getByRole('heading', { name: /from 2.40.s to 1.05.s/ }).waitFor();
  });
});
