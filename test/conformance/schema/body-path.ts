/** A step into a body: to a field, to the first item of a list, or to an alternative of an object. */
export type Step =
  { readonly field: string } | { readonly item: number } | { readonly choice: number };

/** The steps to one part of a body. */
export type BodyPath = readonly Step[];

/** Returns the path of a part as a violation has it: `infoAdicionais[0].nome`. */
export function toViolationPath(bodyPath: BodyPath): string {
  return bodyPath.reduce((path, step) => {
    if ('item' in step) return `${path}[${step.item}]`;
    if ('choice' in step) return path;
    return path === '' ? step.field : `${path}.${step.field}`;
  }, '');
}

/** Returns a copy of a body with the target of a path replaced, or removed if the value is `undefined`. */
export function replaceAt(body: unknown, bodyPath: BodyPath, value: unknown): unknown {
  const keys = bodyPath.flatMap((step) =>
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
