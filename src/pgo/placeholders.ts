import { ToolError } from '../base/tool-error.ts';

/** What `${binary}`, `${data:logs}`, `${port:http}` and so on stand for. */
export type Placeholders = Readonly<Record<string, string>>;

export function fillPlaceholders(text: string, values: Placeholders): string {
  return text.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = values[name];
    if (value !== undefined) return value;
    throw new ToolError(
      'malformed-input',
      `plateau.toml: \${${name}} stands for nothing in "${text}"`,
      {
        hint: `known here: ${Object.keys(values)
          .map((each) => `\${${each}}`)
          .join(' ')}`,
      },
    );
  });
}

export function fillAll(texts: readonly string[], values: Placeholders): string[] {
  return texts.map((text) => fillPlaceholders(text, values));
}

/** Names of the ports that texts ask for, each once. */
export function portNames(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(/\$\{port:([^}]*)\}/g)]);
  return [...new Set(found.map(([, name = '']) => name))];
}
