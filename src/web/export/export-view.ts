import type { ExportFormat, ExportRequest } from '../../explore/index.ts';
import type { App } from '../app/app.ts';
import { isOneFile, sideOf } from '../kit/compare/sides.ts';
import { pngOfSvg } from './picture.ts';
import { saveFile } from './save-file.ts';

export type ExportChoice = ExportFormat | 'png';

/** Writes what is seen now, after range, threads and transforms, to a file of the user's. */
export async function exportView(app: App, choice: ExportChoice): Promise<void> {
  const format = choice === 'png' ? 'svg' : choice;
  const file = await app.engine.ask('export', requestOf(app, format, choice === 'png'));
  const png = choice === 'png';
  const bytes = png ? await pngOfSvg(file.bytes) : file.bytes;
  const name = `${baseName(app)}${png ? '.png' : file.extension}`;
  saveFile(name, png ? 'image/png' : file.mediaType, bytes);
  app.announce(`Exported ${name}`);
}

/** A picture of pixels has a size of its own; one of shapes follows its window. */
const pictureWidth = 1400;

function requestOf(app: App, format: ExportFormat, isPicture: boolean): ExportRequest {
  const { invert, order, by, shape, colour, transforms, isShares, measure } = app.state.value;
  return {
    scope: app.scope.value,
    base: app.baseScope.value,
    normalize: isShares,
    measure,
    shape: { direction: invert ? 'bottom-up' : 'top-down', order, by },
    look: {
      title: titleOf(app),
      subtitle: transforms.join(' · '),
      shape,
      colors: colour === 'kind' ? 'kind' : 'module',
      ...(isPicture && { width: pictureWidth }),
    },
    format,
  };
}

/** The profile's name, or what is compared with what. */
function titleOf(app: App): string {
  const base = app.baseScope.value;
  if (base === null) return app.file.value?.name ?? 'Flame graph';
  const [before, after] = [base, app.scope.value].map((scope) => sideOf(app, scope)?.title ?? '');
  const one = isOneFile(app) ? `${app.file.value?.name ?? ''}: ` : '';
  return `${one}${before} → ${after}`;
}

/** The profile's name without its endings, and without what a file's name cannot have. */
function baseName(app: App): string {
  const name = app.file.value?.name ?? 'profile';
  const short = name.replace(/^.*\//, '').replace(/(\.(plateau|data|pb|gz|folded|txt|json))+$/, '');
  const compared = app.baseScope.value === null ? '' : '-change';
  const safe = short.replace(/[\u0000-\u001f<>:"|?*\\]/g, '_') || 'profile';
  return `${safe}${compared}`;
}
