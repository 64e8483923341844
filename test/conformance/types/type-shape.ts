import ts from 'typescript';

export type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** A TypeScript type as its JSON representation. */
export interface TypeShape {
  readonly kinds: ReadonlySet<Kind>;
  /** Texts that the type lists; empty for any text. */
  readonly values: ReadonlySet<string>;
  /** Whether texts other than {@link values} match. */
  readonly open: boolean;
  /** Fields by name, for each object of a union. */
  readonly objects: readonly ReadonlyMap<string, TypeField>[];
  readonly items: TypeShape | undefined;
}

export interface TypeField {
  readonly optional: boolean;
  /** Whether another object of the union has this field and this one excludes it. */
  readonly never: boolean;
  readonly shape: TypeShape;
}

/** Reads a type of a program. */
export function buildShape(checker: ts.TypeChecker, type: ts.Type): TypeShape {
  const bare = checker.getNonNullableType(type);
  const members = bare.isUnion() ? bare.types : [bare];
  const texts = members.filter((member) => member.isStringLiteral());
  const lists = members.filter((member) => checker.isArrayType(member));
  const objects = members.filter((member) => resolveTypeKind(checker, member) === 'object');
  const [item] = lists.flatMap((list) => checker.getTypeArguments(list as ts.TypeReference));
  return {
    kinds: new Set(
      members
        .map((member) => resolveTypeKind(checker, member))
        .filter((kind) => kind !== undefined),
    ),
    values: new Set(texts.map(({ value }) => value)),
    open: members.some(
      (member) => resolveTypeKind(checker, member) === 'string' && !member.isStringLiteral(),
    ),
    objects: objects.map((object) => readFields(checker, object)),
    items: item && buildShape(checker, item),
  };
}

function readFields(checker: ts.TypeChecker, type: ts.Type): Map<string, TypeField> {
  return new Map(
    checker.getPropertiesOfType(type).map((property) => {
      const declared = checker.getTypeOfSymbol(property);
      const field: TypeField = {
        optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
        never: (checker.getNonNullableType(declared).flags & ts.TypeFlags.Never) !== 0,
        shape: buildShape(checker, declared),
      };
      return [property.name, field];
    }),
  );
}

function resolveTypeKind(checker: ts.TypeChecker, type: ts.Type): Kind | undefined {
  if (type.flags & ts.TypeFlags.StringLike || isText(type)) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (checker.isArrayType(type)) return 'array';
  const isObject = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
  return isObject ? 'object' : undefined;
}

/** Returns whether a type is `string & {}`, which keeps the known values of an open union. */
function isText(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String);
}
