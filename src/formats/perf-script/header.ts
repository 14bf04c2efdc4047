import type { MetaDraft } from '../../profile/index.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const capturedOn = /^\w{3} (\w{3}) +(\d+) (\d\d):(\d\d):(\d\d) (\d{4})$/;

/** Fills in what `perf script --header` says of the recording. */
export function applyHeader(meta: MetaDraft, header: string): void {
  const facts = new Map<string, string>();
  for (const line of header.split('\n')) {
    const found = /^# ([a-z ]+?) *: (.*)$/.exec(line.trimEnd());
    if (found?.[1] !== undefined && !facts.has(found[1])) facts.set(found[1], found[2] ?? '');
  }
  const version = facts.get('perf version');
  meta.producer = version === undefined ? 'perf' : `perf ${version}`;
  meta.host = facts.get('hostname') ?? '';
  meta.command = (facts.get('cmdline') ?? '').trim();
  const captured = facts.get('captured on');
  if (captured === undefined) return;
  meta.startEpochNs = epochOf(captured);
  meta.comments = [`captured on ${captured}; perf does not say in which time zone, taken as UTC`];
}

function epochOf(text: string): bigint {
  const found = capturedOn.exec(text);
  if (found === null) return 0n;
  const [, month = '', day, hour, minute, second, year] = found;
  const time = Date.UTC(
    Number(year),
    Math.max(0, months.indexOf(month)),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return BigInt(time) * 1_000_000n;
}
