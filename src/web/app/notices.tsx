import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { formatShare, formatValue } from '../kit/quantity.ts';
import type { ShellApp } from './create-app.ts';
import type { Load, OpenFailure } from './opener.ts';
import './notices.css';

/** Shorter loads show nothing: a bar that flashes says less than none. */
const quietMs = 100;

/** What is on its way, and what could not be opened. */
export function Notices({ app }: { readonly app: ShellApp }): JSX.Element {
  const { loads, failures } = app.opener;
  return (
    <div class="notices">
      <Lost app={app} />
      {loads.value.map((load) => (
        <LoadBar key={load.startedMs} load={load} />
      ))}
      {failures.value.map((failure) => (
        <Failure key={failure.id} app={app} failure={failure} />
      ))}
    </div>
  );
}

/** The other thread is gone: a new page starts a new one, and the link brings the view back. */
function Lost({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const lost = app.engine.lost.value;
  if (lost === null) return null;
  return (
    <div class="notices-alert" role="alert">
      <strong>The analysis stopped.</strong>
      <p title={lost.message}>Reload keeps your view.</p>
      <Button look="lined" onPress={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}

function LoadBar({ load }: { readonly load: Load }): JSX.Element | null {
  const isSlow = useSignal(performance.now() - load.startedMs > quietMs);
  useEffect(() => {
    const timer = setTimeout(() => {
      isSlow.value = true;
    }, quietMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow.value) return null;
  const { phase, bytes, totalBytes } = load.progress;
  const share = totalBytes === undefined || totalBytes === 0 ? undefined : bytes / totalBytes;
  const isKnown = phase === 'reading' && share !== undefined;
  return (
    <div
      class="notices-load"
      role="progressbar"
      aria-label={`Opening ${load.name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={isKnown ? Math.round(share * 100) : undefined}
      aria-valuetext={loadText(load)}
    >
      <div class={isKnown ? 'notices-bar' : 'notices-bar notices-bar-unknown'}>
        <i style={isKnown ? { '--done': String(share) } : {}} />
      </div>
      <span>{loadText(load)}</span>
      <Button onPress={() => load.cancel()}>Cancel</Button>
    </div>
  );
}

/** `Reading app.plateau: 12.0 MiB of 80.0 MiB (15.0 %), 120 MiB/s`. */
function loadText({ name, progress, startedMs }: Load): string {
  const { phase, bytes, totalBytes } = progress;
  if (phase === 'opening') return `Opening ${name}, ${formatValue(bytes, 'bytes')}`;
  const seconds = Math.max((performance.now() - startedMs) / 1000, 0.001);
  const rate = `${formatValue(bytes / seconds, 'bytes')}/s`;
  const whole =
    totalBytes === undefined
      ? ''
      : ` of ${formatValue(totalBytes, 'bytes')} (${formatShare(bytes / Math.max(totalBytes, 1))})`;
  return `Reading ${name}: ${formatValue(bytes, 'bytes')}${whole}, ${rate}`;
}

function Failure({ app, failure }: { app: ShellApp; failure: OpenFailure }): JSX.Element {
  return (
    <div class="notices-alert" role="alert">
      <strong>{failure.name}</strong>
      <p>
        {failure.message}
        {failure.hint === '' ? null : <span> {failure.hint}</span>}
      </p>
      <Button onPress={() => app.opener.dismiss(failure)}>Dismiss</Button>
    </div>
  );
}
