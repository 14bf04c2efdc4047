import { formatLink, parseLink } from './link.ts';

const links = [
  '#flame-graph?file=1&range=0.5-2~1-1.5&t=focus:parse~subtree:main/parse&q=read&sel=f@libc.so.6&zoom=main/f',
  '#timeline?heat=columns&range=0-1',
  '#assembly?sel=eval&addr=4010f3&syntax=att&bytes=1&lines=0',
  '#compare?file=0,1&base=0-1&diff=new&width=base&measure=total&shares=1&sort=change-&later=%25',
];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'link',
  seeds: () => links.map((link) => new TextEncoder().encode(link)),
  /** Whatever a link says, what was understood of it survives being written and read again. */
  run(bytes) {
    const once = formatLink(parseLink(new TextDecoder().decode(bytes)));
    const twice = formatLink(parseLink(once));
    if (twice !== once) throw new Error(`${once} became ${twice}`);
  },
};
