import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ResultsPage } from '../../render/results/results-page.ts';
import type { Theme } from '../app/theme.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { BenchResults } from './bench-results.tsx';
import { PageHeader } from './page-header.tsx';
import { PgoResults } from './pgo-results.tsx';
import './results-app.css';

interface ResultsAppProps {
  /** Null: the page without results, as the build leaves it. */
  readonly data: ResultsPage | null;
  readonly theme: Theme;
}

/** The page of results: of a benchmark, or of profile-guided optimisation. */
export function ResultsApp({ data, theme }: ResultsAppProps): JSX.Element {
  const [message, setMessage] = useState('');
  const title = data?.kind === 'pgo' ? 'Profile-guided optimisation' : 'Benchmark';
  useEffect(() => {
    document.title = `${title}${data === null || data.source === '' ? '' : ` · ${data.source}`}`;
  }, []);
  return (
    <div class="results">
      <a class="document-skip" href="#results">
        Skip to the results
      </a>
      <PageHeader title={title} source={data?.source ?? ''} theme={theme} />
      <main id="results" class="results-main" tabIndex={-1}>
        {data === null ? (
          <EmptyState
            title="No results in this page"
            text="Results are put into it by the commands that measure."
            command="plateau bench './old' './new' --html results.html"
          />
        ) : data.kind === 'bench' ? (
          <BenchResults page={data} announce={setMessage} />
        ) : (
          <PgoResults page={data} announce={setMessage} />
        )}
      </main>
      <div class="unseen" role="status" aria-live="polite">
        {message}
      </div>
    </div>
  );
}
