import { JsonFields, jsonBoolean, jsonNumber } from '../../base/json-fields.ts';
import type { FunctionChange, FunctionChanges } from './bench-page.ts';

/** The table of functions in what `plateau compare --profile --json` prints; null in other results. */
export function parseFunctions(results: unknown): FunctionChanges | null {
  return new JsonFields(results, 'file').maybe('functions', (value, path) => {
    const fields = new JsonFields(value, path);
    return {
      recordings: fields.number('recordings'),
      unit: fields.text('unit'),
      measure: fields.text('measure'),
      rows: fields.list('rows', functionChange),
    };
  });
}

function functionChange(value: unknown, path: string): FunctionChange {
  const fields = new JsonFields(value, path);
  return {
    name: fields.text('name'),
    module: fields.text('module'),
    status: fields.text('status'),
    noise: fields.maybe('noise', jsonBoolean),
    base: fields.number('base'),
    new: fields.number('new'),
    delta: fields.number('delta'),
    baseSamples: fields.number('baseSamples'),
    newSamples: fields.number('newSamples'),
    pValue: fields.maybe('pValue', jsonNumber),
  };
}
