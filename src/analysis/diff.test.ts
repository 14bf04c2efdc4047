import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../profile/index.ts';
import { addPath, profileFromPicture } from '../profile/testing/picture.ts';
import { type DiffRow, diffProfiles } from './diff.ts';
import { pickRows } from './diff-rows.ts';
import { isRegression, summarizeDiff } from './diff-summary.ts';

/** A profile with so many samples of each path. */
function profileOf(samples: Readonly<Record<string, number>>, unit = 'nanoseconds'): Profile {
  const builder = new ProfileBuilder({ aggregate: true });
  const type = builder.addValueType('cpu', unit);
  for (const [path, count] of Object.entries(samples)) {
    const row = builder.addSample(addPath(builder, path.split(';')), none, noLabels);
    builder.samples.setCount(row, count);
    builder.samples.addValue(row, type, count * 10);
  }
  return builder.finish();
}

/** The profile's value as a time of that name. */
function called(profile: Profile, name: string): Profile {
  return { ...profile, valueTypes: [{ name, unit: 'nanoseconds' }] };
}

function rowOf(rows: readonly DiffRow[], name: string): DiffRow {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}

describe('diffProfiles', () => {
  const base = profileOf({ 'main;parse': 300, 'main;old': 100, 'main;eval': 600 });
  const after = profileOf({ 'main;parse': 1000, 'main;fresh': 200, 'main;eval': 800 });

  it('compares shares, scaled to the total of the base', () => {
    const diff = diffProfiles(base, after, { normalize: true });
    expect(diff.scale).toBe(0.5);
    const parse = rowOf(diff.rows, 'parse');
    expect(parse).toMatchObject({ status: 'changed', noise: false });
    expect(parse.self).toMatchObject({
      base: 3000,
      new: 5000,
      delta: 2000,
      baseShare: 0.3,
      newShare: 0.5,
      baseSamples: 300,
      newSamples: 1000,
    });
    expect(rowOf(diff.rows, 'old').status).toBe('removed');
    expect(rowOf(diff.rows, 'fresh').status).toBe('new');
    expect(rowOf(diff.rows, 'main')).toMatchObject({ status: 'same', noise: true });
    expect(rowOf(diff.rows, 'main').total).toMatchObject({ delta: 0, newShare: 1 });
  });

  it('compares values as measured on request', () => {
    const diff = diffProfiles(base, after, { normalize: false, measure: 'total' });
    expect(rowOf(diff.rows, 'main').total).toMatchObject({ base: 10_000, new: 20_000, ratio: 2 });
    expect(rowOf(diff.rows, 'main').noise).toBe(false);
  });

  it('converts units', () => {
    const inMs = profileOf({ 'main;parse': 300, 'main;eval': 700 }, 'milliseconds');
    const inUs = profileOf({ 'main;parse': 300_000, 'main;eval': 700_000 }, 'microseconds');
    const diff = diffProfiles(inMs, inUs, { normalize: false });
    expect(diff.unit).toBe('milliseconds');
    expect(rowOf(diff.rows, 'parse').self.delta).toBeCloseTo(0, 6);
  });

  it('puts proven differences before noise, and names the largest', () => {
    const diff = diffProfiles(base, after, { normalize: true });
    expect(pickRows(diff).map((row) => row.name)).toEqual([
      'eval',
      'parse',
      'fresh',
      'old',
      'main',
    ]);
    expect(pickRows(diff, { only: ['new'] }).map((row) => row.name)).toEqual(['fresh']);
    expect(pickRows(diff, { sort: 'new' })[0]?.name).toBe('parse');
    expect(summarizeDiff(diff)).toMatchObject({ grew: 1, shrank: 1, added: 1, removed: 1 });
  });

  it('knows a regression from noise and from what is too small', () => {
    const diff = diffProfiles(base, after, { normalize: true });
    const verdicts = (percent?: number): string[] =>
      diff.rows.filter((row) => isRegression(diff, row, percent)).map((row) => row.name);
    expect(verdicts().sort()).toEqual(['fresh', 'parse']);
    expect(verdicts(15)).toEqual(['parse']);
    expect(verdicts(25)).toEqual([]);
  });

  it('says nothing about chance with fewer than 100 samples', () => {
    const [few, many] = [profileFromPicture('a  b\n60 30'), profileFromPicture('a  b\n6  900')];
    const shares = diffProfiles(few, many, { normalize: true });
    expect(shares.judged).toBe(false);
    expect(rowOf(shares.rows, 'a')).toMatchObject({ noise: null, self: { deltaInterval: null } });
    expect(diffProfiles(few, profileFromPicture('a\n9')).judged).toBe(false);
  });

  it('is sure of a run that left few samples because it became quick', () => {
    const diff = diffProfiles(
      profileFromPicture('slow  rest\n1500  40'),
      profileFromPicture('quick rest\n30    38'),
    );
    expect(diff.judged).toBe(true);
    const noise = (name: string): unknown => rowOf(diff.rows, name)?.noise;
    expect(['slow', 'quick', 'rest'].map(noise)).toEqual([false, false, true]);
  });

  it('does not take heavy samples for many', () => {
    const heavy = profileFromPicture('a@x  b@x\n1000 9000');
    const counted = { ...heavy, samples: { ...heavy.samples, count: Float64Array.of(1, 1) } };
    expect(diffProfiles(counted, counted).judged).toBe(false);
  });

  it('matches functions across renamed programs and Rust hashes', () => {
    const old = profileFromPicture(`
      app::run::h0123456789abcdef@app-old  read@libc.so
      500                                  500
    `);
    const renamed = profileFromPicture(`
      app::run::hfedcba9876543210@app-new  read@libc.so
      500                                  500
    `);
    const { rows } = diffProfiles(old, renamed);
    expect(rows.map((row) => `${row.name} ${row.module} ${row.status}`)).toEqual([
      'app::run app-new same',
      'read libc.so same',
    ]);
  });

  it('keeps functions of one name in several images apart', () => {
    const two = profileFromPicture('init@a  init@b\n500     500');
    const other = profileFromPicture('init@a  init@b\n900     100');
    expect(diffProfiles(two, other).rows.map((row) => row.self.newShare)).toEqual([0.9, 0.1]);
  });

  it('counts recursion once', () => {
    const recursive = profileFromPicture('f\nf\nf\n100');
    expect(rowOf(diffProfiles(recursive, recursive).rows, 'f').total.base).toBe(100);
  });

  it('knows CPU time by every name that formats give it', () => {
    const one = profileFromPicture('f\n200');
    const { type, totals } = diffProfiles(called(one, 'cpu'), called(one, 'task-clock-period'));
    expect([type, totals.base, totals.new]).toEqual(['cpu', 200, 200]);
    expect(() => diffProfiles(called(one, 'cpu'), called(one, 'off-cpu'))).toThrow(
      'measured different things',
    );
  });

  it('refuses profiles of different things', () => {
    expect(() => diffProfiles(base, profileFromPicture('a'))).toThrow('measured different things');
  });
});

/** Draws samples of functions f0, f1, … with these weights. */
function draw(random: () => number, weights: readonly number[], count: number): Profile {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const hits: Record<string, number> = {};
  for (let sample = 0; sample < count; sample++) {
    let left = random() * sum;
    let at = 0;
    while (at < weights.length - 1 && left >= (weights[at] ?? 0)) left -= weights[at++] ?? 0;
    hits[`main;f${at}`] = (hits[`main;f${at}`] ?? 0) + 1;
  }
  return profileOf(hits);
}

describe('noise, simulated', () => {
  // Sizes as in a real profile: a few hot functions and a long tail.
  const weights = Array.from({ length: 60 }, (_, rank) => 1 / (rank + 1));

  it.each([true, false])('seldom cries wolf over equal programs (normalised: %s)', (normalize) => {
    const random = seededRandom(normalize ? 7 : 8);
    const trials = 200;
    let alarms = 0;
    for (let trial = 0; trial < trials; trial++) {
      const diff = diffProfiles(draw(random, weights, 2000), draw(random, weights, 2000), {
        normalize,
      });
      if (diff.rows.some((row) => row.noise === false)) alarms++;
    }
    expect(alarms / trials).toBeLessThanOrEqual(0.05);
  });

  it('finds a shift of five points in 10 000 samples', () => {
    const random = seededRandom(9);
    const shifted = weights.slice();
    const sum = weights.reduce((total, weight) => total + weight, 0);
    shifted[5] = (weights[5] ?? 0) + (0.05 * sum) / 0.95;
    for (let trial = 0; trial < 10; trial++) {
      const diff = diffProfiles(draw(random, weights, 10_000), draw(random, shifted, 10_000), {
        normalize: true,
      });
      expect(rowOf(diff.rows, 'f5').noise).toBe(false);
    }
  });

  it('covers the true difference in about 95 of 100 intervals', () => {
    const random = seededRandom(10);
    let covered = 0;
    let intervals = 0;
    for (let trial = 0; trial < 60; trial++) {
      const diff = diffProfiles(draw(random, weights, 1500), draw(random, weights, 1500), {
        normalize: true,
      });
      for (const { self } of diff.rows) {
        if (self.deltaInterval === null || self.base + self.new === 0) continue;
        intervals++;
        if (self.deltaInterval.low <= 0 && self.deltaInterval.high >= 0) covered++;
      }
    }
    expect(covered / intervals).toBeGreaterThan(0.93);
    expect(covered / intervals).toBeLessThan(0.99);
  });
});
