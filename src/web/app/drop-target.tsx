import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { openFiles } from './choose-files.ts';
import type { ShellApp } from './create-app.ts';
import type { OpenAs } from './opener.ts';
import './drop-target.css';

interface Zone {
  readonly as: OpenAs;
  readonly title: string;
  readonly text: string;
}

/** Files can be dropped anywhere; on Compare, as base or as new. */
export function DropTarget({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const isDragging = useSignal(false);
  const over = useSignal<OpenAs | null>(null);
  useEffect(() => {
    // Entering a child is entering again: the page is left when every entry was.
    let depth = 0;
    const stop = (): void => {
      depth = 0;
      isDragging.value = false;
    };
    const onEnter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth++;
      isDragging.value = true;
    };
    const onLeave = (event: DragEvent): void => {
      if (hasFiles(event) && --depth <= 0) stop();
    };
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      over.value = zoneAt(app, event).as;
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      stop();
      const files = [...(event.dataTransfer?.files ?? [])];
      void openFiles(app, files, zoneAt(app, event).as);
    };
    const listeners = { dragenter: onEnter, dragleave: onLeave, dragover: onOver, drop: onDrop };
    const all = Object.entries(listeners) as ['dragenter', (event: DragEvent) => void][];
    for (const [type, listen] of all) document.addEventListener(type, listen);
    return () => {
      for (const [type, listen] of all) document.removeEventListener(type, listen);
    };
  }, []);
  if (!isDragging.value) return null;
  return (
    <div class="drop-target" aria-hidden="true">
      {zones(app).map(({ as, title, text }) => (
        <div
          key={as}
          class={as === over.value ? 'drop-target-zone drop-target-over' : 'drop-target-zone'}
        >
          <div>
            {title}
            <span>{text}</span>
          </div>
        </div>
      ))}
    </div>
  );
}

function zones(app: ShellApp): readonly Zone[] {
  const isComparing = app.state.value.view === 'compare' && app.file.value !== null;
  const shown = app.file.value?.name ?? '';
  return isComparing
    ? [
        { as: 'base', title: 'Base', text: `${shown} becomes new` },
        { as: 'new', title: 'New', text: 'the first file stays base' },
      ]
    : [{ as: 'shown', title: 'Drop to open', text: 'it stays on this machine' }];
}

/** Zones stand side by side and share the width. */
function zoneAt(app: ShellApp, { clientX }: DragEvent): Zone {
  const all = zones(app);
  const at = Math.floor((clientX / Math.max(innerWidth, 1)) * all.length);
  const zone = all[Math.max(0, Math.min(all.length - 1, at))];
  return zone ?? { as: 'shown', title: '', text: '' };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}
