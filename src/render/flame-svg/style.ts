import { type DiffColors, diffTint } from '../palette/diff-colors.ts';
import { diffSteps } from '../palette/diff-step.ts';
import { type Tint, tintOf } from '../palette/palette.ts';
import { readTintClass } from './make-picture.ts';
import type { FlamePicture } from './picture.ts';

/**
 * The style sheet inside the file. Every rule hangs on the class of the root, because the picture
 * may stand inside a page. Colours are written out, not as variables: some viewers know none.
 */
export function styleSheet(picture: FlamePicture, diffColors: DiffColors): string {
  const tints = tintRules(picture, diffColors);
  const { fontSize } = picture.facts;
  return [
    lightRules(fontSize),
    ...tints.map(([name, tint]) => `.pf .${name}{fill:${tint.light}}`),
    '@media(prefers-color-scheme:dark){',
    darkRules,
    ...tints.map(([name, tint]) => `.pf .${name}{fill:${tint.dark}}`),
    '}',
    '@media(forced-colors:active){.pf .f rect{stroke:CanvasText}.pf text{fill:CanvasText}}',
  ].join('\n');
}

function tintRules(picture: FlamePicture, diffColors: DiffColors): [string, Tint][] {
  if (picture.base !== null) {
    const steps = Array.from({ length: diffSteps }, (_, i) => i + 1);
    return [
      ['e', diffTint(diffColors, 0)],
      ...steps.map((step): [string, Tint] => [`l${step}`, diffTint(diffColors, -step)]),
      ...steps.map((step): [string, Tint] => [`m${step}`, diffTint(diffColors, step)]),
    ];
  }
  return [...new Set(picture.tints)].sort().map((name) => {
    const { family, shade } = readTintClass(name);
    return [name, tintOf(family, shade)];
  });
}

const fonts =
  '-apple-system,BlinkMacSystemFont,"Segoe UI","Adwaita Sans",Inter,Cantarell,Ubuntu,"Noto Sans",system-ui,"DejaVu Sans",sans-serif';

// Classes: t title, q quiet, p share, f frames, s block of small frames, a ancestor of the zoom,
// i inlined, h hatch, x match, o same function as the hovered one, z selected, b button.
const lightRules = (
  fontSize: number,
): string => `.pf{background:#fff;font:${fontSize}px ${fonts};font-variant-ligatures:none}
.pf .bg{fill:#fff}
.pf text{fill:#1b1b1f;white-space:pre}
.pf .t{font-size:15px;font-weight:600}
.pf .q{fill:#62646e;font-size:12px}
.pf .p{font-size:${Math.max(8, fontSize - 1)}px;text-anchor:end}
.pf .i text{font-style:italic}
.pf .i rect{fill-opacity:.75}
.pf .s{fill:#e4e4e8}
.pf .s text{fill:#4a4c55}
.pf .h{fill:url(#pf-hatch);fill-opacity:1}
.pf .hl{stroke:#1e1e32;stroke-opacity:.15}
.pf .a rect{opacity:.5}
.pf .a text{fill:#4a4c55}
.pf .f g{cursor:pointer}
.pf .f:focus{outline:none}
.pf .o rect{filter:brightness(.9)}
.pf .f g:hover rect{stroke:#17181c}
.pf.search .f rect{opacity:.3}
.pf.search .f text{fill:#595b64}
.pf.search .f .x rect{opacity:1;fill:#f2c230}
.pf.search .f .x text{fill:#1d1700}
.pf .f .z rect{stroke:#17181c;stroke-width:2}
.pf .f:focus .z rect{stroke:#4650c8}
.pf .b{fill:#4650c8;cursor:pointer;font-size:12px}
.pf .b:hover{text-decoration:underline}
.pf .b:focus-visible{outline:2px solid #4650c8;outline-offset:2px}
.pf .bad{fill:#a8321f}
.pf .edge{fill:none}
.pf.scrolled .edge{fill:#e3e3e7}
.pf .panel{fill:#fff;stroke:#c9c9d0}
.pf input{box-sizing:border-box;width:100%;height:26px;padding:0 8px;font:12px ${fonts};color:#17181c;background:#f0f0f2;border:1px solid #e3e3e7;border-radius:6px}
.pf input:focus{outline:2px solid #4650c8;outline-offset:-1px}`;

const darkRules = `.pf{background:#1c1d20}
.pf .bg{fill:#1c1d20}
.pf text{fill:#f4f4f6}
.pf .q{fill:#989ba4}
.pf .s{fill:#36383d}
.pf .s text{fill:#b4b6bd}
.pf .hl{stroke:#fff;stroke-opacity:.12}
.pf .a text{fill:#b4b6bd}
.pf .o rect{filter:brightness(1.2)}
.pf .f g:hover rect{stroke:#ececef}
.pf.search .f text{fill:#a8abb4}
.pf.search .f .x rect{fill:#d9a514}
.pf .f .z rect{stroke:#ececef}
.pf .f:focus .z rect{stroke:#9aa3ff}
.pf .b{fill:#9aa3ff}
.pf .b:focus-visible{outline-color:#9aa3ff}
.pf .bad{fill:#ff9a85}
.pf.scrolled .edge{fill:#2b2d31}
.pf .panel{fill:#26282c;stroke:#3d4046}
.pf input{color:#ececef;background:#121315;border-color:#2b2d31}`;
