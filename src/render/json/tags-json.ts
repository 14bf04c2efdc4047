import type { ReportContext, Tag } from '../../analysis/index.ts';
import type { CsvCell } from '../csv.ts';
import { jsonPercent, jsonValue, type ReportJson, reportJson } from './report-json.ts';

export interface TagsJson extends ReportJson {
  readonly tags: readonly {
    readonly key: string;
    readonly weight: number;
    readonly percent: number;
    readonly samples: number;
    readonly values: readonly {
      readonly value: string;
      readonly weight: number;
      readonly percent: number;
      readonly samples: number;
    }[];
  }[];
}

export function tagsJson(context: ReportContext, tags: readonly Tag[]): TagsJson {
  const numbers = ({ weight, samples }: { weight: number; samples: number }) => ({
    weight: jsonValue(context, weight),
    percent: jsonPercent(weight, context.total),
    samples,
  });
  return {
    ...reportJson(context),
    tags: tags.map((tag) => ({
      key: tag.key,
      ...numbers(tag),
      values: tag.values.map((each) => ({ value: each.value, ...numbers(each) })),
    })),
  };
}

export const tagColumns: readonly string[] = ['key', 'value', 'weight', 'percent', 'samples'];

export function* tagCsvRows({ tags }: TagsJson): Generator<CsvCell[]> {
  for (const { key, values } of tags) {
    for (const { value, weight, percent, samples } of values) {
      yield [key, value, weight, percent, samples];
    }
  }
}
