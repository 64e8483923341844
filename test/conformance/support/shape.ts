import ts from 'typescript';
import { compile } from './compiler.js';
import type { Document } from './document.js';
import type { Schema } from './misprints.js';

/** What is said of one field of an answer. */
export interface FieldShape {
  readonly required: boolean;
  /** Known values of a text, sorted; empty for any. */
  readonly values: readonly string[];
}

/** The fields of an answer by path; `cobs[].loc.id`. */
export type Shape = ReadonlyMap<string, FieldShape>;

/** The shape that a schema of the file gives an answer. */
export function shapeOfSchema(document: Document, schema: Schema): Shape {
  const shape = new Map<string, FieldShape>();
  addSchema(document, [schema], '', shape);
  return shape;
}

/** All parts that a value has to fit, or may choose from. */
interface Parts {
  readonly all: Schema[];
  readonly required: Set<string>;
}

function partsOf(document: Document, node: Schema): Parts {
  const schema = document.follow(node);
  const all = ((schema.allOf ?? []) as Schema[]).map((part) => partsOf(document, part));
  // A text has no parts, whatever alternatives the file gives it (PixAutomatico.valor).
  const alternatives = schema.type === 'string' ? [] : (schema.oneOf ?? schema.anyOf ?? []);
  const some = (alternatives as Schema[]).map((part) => partsOf(document, part));
  // Only what every alternative demands is demanded of every answer.
  const common = [...(some[0]?.required ?? [])].filter((name) =>
    some.every(({ required }) => required.has(name)),
  );
  return {
    all: [schema, ...[...all, ...some].flatMap((part) => part.all)],
    required: new Set([
      ...((schema.required ?? []) as string[]),
      ...all.flatMap((part) => [...part.required]),
      ...common,
    ]),
  };
}

function addSchema(
  document: Document,
  nodes: readonly Schema[],
  path: string,
  shape: Map<string, FieldShape>,
): void {
  const parts = nodes.map((node) => partsOf(document, node));
  const schemas = parts.flatMap(({ all }) => all);
  const required = new Set(parts.flatMap((part) => [...part.required]));
  const items = schemas.flatMap((schema) => (schema.items ? [schema.items as Schema] : []));
  if (items.length > 0) addSchema(document, items, `${path}[]`, shape);
  const properties = new Map<string, Schema[]>();
  for (const schema of schemas) {
    for (const [name, part] of Object.entries(
      (schema.properties ?? {}) as Record<string, Schema>,
    )) {
      properties.set(name, [...(properties.get(name) ?? []), part]);
    }
  }
  for (const [name, nodesOfName] of properties) {
    const here = path === '' ? name : `${path}.${name}`;
    const values = nodesOfName.flatMap((node) =>
      partsOf(document, node).all.flatMap((part) => (part.enum ?? []) as string[]),
    );
    shape.set(here, { required: required.has(name), values: [...new Set(values)].toSorted() });
    addSchema(document, nodesOfName, here, shape);
  }
}

/** The shapes of types, given as TypeScript text. */
export function shapesOfTypes(imports: string, types: readonly string[]): Shape[] {
  const lines = types.map((type, index) => `export type Type${index} = ${type};`);
  const { program, file } = compile([imports, ...lines].join('\n'));
  const checker = program.getTypeChecker();
  const aliases = file.statements.filter(ts.isTypeAliasDeclaration);
  return types.map((_type, index) => {
    const alias = aliases.find(({ name }) => name.text === `Type${index}`);
    const shape = new Map<string, FieldShape>();
    addType(checker, checker.getTypeAtLocation(alias!), '', shape);
    return shape;
  });
}

const membersOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

function addType(
  checker: ts.TypeChecker,
  type: ts.Type,
  path: string,
  shape: Map<string, FieldShape>,
): void {
  const members = membersOf(checker.getNonNullableType(type));
  for (const member of members.filter((one) => checker.isArrayType(one))) {
    const [item] = checker.getTypeArguments(member as ts.TypeReference);
    if (item) addType(checker, item, `${path}[]`, shape);
  }
  const objects = members.filter((one) => isObject(checker, one));
  const names = objects.flatMap((one) => checker.getPropertiesOfType(one).map(({ name }) => name));
  for (const name of new Set(names)) {
    addProperty(
      checker,
      objects.map((one) => checker.getPropertyOfType(one, name)),
      path === '' ? name : `${path}.${name}`,
      shape,
    );
  }
}

/** Adds one field, as each alternative of the object has it. */
function addProperty(
  checker: ts.TypeChecker,
  symbols: readonly (ts.Symbol | undefined)[],
  path: string,
  shape: Map<string, FieldShape>,
): void {
  const fields = symbols.flatMap((symbol) => {
    if (!symbol) return [];
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    // An alternative excludes the fields of another by giving them no type.
    if (type.flags & ts.TypeFlags.Never) return [];
    return [{ type, optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0 }];
  });
  if (fields.length === 0) return;
  const values = fields
    .flatMap(({ type }) => membersOf(type))
    .flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  shape.set(path, {
    required: fields.length === symbols.length && fields.every(({ optional }) => !optional),
    values: [...new Set(values)].toSorted(),
  });
  for (const { type } of fields) addType(checker, type, path, shape);
}

function isObject(checker: ts.TypeChecker, type: ts.Type): boolean {
  const kinds = ts.TypeFlags.Object | ts.TypeFlags.Intersection;
  return (type.flags & kinds) !== 0 && !checker.isArrayType(type) && !isText(type);
}

/** `string & {}`, which keeps the known values of an open union apart. */
function isText(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String);
}
