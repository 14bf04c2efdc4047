import { parseSpeedscope } from './parse.ts';

const shared = '"shared":{"frames":[{"name":"a","file":"f","line":1,"col":2},{"name":"b"}]}';
const sampled =
  '{"type":"sampled","name":"s","unit":"milliseconds","startValue":0,"endValue":3,' +
  '"samples":[[0],[0,1],[]],"weights":[1,1.5,5e-1]}';
const evented =
  '{"type":"evented","name":"e","unit":"bytes","startValue":0,"endValue":4,"events":[' +
  '{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":1},' +
  '{"type":"C","frame":1,"at":3},{"type":"C","frame":0,"at":4}]}';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'speedscope',
  seeds: () => {
    const text = `{${shared},"profiles":[${sampled},${evented}],"activeProfileIndex":1,"name":"\\u00e4"}`;
    return [new TextEncoder().encode(text)];
  },
  run(bytes) {
    parseSpeedscope(bytes, true);
    parseSpeedscope(bytes, false);
  },
};
