import { describe, expect, it } from 'vitest';
import { findExecutable, usualSettings } from './cargo-build.ts';
import { parseLlvmWarnings } from './llvm-warnings.ts';

function artifact(name: string, kind: string, executable: string | null): string {
  const target = { kind: [kind], name };
  return JSON.stringify({ reason: 'compiler-artifact', target, executable, fresh: name === 'old' });
}

describe("cargo's messages", () => {
  const messages = [
    '{ not a message',
    artifact('helper', 'lib', null),
    artifact('build-script-build', 'custom-build', '/t/build-script'),
    artifact('old', 'bin', '/t/release/old'),
    artifact('other', 'bin', '/t/release/other'),
    '{"reason":"build-finished","success":true}',
    '',
  ].join('\n');

  it('name the program that a target means', () => {
    const named = { name: 'x', cargo: { ...usualSettings, bin: 'other' } };
    expect(findExecutable(messages, named)).toMatchObject({
      path: '/t/release/other',
      isFresh: false,
    });
    const old = { name: 'x', cargo: { ...usualSettings, bin: 'old' } };
    expect(findExecutable(messages, old)).toMatchObject({ name: 'old', isFresh: true });
  });

  it('that leave a choice are an error with the choices', () => {
    expect(() => findExecutable(messages, { name: 'x', cargo: null })).toThrow(
      'cargo built several programs for x',
    );
    const library = artifact('helper', 'lib', null);
    expect(() => findExecutable(library, { name: 'x', cargo: null })).toThrow('built no program');
  });
});

describe('what LLVM says of a profile', () => {
  it('is read by function', () => {
    const said = parseLlvmWarnings(
      [
        '   Compiling calc v0.1.0',
        'warning: calc.1f46f7aa84d1aa25-cgu.0: function control flow change detected (hash mismatch) _ZN4calc4main17h7029fd53d5aa8675E Hash = 1072260309878382946 up to 657680 count discarded',
        '',
        'warning: calc.1f46f7aa84d1aa25-cgu.0: no profile data available for function _ZN4calc8commands4xxor17hf400f087c4997a29E Hash = 742261418966908927 up to 0 count discarded',
        'pgo-view-counts: _ZN4calc4scan17h7029fd53d5aa8675E',
        'block-frequency-info: _ZN4calc4scan17h7029fd53d5aa8675E',
      ].join('\n'),
    );
    expect([...said.mismatched]).toEqual([['_ZN4calc4main17h7029fd53d5aa8675E', 657680]]);
    expect([...said.missing]).toEqual(['_ZN4calc8commands4xxor17hf400f087c4997a29E']);
    expect([...said.annotated]).toEqual(['_ZN4calc4scan17h7029fd53d5aa8675E']);
  });
});
