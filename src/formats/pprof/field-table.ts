// Field numbers of proto/profile.proto in github.com/google/pprof.

export const profileFields = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  stringTable: 6,
  dropFrames: 7,
  keepFrames: 8,
  timeNanos: 9,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
  docUrl: 15,
} as const;

export const valueTypeFields = { type: 1, unit: 2 } as const;

export const sampleFields = { locationId: 1, value: 2, label: 3 } as const;

export const labelFields = { key: 1, str: 2, num: 3, numUnit: 4 } as const;

export const mappingFields = {
  id: 1,
  memoryStart: 2,
  memoryLimit: 3,
  fileOffset: 4,
  filename: 5,
  buildId: 6,
  hasFunctions: 7,
  hasFilenames: 8,
  hasLineNumbers: 9,
  hasInlineFrames: 10,
} as const;

export const locationFields = { id: 1, mappingId: 2, address: 3, line: 4, isFolded: 5 } as const;

export const lineFields = { functionId: 1, line: 2, column: 3 } as const;

export const functionFields = {
  id: 1,
  name: 2,
  systemName: 3,
  filename: 4,
  startLine: 5,
} as const;

/** The shape of a message, for detection: per field number `n`umber, `m`essage, `p`acked or `s`tring. */
export interface MessageShape {
  /** Position i describes field i + 1. */
  readonly kinds: string;
  readonly messages: Readonly<Record<number, MessageShape>>;
}

const valueTypeShape: MessageShape = { kinds: 'nn', messages: {} };

export const profileShape: MessageShape = {
  kinds: 'mmmmmsnnnnmnpnn',
  messages: {
    [profileFields.sampleType]: valueTypeShape,
    [profileFields.sample]: {
      kinds: 'ppm',
      messages: { [sampleFields.label]: { kinds: 'nnnn', messages: {} } },
    },
    [profileFields.mapping]: { kinds: 'nnnnnnnnnn', messages: {} },
    [profileFields.location]: {
      kinds: 'nnnmn',
      messages: { [locationFields.line]: { kinds: 'nnn', messages: {} } },
    },
    [profileFields.function]: { kinds: 'nnnnn', messages: {} },
    [profileFields.periodType]: valueTypeShape,
  },
};
