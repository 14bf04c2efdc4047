import type { Command } from 'commander';
import { baseName } from '../base/base-name.ts';
import { ToolError } from '../base/tool-error.ts';
import { demangle } from '../demangle/index.ts';
import { openImage } from '../load/open-image.ts';
import { SymbolSources } from '../load/symbolize-files.ts';
import { type ElfFile, findSection } from '../object/elf-file.ts';
import type { Host } from '../platform/host.ts';
import type { PlaceSource } from '../symbolize/code-place.ts';
import { addExamples } from './examples.ts';
import {
  type AddressStyle,
  type AddressTexts,
  addressJson,
  addressText,
  keptText,
} from './symbolize-text.ts';

interface SymbolizeFlags {
  readonly exe?: string;
  readonly addresses?: boolean;
  readonly functions?: boolean;
  readonly inlines?: boolean;
  readonly demangle?: boolean;
  readonly prettyPrint?: boolean;
  readonly basenames?: boolean;
  readonly section?: string;
  readonly json?: boolean;
}

export function defineSymbolize(command: Command, host: Host): void {
  command
    .argument('[binary]', 'the image; with -e the first address')
    .argument('[addresses...]', 'in hexadecimal; - or none: lines of standard input')
    .option('-e, --exe <binary>', 'the image, and only what other flags ask for, as addr2line does')
    .option('-f, --functions', 'names of functions')
    .option('--no-functions', 'no names of functions')
    .option('-i, --inlines', 'functions that were inlined, innermost first')
    .option('--no-inlines', 'only the innermost function')
    .option('-C, --demangle', 'names as the programmer wrote them')
    .option('--no-demangle', 'names as the linker knows them')
    .option('-a, --addresses', 'the address before each answer')
    .option('-p, --pretty-print', 'one line for each function')
    .option('-s, --basenames', 'files without their folders')
    .option('-j, --section <name>', 'addresses count from the start of this section')
    .option('--json', 'one JSON value with everything known')
    .action((binary: string | undefined, addresses: readonly string[], flags: SymbolizeFlags) =>
      symbolize(host, binary, addresses, flags),
    );
  command.addHelpText(
    'after',
    '\nWithout -e, functions, inlined ones and demangled names are on (-f -i -C).',
  );
  addExamples(command, [
    ['plateau symbolize ./app 0x401136 0x40115a', 'functions and lines'],
    ['plateau symbolize -e ./app -a -p -f -i 401136', 'the flags of addr2line'],
    ['plateau symbolize ./app - --json < addresses.txt', 'for a script'],
  ]);
}

/** What answers, and how addresses and answers are written. */
interface Session {
  readonly source: PlaceSource;
  readonly style: AddressStyle;
  readonly texts: AddressTexts;
  /** Svma of offset 0, other than 0 with -j. */
  readonly base: number;
  readonly isJson: boolean;
}

async function symbolize(
  host: Host,
  first: string | undefined,
  rest: readonly string[],
  flags: SymbolizeFlags,
): Promise<void> {
  const binary = flags.exe ?? first;
  if (binary === undefined) {
    throw new ToolError('usage', 'symbolize needs a binary', {
      hint: 'plateau symbolize ./app 0x401136',
    });
  }
  const addresses = flags.exe === undefined || first === undefined ? rest : [first, ...rest];
  using sources = new SymbolSources(host);
  const { elf, symbolizer } = await openImage(host, sources, binary);
  const isStream = addresses.length === 0 || (addresses.length === 1 && addresses[0] === '-');
  const session: Session = {
    source: symbolizer,
    style: styleOf(flags, elf.is64),
    texts: textsOf(flags),
    base: sectionBase(elf, flags.section),
    isJson: flags.json === true,
  };
  if (session.isJson) await writeJson(host, session, isStream ? readLines(host) : [addresses]);
  else if (isStream) {
    for await (const lines of readLines(host)) await writeAnswers(host, session, lines);
  } else await writeAnswers(host, session, addresses);
}

function styleOf(flags: SymbolizeFlags, is64: boolean): AddressStyle {
  const isOn = flags.exe === undefined;
  return {
    addresses: flags.addresses === true,
    functions: flags.functions ?? isOn,
    inlines: flags.inlines ?? isOn,
    pretty: flags.prettyPrint === true,
    basenames: flags.basenames === true,
    is64,
  };
}

function textsOf(flags: SymbolizeFlags): AddressTexts {
  const isDemangled = flags.demangle ?? flags.exe === undefined;
  return {
    name: keptText(isDemangled ? demangle : (name) => name),
    file: keptText(flags.basenames === true ? baseName : (file) => file),
  };
}

function sectionBase(elf: ElfFile, name: string | undefined): number {
  if (name === undefined) return 0;
  const section = findSection(elf, name);
  if (section !== undefined) return Number(section.address);
  throw new ToolError('usage', `no section ${name} in the image`, {
    hint: 'readelf -S lists the sections',
  });
}

/** addr2line takes what is not a number for address 0; so do we, and answer that nothing is there. */
function parseAddress(session: Session, text: string): number {
  const value = Number.parseInt(text, 16);
  return session.base + (Number.isNaN(value) ? 0 : value);
}

/** So many answers make one text: in longer ones garbage grows old before it is collected. */
const answersPerText = 500;

async function writeAnswers(
  host: Host,
  session: Session,
  addresses: readonly string[],
): Promise<void> {
  for (let i = 0; i < addresses.length; i += answersPerText) {
    await host.stdout.write(answers(session, addresses.slice(i, i + answersPerText)));
  }
}

function answers(session: Session, addresses: readonly string[]): string {
  const { source, style, texts } = session;
  let text = '';
  for (const address of addresses) {
    const svma = parseAddress(session, address);
    text += addressText(svma, source.places(svma), style, texts);
  }
  return text;
}

async function writeJson(
  host: Host,
  session: Session,
  batches: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<void> {
  const { source, style, texts } = session;
  let separator = '[\n';
  for await (const batch of batches) {
    let text = '';
    for (const address of batch) {
      const svma = parseAddress(session, address);
      const value = addressJson(svma, source.places(svma), style, texts);
      text += separator + JSON.stringify(value);
      separator = ',\n';
    }
    await host.stdout.write(text);
  }
  await host.stdout.write(separator === '[\n' ? '[]\n' : '\n]\n');
}

/** Whole lines as they arrive, so that another program can ask and wait for each answer. */
async function* readLines(host: Host): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of host.stdin()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}
