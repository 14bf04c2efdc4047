import type { EventAttr } from '../../perf/attr.ts';
import { readBits } from '../../perf/attr-table.ts';
import type { Sys } from '../sys/sys.ts';
import { eventIoctls } from './event-ioctl-table.ts';
import { type EventPlace, tryOpenEvent } from './open-event.ts';

export interface Count {
  readonly value: bigint;
  /** Shorter than `enabledNs` when the event shared its hardware: scale the value by their ratio. */
  readonly enabledNs: bigint;
  readonly runningNs: bigint;
}

export interface Counters extends Disposable {
  /** As many as attrs were given; undefined where the kernel refused (`errnos` says why). */
  read(): readonly (Count | undefined)[];
  /** 0 where the event counts. */
  readonly errnos: readonly number[];
  enable(): void;
  disable(): void;
}

/** Events that only count; inherited ones add up what children did once those have ended. */
export function openCounters(sys: Sys, place: EventPlace, attrs: readonly EventAttr[]): Counters {
  const readFormat = readBits.timeEnabled | readBits.timeRunning;
  const results = attrs.map((attr) =>
    tryOpenEvent(sys, { ...attr, readFormat, period: 0, sampleType: 0 }, place),
  );
  const opened = results.filter((fd) => fd >= 0);
  return {
    errnos: results.map((fd) => Math.max(0, -fd)),
    read: () => results.map((fd) => (fd < 0 ? undefined : readCount(sys, fd))),
    enable: () => {
      for (const fd of opened) sys.ioctl(fd, eventIoctls.enable, 0);
    },
    disable: () => {
      for (const fd of opened) sys.ioctl(fd, eventIoctls.disable, 0);
    },
    [Symbol.dispose]: () => {
      for (const fd of opened) sys.close(fd);
    },
  };
}

function readCount(sys: Sys, fd: number): Count | undefined {
  const words = new BigUint64Array(3);
  if (sys.read(fd, new Uint8Array(words.buffer)) !== 24) return undefined;
  const [value = 0n, enabledNs = 0n, runningNs = 0n] = words;
  return { value, enabledNs, runningNs };
}
