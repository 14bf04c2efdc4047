import { expect, it } from 'vitest';
import { demangle } from './index.ts';
import { limits } from './limits-table.ts';

// c++filt and rustfilt judge whole libraries in tests/judges/demangle.test.ts; here is one name per rule.

it('leaves what is not mangled', () => {
  for (const name of [
    'main',
    '_start',
    '_Z',
    '_Z1',
    '',
    '_',
    '_ZN1A',
    '_R',
    '_RNv',
    '_Z1fT_',
    '_ZZ',
  ]) {
    expect(demangle(name)).toBe(name);
  }
});

it.each([
  ['_ZN12_GLOBAL__N_11fEv', '(anonymous namespace)::f()'],
  ['_ZNKR1A1fEv', 'A::f() const &'],
  [
    '_ZNSt6vectorIiSaIiEE9push_backERKi',
    'std::vector<int, std::allocator<int> >::push_back(int const&)',
  ],
  ['_ZN1AIiEltIcEEbT_', 'bool A<int>::operator< <char>(char)'],
  ['_ZN1AIiEcvT_IcEEv', 'A<int>::operator char<char>()'],
  ['_Z1fIJicEEvDpRKT_', 'void f<int, char>(int const&, char const&)'],
  ['_Z1fIOiEvRT_', 'void f<int&&>(int&)'],
  ['_Z1fIiEPFvcET_', 'void (*f<int>(int))(char)'],
  ['_Z1fM1AKFivRE', 'f(int (A::*)() const &)'],
  ['_Z1fRKA3_A4_i', 'f(int const (&) [3][4])'],
  ['_ZZ4mainENKUlT_E_clIiEEDaS_', 'auto main::{lambda(auto:1)#1}::operator()<int>(int) const'],
  ['_Z1fIiEDTcl1gfp_EET_', 'decltype (g({parm#1})) f<int>(int)'],
  ['_Z1fIXgtLi1ELm2EEEvv', 'void f<((1)>(2ul))>()'],
  ['_ZTv0_n24_N1A1fEv', 'virtual thunk to A::f()'],
  ['_ZGVZ1fvE1x', 'guard variable for f()::x'],
  ['_Z1fB5cxx11v', 'f[abi:cxx11]()'],
  ['_Z1fv.isra.0.cold', 'f() [clone .isra.0] [clone .cold]'],
  ['_Z1fv@@VERS_1', 'f()@@VERS_1'],
])('writes %s as C++', (mangled, name) => {
  expect(demangle(mangled)).toBe(name);
});

it.each([
  ['_ZN3foo3bar17h05af221e174051e9E', 'foo::bar'],
  [
    '_ZN50_$LT$T$u20$as$u20$core..convert..Into$LT$U$GT$$GT$4into17h05af221e174051e9E.llvm.12AB',
    '<T as core::convert::Into<U>>::into',
  ],
  ['_RNCNvC1a1b0', 'a::b::{closure#0}'],
  ['_RINvNtC3std3mem8align_ofdE', 'std::mem::align_of::<f64>'],
  ['_RNvXC1aNtB2_1bNtB2_1c1d', '<a::b as a::c>::d'],
  ['_RINvC1a1bKj7b_E', 'a::b::<123>'],
  ['_RINvC1a1bDNtC1a1cp1xhEL_E', 'a::b::<dyn a::c<x = u8>>'],
  ['_RNvC1a1b.cold', 'a::b.cold'],
])('writes %s as Rust', (mangled, name) => {
  expect(demangle(mangled)).toBe(name);
});

it('takes a name for Rust only by its hash', () => {
  expect(demangle('_ZN3foo3barE')).toBe('foo::bar');
  expect(demangle('_ZN3foo17h05af221e174051eXEv')).toBe('foo::h05af221e174051eX()');
});

it('gives up on crafted names in bounded time, memory and stack', () => {
  const deep = 100_000;
  const crafted = [
    `_Z1f${'P'.repeat(deep)}i`,
    `_Z1f${'F'.repeat(deep)}`,
    `_Z${'N'.repeat(deep)}`,
    `_Z${'Z'.repeat(deep)}`,
    `_Z1fI${'J'.repeat(deep)}`,
    `_Z1fIX${'nt'.repeat(deep)}`,
    `_Z1fDT${'cl'.repeat(deep)}`,
    `_Z1f${'Ul'.repeat(deep)}`,
    `_Z1f${'1AI'.repeat(deep)}`,
    `_RC${'I'.repeat(deep)}`,
    `_RINvC1a1b${'R'.repeat(deep)}hE`,
    `_RINvC1a1b${'T'.repeat(deep)}`,
    `_RINvC1a1b${'F'.repeat(deep)}`,
    `_RINvC1a1b${'D'.repeat(deep)}`,
    `_RINvC1a1bFGzzzzzzzzzz_EuE`,
    // Each of these doubles what the one before it stands for.
    `_Z1f1AIiE${doubled(60, (n) => `S_I${n}${n}E`)}`,
    `_Z1fI${'JE'.repeat(1000)}Ev${'DpT_'.repeat(1000)}`,
    `_RINvC1a1bTyyE${rustDoubled(60)}E`,
  ];
  for (const name of crafted) {
    expect(demangle(name).length).toBeLessThan(Math.max(limits.output, name.length) + 200);
  }
});

/** Substitutions S0_, S1_ … each made of the one before it twice. */
function doubled(count: number, make: (previous: string) => string): string {
  let text = '';
  for (let i = 0; i < count; i += 1) text += make(`S${i.toString(36).toUpperCase()}_`);
  return text;
}

/** Tuples that refer back to the tuple before them twice. */
function rustDoubled(count: number): string {
  let text = '';
  let previous = 8;
  for (let i = 0; i < count; i += 1) {
    const at = 13 + text.length;
    text += `TB${base62(previous)}B${base62(previous)}E`;
    previous = at - 2;
  }
  return text;
}

function base62(value: number): string {
  if (value === 0) return '_';
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  let text = '';
  for (let rest = value - 1; ; rest = Math.floor(rest / 62)) {
    text = (digits[rest % 62] ?? '') + text;
    if (rest < 62) return `${text}_`;
  }
}
