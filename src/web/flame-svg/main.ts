// The entry of the script inside an SVG flame graph.
export function start(root: SVGSVGElement): void {
  root.dataset['ready'] = 'true';
}
