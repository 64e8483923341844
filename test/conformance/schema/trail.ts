/** A step into a body: into a field, into the first item of a list, or to one of the alternatives of an object. */
export type Step =
  { readonly field: string } | { readonly item: number } | { readonly choice: number };

/** How to get to one part of a body. */
export type Trail = readonly Step[];

/** The path of a part as a violation names it: `infoAdicionais[0].nome`. */
export function pathOf(trail: Trail): string {
  return trail.reduce((path, step) => {
    if ('item' in step) return `${path}[${step.item}]`;
    if ('choice' in step) return path;
    return path === '' ? step.field : `${path}.${step.field}`;
  }, '');
}

/** A copy of a body with the part at the end of a trail replaced; `undefined` takes it away. */
export function replaceAt(body: unknown, trail: Trail, value: unknown): unknown {
  const keys = trail.flatMap((step) =>
    'choice' in step ? [] : ['item' in step ? step.item : step.field],
  );
  const last = keys.pop();
  if (last === undefined) return value;
  const copy = structuredClone(body);
  const parent = keys.reduce<object>(
    (node, key) => Reflect.get(node, key) as object,
    copy as object,
  );
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}
