import type { JSX } from 'preact';
import { Button } from '../kit/button.tsx';
import { CommandToCopy } from '../kit/empty-state.tsx';
import { chooseFiles } from './choose-files.ts';
import type { ShellApp } from './create-app.ts';
import './start-page.css';

/** Nothing is open: what can be opened, and how to record something. */
export function StartPage({ app }: { readonly app: ShellApp }): JSX.Element | null {
  // A page that was given files says nothing while they come.
  if (app.opener.loads.value.length > 0) return null;
  return (
    <div class="start-page">
      <div class="start-page-target">
        <h1>Drop a profile here</h1>
        <Button look="main" onPress={() => chooseFiles(app)}>
          Open a file
        </Button>
        <p class="start-page-formats">
          .plateau, perf.data, perf script, pprof, folded stacks, Firefox Profiler, speedscope,
          Chrome and Node .cpuprofile, .heapprofile. Also compressed with gzip. It stays on this
          machine.
        </p>
      </div>
      <p>Nothing recorded yet?</p>
      <CommandToCopy command="plateau record -- CMD" />
    </div>
  );
}
