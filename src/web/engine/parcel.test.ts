import { describe, expect, it } from 'vitest';
import type { PackedKeys } from '../../explore/index.ts';
import { ParcelReceiver, ParcelSender } from './parcel.ts';

function keysNamed(text: string): PackedKeys {
  const bytes = new TextEncoder().encode(text);
  const names = { bytes, start: Uint32Array.of(0, bytes.length) };
  const zero = Int32Array.of(0);
  const kind = Uint8Array.of(0);
  const columns = { module: zero, file: zero, line: zero, kind, family: kind };
  return { length: 1, firstOther: 1, names, texts: names, ...columns };
}

describe('parcels', () => {
  const shared = Array.from({ length: 12 }, (_, index) => keysNamed(`keys ${index}`));
  const sender = new ParcelSender((keys) => shared.includes(keys));
  const receiver = new ParcelReceiver();
  const post = (answer: unknown): { answer: unknown; sent: number } => {
    const { parcel, transfer } = sender.pack(answer);
    const arrived = structuredClone(parcel, { transfer });
    return { answer: receiver.unpack(arrived), sent: arrived.keys.length };
  };

  it('move columns, and send keys once', () => {
    const column = Float64Array.of(1, 2);
    const first = post({ total: column, keys: shared[0] });
    expect(column.length).toBe(0);
    expect(first).toEqual({ answer: { total: Float64Array.of(1, 2), keys: shared[0] }, sent: 1 });
    const again = post({ callers: { keys: shared[0] }, callees: [{ keys: shared[0] }] });
    expect(again.sent).toBe(0);
    expect(again.answer).toEqual({ callers: { keys: shared[0] }, callees: [{ keys: shared[0] }] });
    expect(shared[0]?.line.length).toBe(1);
  });

  it('send keys again that both sides have forgotten', () => {
    for (const keys of shared) expect(post({ keys }).answer).toEqual({ keys });
    expect(post({ keys: shared[0] })).toEqual({ answer: { keys: shared[0] }, sent: 1 });
    expect(post({ keys: shared[11] }).sent).toBe(0);
  });

  it('leave rows and texts as they are', () => {
    const rows = { names: ['a', 'b'], rows: [{ name: 'a', at: null }], big: 5n };
    expect(post(rows).answer).toEqual(rows);
    expect(post(7).answer).toBe(7);
  });
});
