import { describe, expect, it } from 'vitest';
import { queryTable, type RequestOf, type TimeRange } from '../../explore/index.ts';
import { explored, scopeOf } from '../../explore/testing/explored.ts';
import { timelineProfile } from '../../explore/testing/timeline.ts';
import { Rehearsal } from './rehearsal.ts';

const profile = timelineProfile(
  Array.from({ length: 20 }, (_, at) => ({
    path: ['main', at % 2 === 0 ? 'even' : 'odd', `f${at % 3}`],
    thread: 0,
    cpu: 0,
    timeNs: at,
    value: at + 1,
  })),
);

function request(file: number, range: TimeRange | null = null): RequestOf<'tree'> {
  const shape = { direction: 'top-down', order: 'name', by: 'functions' } as const;
  return { scope: scopeOf(file, { range }), shape, minimumShare: 0 };
}

/** How many steps are played before none is left. */
function play(rehearsal: Rehearsal, on: ReturnType<typeof explored>): number {
  let steps = 0;
  while (rehearsal.step(on)) steps++;
  return steps;
}

describe('a rehearsal', () => {
  it('is played once for each file, and not for one that was closed', () => {
    const rehearsal = new Rehearsal();
    const exploration = explored(profile, profile);
    expect(play(rehearsal, exploration)).toBe(0);
    rehearsal.note(request(0, { startNs: 0, endNs: 5 }));
    expect(play(rehearsal, exploration)).toBe(0);
    rehearsal.note(request(0));
    expect(play(rehearsal, exploration)).toBe(3);
    rehearsal.note(request(0));
    expect(play(rehearsal, exploration)).toBe(0);
    rehearsal.note(request(1));
    rehearsal.forget(1);
    expect(play(rehearsal, exploration)).toBe(0);
  });

  it('changes no answer, though later trees use the memory of earlier ones', async () => {
    const rehearsal = new Rehearsal();
    const [used, fresh] = [explored(profile), explored(profile)];
    rehearsal.note(request(0));
    play(rehearsal, used);
    for (const endNs of [3, 9, 20, 3, 15]) {
      const asked = request(0, { startNs: 2, endNs });
      expect(await queryTable.tree(used, asked)).toEqual(
        await queryTable.tree(explored(profile), asked),
      );
    }
    expect(await queryTable.tree(used, request(0))).toEqual(
      await queryTable.tree(fresh, request(0)),
    );
  });
});
