import { baseName } from '../base/base-name.ts';
import { compareText } from '../base/text-layout.ts';

/** What a row of a report stands for. Parts that the granularity leaves out are '' or 0. */
export interface NodeInfo {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where the function starts; kept where the name alone does not tell rows apart. */
  readonly startLine: number;
  /** In the running process; 0n = not part of the row. */
  readonly address: bigint;
  /** Path of the image. */
  readonly module: string;
  /** The row's text. */
  readonly label: string;
}

/** Address, function and place, as far as they are known: pprof's printable name. */
export function nodeLabel(info: Omit<NodeInfo, 'label'>): string {
  const { name, file, line, column, address, module } = info;
  if (line === 0 && file === '' && address === 0n && name !== '') return name;
  const parts: string[] = [];
  if (address !== 0n) parts.push(address.toString(16).padStart(16, '0'));
  if (name !== '') parts.push(name);
  if (line !== 0) parts.push(`${file}:${line}${column === 0 ? '' : `:${column}`}`);
  else if (file !== '') parts.push(file);
  else if (name === '') parts.push(module === '' ? '<unknown>' : `[${baseName(module)}]`);
  return parts.join(' ');
}

/** Alphabetical, addresses by number; 0 only for rows that read the same. */
export function compareLabels(first: NodeInfo, second: NodeInfo): number {
  if (first.address !== 0n && second.address !== 0n && first.address !== second.address) {
    return first.address < second.address ? -1 : 1;
  }
  return compareText(first.label, second.label);
}

/** Orders rows that read the same, by everything that makes them different. */
export function compareInfos(first: NodeInfo, second: NodeInfo): number {
  return compareText(infoText(first), infoText(second));
}

function infoText({ name, address, file, startLine, line, column, module }: NodeInfo): string {
  return `{${name}  ${address} ${file} ${startLine} ${line} ${column} ${module}}`;
}
