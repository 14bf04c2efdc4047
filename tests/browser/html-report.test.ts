import { describe, expect } from 'vitest';
import { buildCallTree } from '../../src/analysis/index.ts';
import { profileFromPicture } from '../../src/profile/testing/picture.ts';
import { renderFlameSvg, renderHtmlReport } from '../../src/render/index.ts';
import { browserTests } from './chromium.ts';

const itInChromium = browserTests();

function report(name: string): string {
  const tree = buildCallTree(profileFromPicture(`main  main\n${name}  idle\n7     3`));
  return renderHtmlReport({
    title: `Profile of ${name}`,
    answer: `${name} is the widest: 70 % of all samples.`,
    facts: [
      { name: 'Samples', value: '10' },
      { name: 'Lost', value: '2', isWarning: true },
    ],
    rows: [
      {
        name,
        place: 'app.js:1',
        self: '70.0 %',
        total: '70.0 %',
        samples: '7',
        selfShare: 0.7,
        totalShare: 0.7,
      },
    ],
    svg: Array.from(renderFlameSvg(tree).chunks).join(''),
    next: ['plateau top profile.plateau'],
  });
}

describe('the HTML report', () => {
  itInChromium('answers first, then shows table and a graph that zooms', async (open) => {
    const { page, troubles } = await open(report('work'), { name: 'report.html' });
    expect(await page.locator('.answer').textContent()).toContain('work is the widest');
    expect(await page.locator('tbody tr').count()).toBe(1);
    const frames = page.locator('.f > g');
    expect(await frames.count()).toBe(4);
    const work = frames.filter({ has: page.locator('title:text-matches("^work ")') });
    await work.dispatchEvent('click');
    expect(await frames.count()).toBe(3);
    expect(await page.locator('svg.pf').getAttribute('data-ready')).toBe('true');
    expect(troubles).toEqual([]);
  });

  itInChromium('runs no name, and its policy would stop one that slipped through', async (open) => {
    const hostile = '<img/src=x/onerror=alert(1)>';
    const { page, troubles } = await open(report(hostile), { name: 'hostile.html' });
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('code').first().textContent()).toBe(hostile);
    expect(troubles).toEqual([]);
    const injected = report('work').replace('</main>', '<script>document.title="pwned"</script>');
    const broken = await open(injected, { name: 'injected.html' });
    expect(await broken.page.title()).toBe('Profile of work');
    expect(broken.troubles.join()).toContain('Content Security Policy');
  });
});
