import type { FlamePicture } from '../../render/flame-svg/picture.ts';

export type Move = 'parent' | 'child' | 'left' | 'right';

/** The frame one step away, or the same one at an edge. Blocks of narrow frames are passed over. */
export function moveFrom(picture: FlamePicture, frame: number, move: Move): number {
  if (move === 'parent') return Math.max(0, picture.parent[frame] as number);
  if (move === 'child') return heaviest(childrenOf(picture, frame), picture) ?? frame;
  const parent = picture.parent[frame] as number;
  if (parent < 0) return frame;
  const siblings = childrenOf(picture, parent);
  return siblings[siblings.indexOf(frame) + (move === 'right' ? 1 : -1)] ?? frame;
}

function childrenOf(picture: FlamePicture, frame: number): number[] {
  const children: number[] = [];
  const end = picture.subtreeEnd[frame] as number;
  for (let child = frame + 1; child < end; child = picture.subtreeEnd[child] as number) {
    if ((picture.key[child] as number) >= 0) children.push(child);
  }
  return children;
}

function heaviest(children: readonly number[], picture: FlamePicture): number | undefined {
  let best: number | undefined;
  for (const child of children) {
    const weight = picture.weight[child] as number;
    if (best === undefined || weight > (picture.weight[best] as number)) best = child;
  }
  return best;
}

/** The widest ancestor from which a frame still measures `least` pixels. */
export function zoomToSee(
  picture: FlamePicture,
  frame: number,
  width: number,
  least: number,
): number {
  let zoom = frame;
  for (let up = frame; up >= 0; up = picture.parent[up] as number) {
    const pixels = ((picture.weight[frame] as number) / (picture.weight[up] as number)) * width;
    if (pixels < least) break;
    zoom = up;
  }
  return zoom;
}
