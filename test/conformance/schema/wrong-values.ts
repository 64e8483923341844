import { buildItems } from './build-example.js';
import { resolveType, type JsonType, type Part, type Rule } from './part.js';
import { readPattern, textsAround } from './pattern.js';
import { buildSimilarValues } from './similar-values.js';

/** A value that violates one rule of a part. */
export interface WrongValue {
  readonly rule: string;
  readonly value: unknown;
}

/**
 * Returns values that violate each rule of a part, one at a time.
 *
 * @param right a valid value
 * @param listed values of all enums of the specification
 */
export function buildWrongValues(
  part: Part,
  right: unknown,
  listed: readonly string[] = [],
): WrongValue[] {
  const type = resolveType(part);
  return [
    ...(type ? ofType(type) : []),
    ...(typeof right === 'number' ? [{ rule: 'type, as text', value: String(right) }] : []),
    ...part.rules.flatMap((rule) =>
      (BREAKS[rule.keyword]?.(rule.limit as never, part, listed) ?? []).map((value) => ({
        rule: ruleText(rule),
        value,
      })),
    ),
  ];
}

function ruleText({ keyword, limit }: Rule): string {
  return keyword === 'integer' ? 'type integer' : `${keyword} ${String(limit)}`;
}

const SAMPLES: readonly (readonly [of: readonly JsonType[], value: unknown])[] = [
  [['string'], 'nada disso'],
  [['string'], 'true'],
  [['integer', 'number'], 1],
  [['boolean'], true],
  [['object'], {}],
  [['array'], []],
  [[], null],
];

function ofType(type: JsonType): WrongValue[] {
  return SAMPLES.filter(([of]) => !of.includes(type)).map(([, value]) => ({
    rule: `type ${type}`,
    value,
  }));
}

type Break = (limit: never, part: Part, listed: readonly string[]) => unknown[];

const BREAKS: Readonly<Record<string, Break>> = {
  integer: () => [1.5],
  pattern: (printed: string) =>
    textsAround(printed).filter((text) => !readPattern(printed).test(text)),
  format: (format: string) => WRONG_FORMATS[format] ?? [],
  enum: (choices: string[], _, listed) => buildSimilarValues(choices, listed),
  minLength: (limit: number) => ['1'.repeat(limit - 1)],
  maxLength: (limit: number) => ['x'.repeat(limit + 1), '😀'.repeat(limit + 1)],
  minimum: (limit: number) => [limit - 1],
  maximum: (limit: number) => [limit + 1],
  minItems: (limit: number, { items }) => [items ? buildItems(items, limit - 1) : []],
  maxItems: (limit: number, { items }) => [items ? buildItems(items, limit + 1) : []],
  uniqueItems: (_: true, { items }) => {
    const [item] = items ? buildItems(items, 1) : [];
    return [[item, item]];
  },
};

const WRONG_FORMATS: Readonly<Record<string, unknown[]>> = {
  date: ['2021-02-29', '2021-1-1', '31/12/2021', '2021-01-01T00:00:00Z', ''],
  'date-time': ['2021-01-01', '2021-01-01T00:00:00', '2021-02-29T00:00:00Z', 'ontem', ''],
  uri: ['nada disso', '/so/um/caminho', ''],
  int32: [2 ** 31],
};
