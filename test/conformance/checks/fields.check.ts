import { type DtoClass, type Field, getFields } from '../../../lib/contract/index.js';
import { findLimit } from '../schema/limits.js';
import { type Part, readPart, resolveType } from '../schema/part.js';
import { buildMatchingTexts, stripDelimiters } from '../schema/pattern.js';
import { type Check, type Finding, joinOutcomes, type Outcome } from './check.js';
import { buildQueryPart } from './inputs.js';

/**
 * The fields of the body and filter classes and their limits must be those of the file. This detects values that a class
 * accepts in addition to the file and that no test value covers.
 */
export const checkFields: Check = (subject, context) => {
  const { file, row } = subject;
  const outcomes: Outcome[] = [];
  if (file.body && row.body) {
    const part = readPart(context.document, file.body, row.body.name.replace(/Dto$/, ''));
    outcomes.push(compareFields(part, row.body));
  }
  if (row.filter) outcomes.push(compareFields(buildQueryPart(subject, context), row.filter));
  return outcomes.length === 0 ? undefined : joinOutcomes(...outcomes);
};

function compareFields(part: Part, dto: DtoClass): Outcome {
  const parts = listFieldParts(part);
  const fields = getFields(dto);
  const extra = [...fields.keys()]
    .filter((name) => !parts.has(name))
    .map((name) => ({ at: `${part.at}.${name}`, what: 'is a field of the class only' }));
  const others = [...parts].map(([name, each]) => {
    const field = fields.get(name);
    return field
      ? compareField(each, field)
      : { cases: 1, findings: [{ at: each.at, what: 'is not a field of the class' }] };
  });
  return joinOutcomes({ cases: 0, findings: extra }, ...others);
}

function compareField(part: Part, { schema, nested }: Field): Outcome {
  const own = schema as Readonly<Record<string, unknown>>;
  const findings: Finding[] = KEYWORDS.flatMap((keyword) => {
    const [file, contract] = [fileSays(part, keyword), contractSays(own, keyword)];
    const what = `${keyword} ${file ?? 'none'}; the class has ${contract ?? 'none'}`;
    return file === contract ? [] : [{ at: part.at, what }];
  });
  const below = part.items && resolveType(part.items) === 'object' ? part.items : part;
  const inner = nested ? [compareFields(below, nested())] : [];
  return joinOutcomes({ cases: 1, findings }, ...inner);
}

const KEYWORDS = [
  'type',
  'enum',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

type Keyword = (typeof KEYWORDS)[number];

function fileSays(part: Part, keyword: Keyword): string | undefined {
  if (keyword === 'type') return resolveType(part) ?? 'string';
  const limit = findLimit(part.rules, keyword);
  if (keyword === 'maximum' && limit === undefined && findLimit(part.rules, 'format') === 'int32') {
    return String(2 ** 31 - 1);
  }
  return isImplied(part, limit, keyword) ? undefined : toLimitText(keyword, limit);
}

/** Returns whether the pattern implies the length. */
function isImplied({ rules }: Part, limit: unknown, keyword: Keyword): boolean {
  const pattern = findLimit(rules, 'pattern') as string | undefined;
  if (pattern === undefined) return false;
  const [shortest, longest] = buildMatchingTexts(pattern);
  return (
    (keyword === 'minLength' && limit === shortest.length) ||
    (keyword === 'maxLength' && limit === longest.length)
  );
}

/** The schema type of an object is `() => Dto`, that of a list of objects `() => [Dto]`. */
function contractSays(
  schema: Readonly<Record<string, unknown>>,
  keyword: Keyword,
): string | undefined {
  if (keyword !== 'type') return toLimitText(keyword, schema[keyword]);
  if (schema.isArray === true) return 'array';
  if (typeof schema.type !== 'function') return String(schema.type);
  return Array.isArray((schema.type as () => unknown)()) ? 'array' : 'object';
}

function toLimitText(keyword: Keyword, value: unknown): string | undefined {
  const limit = value as string | number | readonly string[] | undefined;
  // Number formats define limits.
  if (limit === undefined || limit === 'int32' || limit === 'int64') return undefined;
  if (keyword === 'enum') return (limit as readonly string[]).toSorted().join();
  return keyword === 'pattern' ? stripDelimiters(String(limit)) : String(limit);
}

/** Returns the parts of an object and of its alternatives by name. */
function listFieldParts(part: Part): Map<string, Part> {
  return new Map(
    [part, ...part.alternatives].flatMap(({ fields }) =>
      [...fields].map(([name, { part: below }]) => [name, below] as const),
    ),
  );
}
