import { describe, expect, it } from 'vitest';
import { createStore } from './store.ts';
import { initialState } from './view-state.ts';

describe('the state', () => {
  it('takes back steps and keeps the view', () => {
    const store = createStore(initialState);
    store.change({ transforms: ['focus:a'] }, 'push');
    store.change({ ranges: [{ startNs: 1, endNs: 2 }] }, 'push');
    store.change({ view: 'call-tree' }, 'push');
    expect(store.undo()).toBe(true);
    expect(store.state.value).toMatchObject({
      view: 'call-tree',
      ranges: [],
      transforms: ['focus:a'],
    });
    expect(store.undo()).toBe(true);
    expect(store.undo()).toBe(false);
    expect(store.state.value.transforms).toEqual([]);
    store.redo();
    store.redo();
    expect(store.redo()).toBe(false);
    expect(store.state.value.ranges).toHaveLength(1);
  });

  it('forgets what was undone when another step follows', () => {
    const store = createStore(initialState);
    store.change({ transforms: ['focus:a'] }, 'push');
    store.undo();
    store.change({ transforms: ['drop:b'] }, 'push');
    expect(store.canRedo.value).toBe(false);
    expect(store.state.value.transforms).toEqual(['drop:b']);
  });

  it('makes one step of a drag', () => {
    const store = createStore(initialState);
    store.change({ ranges: [{ startNs: 1, endNs: 2 }] }, 'push');
    store.change({ ranges: [{ startNs: 1, endNs: 3 }] }, 'replace');
    store.undo();
    expect(store.state.value.ranges).toEqual([]);
    expect(store.canUndo.value).toBe(false);
  });

  it('tells Back from a new step', () => {
    const store = createStore(initialState);
    store.change({ transforms: ['focus:a'] }, 'push');
    store.restore(initialState);
    expect(store.canUndo.value).toBe(false);
    expect(store.canRedo.value).toBe(true);
    store.redo();
    expect(store.state.value.transforms).toEqual(['focus:a']);
  });

  it('says what is to be a step of the history', () => {
    const told: string[] = [];
    const store = createStore(initialState, (state, kind) => told.push(`${kind} ${state.view}`));
    store.change({ view: 'timeline' }, 'push');
    store.change({ search: 'x' }, 'replace');
    store.restore(initialState);
    expect(told).toEqual(['push timeline', 'replace timeline']);
  });
});
