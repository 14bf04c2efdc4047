import {
  type Label,
  none,
  type ProfileBuilder,
  type StringIndex,
  type ThreadIndex,
} from '../../profile/index.ts';

/**
 * pprof has no threads; by convention samples carry them as labels. `comm` and `thread_comm` are the
 * names perf_data_converter gives. The first key of each list is the one we write.
 */
export const threadKeys = {
  processName: ['process', 'comm'],
  pid: ['pid'],
  threadName: ['thread', 'thread_comm'],
  tid: ['tid'],
  cpu: ['cpu'],
} as const;

/** The thread that labels speak of, or none. The labels themselves stay as they are. */
export function threadOfLabels(labels: readonly Label[], builder: ProfileBuilder): ThreadIndex {
  const find = (keys: readonly string[], isNumber: boolean): Label | undefined =>
    labels.find(
      (label) =>
        keys.includes(builder.strings.textOf(label.key)) && (label.text === undefined) === isNumber,
    );
  const pid = idOf(find(threadKeys.pid, true));
  const tid = idOf(find(threadKeys.tid, true));
  const threadName = find(threadKeys.threadName, false)?.text;
  if (pid < 0 && tid < 0 && threadName === undefined) return none;
  // `process` alone is any program's own label; beside a pid it is the name of that process.
  const processName = pid < 0 ? undefined : find(threadKeys.processName, false)?.text;
  const noString = 0 as StringIndex;
  return builder.addThread({
    pid,
    tid,
    processName: processName ?? noString,
    threadName: threadName ?? noString,
  });
}

function idOf(label: Label | undefined): number {
  const id = label?.number ?? -1n;
  return id >= 0n && id < 2n ** 31n ? Number(id) : -1;
}
