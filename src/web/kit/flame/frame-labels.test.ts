import { describe, expect, it } from 'vitest';
import { lastPartStart } from '../../../render/flame-svg/label.ts';
import { FrameLabels } from './frame-labels.ts';

/** Every letter is 6 pixels wide. */
const measure = (text: string): number => text.length * 6;

function fitted(name: string, room: number): string {
  return new FrameLabels(() => name, measure).fit(0, room).text;
}

describe('labels', () => {
  it('drop what matters least first', () => {
    const name = 'alloc::vec::Vec<T, A>::push';
    expect(fitted(name, 200)).toBe('alloc::vec::Vec<T, A>::push');
    expect(fitted(name, 150)).toBe('alloc::vec::Vec::push');
    expect(fitted(name, 100)).toBe('vec::Vec::push');
    expect(fitted(name, 60)).toBe('Vec::push');
    expect(fitted(name, 30)).toBe('push');
    expect(fitted(name, 23)).toBe('');
    expect(fitted('method_with_a_long_name', 60)).toBe('method_wi…');
  });

  it('name the type instead of the trait', () => {
    expect(fitted('<logs::Line as core::fmt::Display>::fmt', 130)).toBe('logs::Line::fmt');
    expect(fitted('<impl u8>::to_ascii', 80)).toBe('u8::to_ascii');
  });

  it('are fitted once, and come over several drawings when all are new', () => {
    let made = 0;
    const labels = new FrameLabels((key) => {
      made++;
      return `function_${key}`;
    }, measure);
    const draw = (): number => {
      labels.begin();
      let drawn = 0;
      for (let key = 0; key < 400; key++) if (labels.fit(key, 90).text !== '') drawn++;
      return drawn;
    };
    expect(draw()).toBe(300);
    expect(labels.isUnfinished).toBe(true);
    expect(draw()).toBe(400);
    expect(labels.isUnfinished).toBe(false);
    expect(draw()).toBe(400);
    expect(made).toBe(400);
  });
});

describe('the last part of a name', () => {
  it.each([
    ['alloc::vec::Vec<T, A>::push', 'push'],
    ['main', 'main'],
    ['f<a::b>', 'f<a::b>'],
    ['ns::f(std::string const&)', 'f(std::string const&)'],
    ['github.com/x/y.(*T).Get', 'Get'],
    ['runtime.mallocgc', 'mallocgc'],
    ['handle /srv/app/router.js:12', 'handle /srv/app/router.js:12'],
    ['<T as a::B>::f', 'f'],
    ['std::operator<', 'operator<'],
  ])('of %s is %s', (name, last) => {
    expect(name.slice(lastPartStart(name))).toBe(last);
  });
});
