// Takes the pictures of the page in docs/images: `node scripts/screenshots.mjs PROFILE BASE NEW`. PROFILE is
// shown in every view, BASE and NEW in Compare. Needs a built dist/ and Chromium.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [profile, base, changed] = process.argv.slice(2);
if (changed === undefined) {
  console.error('usage: node scripts/screenshots.mjs PROFILE BASE NEW');
  process.exit(2);
}
const wide = { viewport: { width: 1400, height: 900 }, colorScheme: 'light' };
const dark = { ...wide, colorScheme: 'dark' };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  colorScheme: 'light',
  hasTouch: true,
  isMobile: true,
};
/** A selection, so that the inspector has something to say: `SELECT=name node scripts/screenshots.mjs …`. */
const chosen = `sel=${encodeURIComponent(process.env['SELECT'] ?? '')}`;
const views = [
  'summary',
  'timeline',
  'flame-graph',
  'flame-chart',
  'call-tree',
  'top-functions',
  'sandwich',
];
const pictures = [
  ...views.map((view) => ({ name: view, link: `${view}?${chosen}`, look: wide })),
  ...['summary', 'timeline', 'flame-graph'].map((view) => ({
    name: `${view}-dark`,
    link: `${view}?${chosen}`,
    look: dark,
  })),
  ...['summary', 'flame-graph'].map((view) => ({ name: `${view}-phone`, link: view, look: phone })),
];
const comparing = [
  { name: 'source', link: 'source?file=1', look: wide },
  { name: 'assembly', link: 'assembly?file=1', look: dark },
  { name: 'compare', link: 'compare?file=1,2', look: wide },
];

const server = spawn(
  process.execPath,
  ['dist/cli/main.js', 'view', '--no-browser', profile, base, changed],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const [, address] = /(http:\S+)/.exec(String(await firstOutput(server))) ?? [];
  for (const { name, link, look } of [...pictures, ...comparing]) {
    const page = await browser.newPage(look);
    await page.goto(`${address}#${link}`);
    await page.locator('.shell[data-files="3"]').waitFor();
    // Answers come one after another, and the message of the opening goes away.
    await page.waitForTimeout(8000);
    await page.screenshot({ path: `docs/images/ui-${name}.png` });
    await page.close();
    console.log(`docs/images/ui-${name}.png`);
  }
} finally {
  await browser.close();
  server.kill();
}

function firstOutput({ stdout }) {
  return new Promise((resolve) => stdout.once('data', resolve));
}
