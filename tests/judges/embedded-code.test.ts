import { describe, expect } from 'vitest';
import { imageOpener } from '../../src/platform/image-files.ts';
import { textAt } from '../../src/profile/index.ts';
import { finishProfile } from '../../src/record/native/finish-profile.ts';
import { PerfFolder, readPerfData } from './perf-recordings.ts';
import { requires } from './requires.ts';

describe('a recording that is to be read elsewhere', () => {
  requires(
    'perf',
    'cc',
    'objdump',
  )('holds the instructions that objdump shows, and the text of hot files', async (context) => {
    using folder = new PerfFolder();
    const program = folder.compile('sleepy/sleepy.c', '-pthread');
    const file = folder.record(context, ['-F', '999', '-g', '-e', 'cpu-clock'], [program]);
    using openImage = imageOpener();
    const recorded = await readPerfData(file);
    const profile = finishProfile(recorded, { sources: true, openImage });

    const listing = folder.run('objdump', '-d', '--no-addresses', '--disassemble=burn', program);
    const shown = Array.from(listing.matchAll(/^\s+((?:[0-9a-f]{2} )+)/gm), ([, hex = '']) =>
      hex.replaceAll(' ', ''),
    ).join('');
    expect(shown.length).toBeGreaterThan(40);
    const [mapping] = [...profile.mappings.file.keys()].filter(
      (row) => textAt(profile, profile.mappings.file[row] as number) === program,
    );
    const code = profile.code.filter((each) => each.mapping === mapping);
    const bytes = code.map((each) => Buffer.from(each.bytes).toString('hex'));
    expect(bytes.some((hex) => hex === shown)).toBe(true);
    expect(profile.sources.map(({ text }) => text).join('')).toContain('NAMED void burn');

    const without = finishProfile(recorded, { sources: false, openImage });
    expect([without.sources, without.code]).toEqual([[], []]);
  });
});
