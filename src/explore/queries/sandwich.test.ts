import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../profile/index.ts';
import { arbitraryProfile } from '../../profile/testing/arbitrary-profile.ts';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { NameList } from '../packed-names.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { treePicture } from '../testing/tree-picture.ts';
import { answerInspect, type InspectedFunction } from './inspect.ts';
import { answerSandwich, type Sandwich } from './sandwich.ts';

const whole = { scope: scopeOf(0), module: '', minimumShare: 0 };

function ask(profile: Profile, name: string): Sandwich {
  return answerSandwich(explored(profile), { ...whole, name }) as Sandwich;
}

function pictures(found: Sandwich): { readonly callers: string; readonly callees: string } {
  const { keys, value } = found;
  return {
    callers: `\n${treePicture({ ...found.callers, keys, value })}`,
    callees: `\n${treePicture({ ...found.callees, keys, value })}`,
  };
}

describe('the sandwich', () => {
  it('puts a function between its callers and its callees', () => {
    const found = ask(
      profileFromPicture(`
        main   main   main  main
        parse  parse  eval  eval
        read   read   read  add
        next          skip`),
      'read',
    );
    expect(pictures(found)).toEqual({
      callers: `
read 3
  parse 2
    main 2
  eval 1
    main 1`,
      callees: `
read 3
  next 1
  skip 1`,
    });
    expect(found).toMatchObject({ self: 1, total: 3, whole: 4, totalSamples: 3, selfSamples: 1 });
  });

  it('counts recursion once', () => {
    const found = ask(
      profileFromPicture(`
        main  main  f
        f     f     g
        f     g
        h     f`),
      'f',
    );
    expect(pictures(found)).toEqual({
      callers: `
f 3
  main 2`,
      callees: `
f 3
  g 2
    f 1
  f 1
    h 1`,
    });
    expect(found).toMatchObject({ total: 3, self: 1 });
  });

  it('has no function that is not there', () => {
    const exploration = explored(profileFromPicture('main'));
    expect(answerSandwich(exploration, { ...whole, name: 'f' })).toBeNull();
  });

  it('has the numbers of the inspector', () => {
    fc.assert(
      fc.property(arbitraryProfile(), (profile) => {
        const exploration = explored(profile);
        for (const name of ['main', 'parse', 'read']) {
          const mine = answerSandwich(exploration, { ...whole, name }) as Sandwich | null;
          if (mine === null) continue;
          const module = new NameList(mine.keys.texts).at(mine.keys.module[mine.key] as number);
          const theirs = answerInspect(exploration, {
            scope: whole.scope,
            by: 'functions',
            name,
            module,
            buckets: 1,
            mostCalls: 1,
          }) as InspectedFunction | null;
          if (theirs === null) expect(mine.total).toBe(0);
          // Without a module either may choose another function of the same name.
          else if (module !== '') expect(pick(mine)).toEqual(pick(theirs));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function pick(of: InspectedFunction | Sandwich): object {
  const { total, self, totalSamples, selfSamples } = of;
  return { total, self, totalSamples, selfSamples };
}
