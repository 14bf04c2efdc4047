import type { EventAttr } from './attr.ts';
import { eventTypes } from './attr-table.ts';
import {
  cacheAccessNames,
  cacheNames,
  hardwareEventNames,
  softwareEventNames,
} from './event-names-table.ts';

/** What an event is called when the file has no name for it. */
export function eventName(attr: EventAttr): string {
  return knownName(attr) ?? `type ${attr.type} config 0x${attr.config.toString(16)}`;
}

function knownName(attr: EventAttr): string | undefined {
  // The upper half may name one of several kinds of core.
  const config = Number(attr.config & 0xffff_ffffn);
  switch (attr.type) {
    case eventTypes.hardware:
      return hardwareEventNames[config];
    case eventTypes.software:
      return softwareEventNames[config];
    case eventTypes.tracepoint:
      return `tracepoint ${config}`;
    case eventTypes.cache:
      return cacheName(config);
    case eventTypes.raw:
      return `r${attr.config.toString(16)}`;
    case eventTypes.breakpoint:
      return `mem:0x${attr.config1.toString(16)}`;
    default:
      return undefined;
  }
}

function cacheName(config: number): string | undefined {
  const cache = cacheNames[config & 0xff];
  const access = cacheAccessNames[(config >> 8) & 0xff]?.[(config >> 16) & 0xff];
  return cache === undefined || access === undefined ? undefined : `${cache}-${access}`;
}
