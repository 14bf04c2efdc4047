import type { App } from '../../app/app.ts';
import { sourceRequestOf } from './source-request.ts';

/** Goes up: from the shown line to the line that calls its function, the costliest first. */
export async function goToCallerLine(app: App): Promise<void> {
  const { engine, scope, state } = app;
  const { files } = await engine.ask('sourceFiles', { scope: scope.value });
  const request = sourceRequestOf(scope.value, state.value, files);
  if (request === null) return;
  const { file, hotLine } = await engine.ask('source', request);
  const line = state.value.line ?? hotLine;
  const { callers } = await engine.ask('sourceLine', { scope: scope.value, file, line });
  const caller = callers.find((each) => each.file !== '' && each.line > 0);
  if (caller === undefined) {
    app.announce(
      callers.length === 0
        ? `Nothing calls line ${line}`
        : `The source of ${callers[0]?.name ?? 'its caller'} is unknown`,
    );
    return;
  }
  const { name, module } = caller;
  app.change({ selected: { name, module }, line: caller.line }, 'push');
  app.announce(`Called from ${name}, line ${caller.line}`);
}
