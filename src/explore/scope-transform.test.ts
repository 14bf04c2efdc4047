import { describe, expect, it } from 'vitest';
import { foldedPicture, profileFromPicture } from '../profile/testing/picture.ts';
import { parseScopeTransform } from './scope-transform.ts';

const program = profileFromPicture(`
  main@app  main@app         main@app
  work@app  write@libc.so.6  std::vec::push@app
  5         3                2`);

const kept = (family: string): string =>
  foldedPicture(parseScopeTransform(`category:${family}`)(program)).trim();

describe('the category of a step', () => {
  it('keeps the samples whose running function is of it', () => {
    expect(kept('own')).toBe('main;work 5');
    expect(kept('libc')).toBe('main;write 3');
    expect(kept('runtime')).toBe('main;std::vec::push 2');
    expect(kept('kernel')).toBe('');
  });

  it('is one that exists', () => {
    expect(() => parseScopeTransform('category:blue')).toThrow('no category blue');
  });

  it('leaves the other steps to the profile', () => {
    const hidden = foldedPicture(parseScopeTransform('hide:^std|libc')(program)).trim();
    expect(hidden.split('\n')).toEqual(['main;work 5', 'main 3', 'main 2']);
  });
});

describe('steps', () => {
  it('find frames without a function by what they are shown as', () => {
    const unnamed = profileFromPicture('main@app  main@app\nx@libc.so  y@app\n3 4');
    const bare = {
      ...unnamed,
      frames: {
        ...unnamed.frames,
        function: unnamed.frames.function.map((called, frame) =>
          unnamed.frames.mapping[frame] === 1 ? -1 : called,
        ),
      },
    };
    const dropped = parseScopeTransform('drop:[libc.so]')(bare);
    expect(dropped.samples.length).toBe(1);
  });
});
