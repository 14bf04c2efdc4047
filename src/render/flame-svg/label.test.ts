import { describe, expect, it } from 'vitest';
import { fitLabel, labelForms, plainName } from './label.ts';

const tenths = (text: string): number => text.length * 10;

describe('labelForms', () => {
  it.each([
    ['read', ['read']],
    [
      'std::vec::Vec<T,A>::push',
      ['std::vec::Vec<T,A>::push', 'std::vec::Vec::push', 'vec::Vec::push', 'Vec::push', 'push'],
    ],
    ['<T as core::Trait>::run', ['<T as core::Trait>::run', 'T::run', 'run']],
    [
      'map::rustc_entry::<impl map::HashMap<K,V>>::rustc_entry',
      [
        'map::rustc_entry::<impl map::HashMap<K,V>>::rustc_entry',
        'map::rustc_entry::rustc_entry',
        'rustc_entry::rustc_entry',
        'rustc_entry',
      ],
    ],
    ['<impl u8>::is_ascii', ['<impl u8>::is_ascii', 'u8::is_ascii', 'is_ascii']],
    ['ns::f(int, std::pair<a, b>) const', ['ns::f(int, std::pair<a, b>) const', 'ns::f', 'f']],
    [
      'github.com/x/y.(*Tree).Insert',
      [
        'github.com/x/y.(*Tree).Insert',
        'com/x/y.(*Tree).Insert',
        'x/y.(*Tree).Insert',
        'y.(*Tree).Insert',
        '(*Tree).Insert',
        'Insert',
      ],
    ],
    ['java/util/HashMap.get', ['java/util/HashMap.get', 'util/HashMap.get', 'HashMap.get', 'get']],
    [
      'shop::Discount::operator()(shop::Order const&) const',
      [
        'shop::Discount::operator()(shop::Order const&) const',
        'shop::Discount::operator()',
        'Discount::operator()',
        'operator()',
      ],
    ],
    [
      'core::FnOnce::call_once{{vtable.shim}}',
      [
        'core::FnOnce::call_once{{vtable.shim}}',
        'FnOnce::call_once{{vtable.shim}}',
        'call_once{{vtable.shim}}',
      ],
    ],
    ['operator<<(std::ostream&)', ['operator<<(std::ostream&)', 'operator<<']],
    ['(garbage collector)', ['(garbage collector)']],
    ['lib/app.js', ['lib/app.js', 'app.js']],
    ['raw::grow::<T>', ['raw::grow::<T>', 'raw::grow', 'grow']],
    ['finish_task.isra.0', ['finish_task.isra.0']],
    ['a < b', ['a < b']],
  ])('shortens %s', (name, forms) => {
    expect(labelForms(name)).toEqual(forms);
  });
});

describe('fitLabel', () => {
  it('takes the longest form that fits, then cuts in the middle', () => {
    const name = 'app::index::Indexer<W>::add_line_of_text';
    expect(fitLabel(name, 400, tenths)).toBe(name);
    expect(fitLabel(name, 370, tenths)).toBe('app::index::Indexer::add_line_of_text');
    expect(fitLabel(name, 300, tenths)).toBe('Indexer::add_line_of_text');
    expect(fitLabel(name, 160, tenths)).toBe('add_line_of_text');
    expect(fitLabel(name, 130, tenths)).toBe('add_line…text');
    expect(fitLabel(name, 60, tenths)).toBe('add_l…');
    expect(fitLabel(name, 39, tenths)).toBe('');
    expect(fitLabel(name, 10, tenths)).toBe('');
  });

  it('never cuts a character in two', () => {
    for (let room = 20; room < 200; room++) {
      const label = fitLabel('🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥', room, tenths);
      expect(() => encodeURIComponent(label), label).not.toThrow();
    }
  });

  it('stays quick with absurd names', () => {
    const name = `${'<('.repeat(5000)}f${'std::map<a,b>::'.repeat(700)}`;
    expect(fitLabel(name, 100, tenths).length).toBeLessThanOrEqual(10);
  });
});

describe('plainName', () => {
  it('makes one harmless line of any name', () => {
    expect(plainName('a\tb\r\nc')).toBe('a b c');
    expect(plainName('\0\x1b[31m\u202ex\u2066')).toBe('\ufffd\ufffd[31m\ufffdx\ufffd');
    expect(plainName('x'.repeat(10_000))).toHaveLength(2003);
    expect(plainName('שלום 火 🔥')).toBe('שלום 火 🔥');
  });
});
