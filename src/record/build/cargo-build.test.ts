import { describe, expect, it } from 'vitest';
import {
  type CargoRequest,
  cargoCommand,
  chooseExecutable,
  parseCargoMessages,
} from './cargo-build.ts';

function request(facts: Partial<CargoRequest> = {}): CargoRequest {
  return { kind: 'any', name: '', profile: 'release', ...facts };
}

describe('cargo', () => {
  it.each([
    [request(), 'build --profile release', 'CARGO_PROFILE_RELEASE_DEBUG'],
    [request({ kind: 'bin', name: 'tool' }), 'build --bin tool --profile release', 'RELEASE_DEBUG'],
    [
      request({ kind: 'bench', name: 'b' }),
      'bench --no-run --bench b',
      'CARGO_PROFILE_BENCH_DEBUG',
    ],
    [
      request({ kind: 'test', name: 't', profile: 'dev' }),
      'test --no-run --test t --profile dev',
      'DEV_DEBUG',
    ],
    [
      request({ features: 'a,b', profile: 'my-own' }),
      'build --profile my-own --features a,b',
      'MY_OWN_DEBUG',
    ],
  ])('is asked for %j', (asked, words, variable) => {
    const { args, environment } = cargoCommand(asked);
    expect(args.join(' ')).toBe(`${words} --message-format=json-render-diagnostics`);
    expect(Object.keys(environment).join(' ')).toContain(variable);
  });

  const messages = [
    '{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"x"},"executable":null}',
    'warning: not a message',
    '{"reason":"compiler-artifact","manifest_path":"/w/x/Cargo.toml","target":{"kind":["bin"],"name":"tool"},"executable":"/w/target/release/tool"}',
    '{"reason":"compiler-artifact","manifest_path":"/w/x/Cargo.toml","target":{"kind":["bin"],"name":"other"},"executable":"/w/target/release/other"}',
    '{"reason":"build-finished","success":true}',
  ].join('\n');

  it('says what it built', () => {
    const found = parseCargoMessages(messages);
    expect(found.map(({ name }) => name)).toEqual(['tool', 'other']);
    expect(chooseExecutable(found, request({ kind: 'bin', name: 'other' }))).toMatchObject({
      path: '/w/target/release/other',
      folder: '/w/x',
    });
    expect(() => chooseExecutable(found, request())).toThrow('2 programs');
    expect(() => chooseExecutable([], request())).toThrow('no program');
  });
});
