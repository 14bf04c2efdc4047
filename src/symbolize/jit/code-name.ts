/** A runtime's name for code, taken apart. */
export interface CodeName {
  /** As shown. */
  readonly name: string;
  readonly file: string; // '' = not said
  readonly line: number; // where the function begins; 0 = not said
  readonly column: number; // 0 = not said
  /** How far the code was compiled; '' where the runtime does not say. */
  readonly tier: '' | 'interpreted' | 'baseline' | 'maglev' | 'turbofan';
}

/** V8's kinds of code that stem from a script (v8: LogEventListener, kinds JS, Script, Eval …). */
const v8Script = /^(?:JS|LazyCompile|Function|Eval|Script):([~^]|[+*]'?|'?)(.*)$/s;
/** The marks that V8 puts before names (v8: CodeKindToMarker); `'` behind: made for one closure. */
const v8Tiers: Readonly<Record<string, CodeName['tier']>> = {
  '~': 'interpreted',
  '^': 'baseline',
  '+': 'maglev',
  "+'": 'maglev',
  "'": 'turbofan',
  '*': 'turbofan',
  "*'": 'turbofan',
};
const position = /:(\d{1,9}):(\d{1,9})$/;
/** Names hold spaces (`get size`), and so do paths: the script begins where it looks like one. */
const scriptStart =
  /(?:^| )(?=\/|[a-z][a-z+.-]*:|\[|evalmachine\.|<anonymous>|[A-Za-z]:\\|[^ ]+\.[cm]?[jt]sx?$)/;
/** CPython's perf trampoline (cpython: Python/perf_trampoline.c): `py::qualified.name:file`. */
const python = /^py::([^:]*):(.*)$/s;
/** RPython, Ruby and others use `name file:line` too rarely alike to be taken apart. */

/** Function, file and line of the name that a runtime wrote into its map. */
export function parseCodeName(raw: string): CodeName {
  const script = v8Script.exec(raw);
  if (script !== null) return scriptFunction(script[2] ?? '', v8Tiers[script[1] ?? ''] ?? '');
  const inPython = python.exec(raw);
  if (inPython !== null) return plain(inPython[1] ?? '', inPython[2] ?? '');
  return plain(raw, '');
}

function plain(name: string, file: string): CodeName {
  return { name: name === '' ? '(anonymous)' : name, file, line: 0, column: 0, tier: '' };
}

function scriptFunction(text: string, tier: CodeName['tier']): CodeName {
  const at = position.exec(text);
  const body = at === null ? text : text.slice(0, at.index);
  const start = scriptStart.exec(body);
  const name = (start === null ? body : body.slice(0, start.index)).trim();
  const script = start === null ? '' : body.slice(start.index).trim();
  return {
    name: name === '' ? '(anonymous)' : name,
    file: pathOf(script),
    line: at === null ? 0 : Number(at[1]),
    column: at === null ? 0 : Number(at[2]),
    tier,
  };
}

/** Modules are named by URL, scripts by path. */
function pathOf(script: string): string {
  if (!script.startsWith('file:///')) return script;
  try {
    return decodeURIComponent(script.slice('file://'.length));
  } catch {
    return script;
  }
}
