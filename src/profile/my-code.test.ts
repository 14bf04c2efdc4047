import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from './builder.ts';
import { myFrames } from './my-code.ts';
import type { MappingKind } from './tables.ts';

interface Place {
  readonly name: string;
  readonly file?: string;
  readonly image?: string;
  readonly kind?: MappingKind;
}

function isMine({ name, file = '', image = '', kind = 'user' }: Place, paths?: string[]): boolean {
  const builder = new ProfileBuilder();
  const mapping = builder.addMapping({ file: builder.string(image), kind });
  const called = builder.addFunction({ name: builder.string(name), file: builder.string(file) });
  builder.addFrame({ function: called, mapping });
  return myFrames(builder.finish(), paths)[0] === 1;
}

describe('own code', () => {
  it.each<Place>([
    { name: 'main.handle', file: '/home/me/shop/main.go', image: '/home/me/shop/shop' },
    { name: 'example.com/shop.Add', file: 'example.com/shop/cart.go' },
    { name: 'words::count', file: 'src/main.rs', image: '/tmp/words' },
    { name: 'words::count' },
    { name: 'render', file: 'file:///home/me/app/view.js' },
    { name: 'shop::add', file: '/home/me/include/shop.h', image: '/home/me/a.out' },
  ])('is $name of $file', (place) => {
    expect(isMine(place)).toBe(true);
  });

  it.each<Place>([
    { name: 'runtime/pprof.Do', file: '/usr/local/go/src/runtime/pprof/runtime.go' },
    { name: 'sort.pdqsort_func', file: 'sort/zsortfunc.go' },
    { name: 'runtime.mallocgc' },
    { name: 'serde::de', file: '/home/me/.cargo/registry/src/x/serde/de.rs' },
    { name: 'core::fmt::write', file: '/rustc/90b35a623/library/core/src/fmt/mod.rs' },
    { name: '<alloc::vec::Vec<T> as Clone>::clone' },
    { name: 'express', file: '/home/me/app/node_modules/express/lib/express.js' },
    { name: 'compile', file: 'node:internal/modules/cjs/loader' },
    { name: 'std::vector<int>::push_back', file: '/usr/include/c++/12/bits/vector.tcc' },
    { name: 'read', image: '/usr/lib/x86_64-linux-gnu/libc.so.6' },
    { name: 'do_syscall_64', image: '[kernel.kallsyms]', kind: 'kernel' },
    { name: '', image: '/home/me/a.out' },
  ])('is not $name of $file$image', (place) => {
    expect(isMine(place)).toBe(false);
  });

  it('is what the user says, by source path or image', () => {
    const place = { name: 'serde::de', file: '/home/me/vendor/serde/de.rs', image: '/opt/app' };
    expect(isMine(place, ['vendor/serde'])).toBe(true);
    expect(isMine(place, ['/home/me'])).toBe(true);
    expect(isMine(place, ['app'])).toBe(true);
    expect(isMine(place, ['me/vendor/serde/de.rs'])).toBe(true);
    expect(isMine(place, ['/me', 'serd', '/opt/ap'])).toBe(false);
  });
});
