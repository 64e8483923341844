import { isObject } from '../errors/index.js';
import { getFieldTable } from './field-table.js';
import type { DtoClass } from './operation.js';
import type { Field } from './validation/index.js';

/**
 * Normalizes a request body before it is checked and sent: removes known fields that are `null`, and
 * converts the values for which the field table has a conversion, such as numeric text where the
 * specification requires a number. Any other value is unchanged, so that its rule refuses it. Unknown
 * fields are unchanged.
 *
 * @returns a copy of what differs; the body itself if nothing does. The body is never modified
 */
export function normalizeBody(dto: DtoClass | undefined, body: unknown): unknown {
  if (dto === undefined || !isObject(body)) return body;
  const fields = getFieldTable(dto);
  const members: [string, unknown][] = [];
  let isChanged = false;
  for (const [name, value] of Object.entries(body)) {
    const field = fields.get(name);
    if (field && value === null) {
      isChanged = true;
      continue;
    }
    const normalized = field ? normalizeValue(field, value) : value;
    isChanged ||= normalized !== value;
    members.push([name, normalized]);
  }
  const inherited = listInherited(body, fields);
  return isChanged || inherited.length > 0 ? Object.fromEntries([...members, ...inherited]) : body;
}

/** Lists known fields that a class defines as getters: they are checked, so they must be sent. */
function listInherited(
  body: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, Field>,
): [string, unknown][] {
  const prototype: unknown = Object.getPrototypeOf(body);
  if (prototype === null || prototype === Object.prototype) return [];
  return [...fields].flatMap(([name, field]) => {
    const value = Object.hasOwn(body, name) ? undefined : body[name];
    if (value === undefined || value === null) return [];
    return [[name, normalizeValue(field, value)] as [string, unknown]];
  });
}

function normalizeValue({ nested, normalize }: Field, value: unknown): unknown {
  if (!nested) return normalize ? normalize(value) : value;
  const dto = nested();
  if (!Array.isArray(value)) return normalizeBody(dto, value);
  const items = value.map((item: unknown) => normalizeBody(dto, item));
  return items.some((item, index) => item !== value[index]) ? items : value;
}
