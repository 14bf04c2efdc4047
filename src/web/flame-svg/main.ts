// The entry of the script inside an SVG flame graph. It runs once, at the end of its picture.
import { decodePicture, type PictureData } from '../../render/flame-svg/picture-data.ts';
import { FlameApp } from './app.ts';

function start(root: SVGSVGElement): void {
  const data = root.querySelector('script[type="application/json"]')?.textContent ?? '';
  const picture = decodePicture(JSON.parse(data) as PictureData);
  new FlameApp(root, picture).start();
  root.dataset['ready'] = 'true';
}

const root = document.currentScript?.closest('svg');
if (root instanceof SVGSVGElement) start(root);
