import { ValidationError } from '../errors/index.js';
import { ID_REC, ID_REC_RULE, TXID, TXID_HELPER, TXID_RULE } from '../values/index.js';

/** The values of path parameters by name. */
export type PathValues = Readonly<Record<string, string | number>>;

/** The path template of an operation as a type, which names its parameters. */
export interface AtPath<Path extends string> {
  readonly path: Path;
}

type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never;

/** The values of the parameters of a path template: `{ txid: string }` of `/cob/{txid}`. None if it is any `string`. */
export type PathParams<Path extends string> = Readonly<Record<PathParamName<Path>, string>>;

/** The rule of one `{parameter}` of a path (docs/decisions.md D7). */
export interface PathParam {
  /** Name in the path template, and `field` of the error: `txid`. */
  readonly name: string;
  /**
   * The rule in Portuguese, to be appended to the name: `deve ter de 26 a 35 letras ou dígitos`.
   */
  readonly describe: string;
  /** Converts other forms of a value that are accepted to the one that is sent. */
  readonly normalize?: (value: unknown) => unknown;
  /** Whether a value can be sent in a path. Always checked. */
  readonly accepts: (value: unknown) => boolean;
  /** Whether an accepted value satisfies the rest of the rule. `validate: false` turns it off. */
  readonly validates?: (value: unknown) => boolean;
}

/** Returns the rule that a parameter is a text of a pattern. */
export function matching(name: string, pattern: RegExp, describe: string): PathParam {
  return {
    name,
    describe,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
  };
}

// The rules that operations of several families share.

/** Identifier of a charge: BCB schema `TxId`. */
export const txidParam = matching('txid', TXID, TXID_RULE);

/** Identifier of a recurrence: BCB schema `RecId`. */
export const idRecParam = matching('idRec', ID_REC, ID_REC_RULE);

/** Identifier of a location (of a charge or a recurrence): an int64 that the provider assigns. */
export const locationIdParam: PathParam = {
  name: 'id',
  describe: 'deve ser um número inteiro positivo',
  accepts: (value) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value > 0
      : typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value),
};

/** Identifier of a batch, chosen by the receiver; the specification sets no pattern. */
export const loteIdParam: PathParam = {
  name: 'id',
  describe: 'deve ser um texto não vazio ou um número inteiro positivo',
  accepts: (value) =>
    typeof value === 'number' ? Number.isSafeInteger(value) && value > 0 : isSegment(value),
};

/**
 * Whether a text is usable as one path segment: not blank, without unpaired surrogates (which
 * cannot be percent-encoded), and not a dot segment, which URL parsers resolve.
 */
export function isSegment(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /\S/.test(value) &&
    !/^\.{1,2}$/.test(value) &&
    !/\p{Surrogate}/u.test(value)
  );
}

/** What of an operation its path needs. */
interface Addressed {
  readonly method: string;
  readonly path: string;
  readonly params: readonly PathParam[];
}

/** Returns the name of an operation in errors, logs, metrics and profiles: `PUT /cob/{txid}`. */
export function operationName({ method, path }: Pick<Addressed, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/**
 * Normalizes the path parameters of an operation.
 *
 * @returns a copy if a parameter has a normalization; the values themselves otherwise
 */
export function normalizeParams(
  { params }: Pick<Addressed, 'params'>,
  values: PathValues | undefined,
): PathValues | undefined {
  if (values === undefined || params.every(({ normalize }) => normalize === undefined)) {
    return values;
  }
  const normalized = params.map(({ name, normalize }) => {
    const value = values[name];
    return [name, normalize ? normalize(value) : value] as const;
  });
  return { ...values, ...(Object.fromEntries(normalized) as PathValues) };
}

/**
 * Builds the path of an operation. Validates and percent-encodes each parameter.
 *
 * @param options `validate: false` disables all rules except those that a valid path requires
 * @throws ValidationError on an invalid parameter
 */
export function buildPath(
  operation: Addressed,
  values: PathValues = {},
  { validate = true }: { readonly validate?: boolean } = {},
): string {
  let path = operation.path;
  let refused: PathParam[] | undefined;
  for (const param of operation.params) {
    const value = values[param.name];
    if (value !== undefined && isValid(param, value, validate)) {
      // Encoded, it has no `$`, which a replacement would interpret.
      path = path.replace(`{${param.name}}`, encodeURIComponent(value));
    } else {
      (refused ??= []).push(param);
    }
  }
  if (!refused) return path;
  const violacoes = refused.map(({ name, describe }) => ({
    propriedade: name,
    razao: `${name} ${describe}${describe === TXID_RULE ? `: ${TXID_HELPER}` : ''}`,
  }));
  const reasons = violacoes.map(({ razao }) => razao).join('; ');
  throw new ValidationError(`Parâmetro inválido em ${operationName(operation)}: ${reasons}`, {
    violacoes,
  });
}

function isValid({ accepts, validates }: PathParam, value: unknown, validate: boolean): boolean {
  return accepts(value) && (!validate || validates === undefined || validates(value));
}
