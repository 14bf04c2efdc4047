import { describe, expect, it } from 'vitest';
import { ExtentMotion } from './extent-motion.ts';

describe('the shown stretch', () => {
  it('glides to its goal and stays there', () => {
    const motion = new ExtentMotion();
    motion.jump({ from: 0, to: 100 });
    motion.glide({ from: 50, to: 60 }, 1000);
    motion.step(1060);
    expect(motion.shown.from).toBeGreaterThan(25);
    expect(motion.shown.from).toBeLessThan(50);
    expect(motion.goal).toEqual({ from: 50, to: 60 });
    motion.step(1120);
    expect(motion.isMoving).toBe(false);
    expect(motion.shown).toEqual({ from: 50, to: 60 });
  });

  it('is where it was when the clock goes backwards', () => {
    const motion = new ExtentMotion();
    motion.glide({ from: 5, to: 6 }, 1000);
    motion.step(900);
    expect(motion.shown).toEqual({ from: 0, to: 1 });
  });

  it('keeps its place and its way in other units', () => {
    const motion = new ExtentMotion();
    motion.jump({ from: 10, to: 20 });
    motion.glide({ from: 12, to: 14 }, 0);
    motion.rescale({ from: 10, to: 20 }, { from: 100, to: 300 });
    expect(motion.shown).toEqual({ from: 100, to: 300 });
    expect(motion.goal).toEqual({ from: 140, to: 180 });
    expect(motion.isMoving).toBe(true);
  });
});
