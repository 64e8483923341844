// Checks a body against the rules of its class, and lists all violations.

import { isObject, ValidationError, type ValidationViolacao } from '../../errors/index.js';
import { countEdits } from '../../options/index.js';
import { calendarDate, TXID_HELPER, TXID_RULE } from '../../values/index.js';
import type { DtoClass, PixOperation } from '../operation.js';
import { operationName } from '../path.js';
import { getFields, join, OBJECT, REQUIRED, type Field, type Members, type Rule } from './table.js';

// Checks bodies and filters by the field table. One walk through a value normalizes it, the next one collects its
// violations, and a third one looks for mistyped names, only in a value that has an unknown name or a violation.

/** Path of the body as a whole. */
const WHOLE_BODY = 'body';

/** More levels than any body of the specification has. */
export const MAX_BODY_DEPTH = 64;

/** A field and the rule that it breaks. Never contains the value, which may be a CPF. */
interface Violation {
  /** Path of the field: `valor.original`, `infoAdicionais[0].nome`. */
  readonly path: string;
  readonly rule: Pick<Rule, 'name' | 'text'>;
}

/** Renders a violation as the item of an error. */
export function toViolacao({
  path,
  rule,
}: {
  readonly path: string;
  readonly rule: Pick<Rule, 'text'>;
}): ValidationViolacao {
  return { propriedade: path, razao: `${path} ${rule.text}` };
}

/** Rules for fields that a body's or filter's class does not define. */
interface UnknownFieldRules {
  /**
   * Whether unknown fields pass that resemble a known field. Other unknown fields always pass.
   * Default: `false`.
   */
  readonly allowUnknownFields?: boolean;
  /** Unknown fields that always pass. */
  readonly allowed?: readonly string[];
}

/** What a body is checked for, besides the rules of its fields. */
interface BodyRules extends UnknownFieldRules {
  /** Which option has the Pix key of bodies without one, for the reason of a missing key. */
  readonly keyOption?: string | undefined;
  /** When it is sent, for `checkOnDay` of the operation. Default: the body is not checked for it. */
  readonly now?: number | undefined;
}

/**
 * Normalizes a body as `normalizeBody()` does and validates the result by the rules of its operation, before anything
 * is sent. Refuses unknown fields that resemble a known field.
 *
 * @returns the body to send; see `normalizeBody()`
 * @throws ValidationError whose `field` is the first invalid path (`valor.original`,
 * `infoAdicionais[0].nome`, or `body` for the body as a whole) and whose `violacoes` contains all
 * violations, without values
 */
export function checkBody(operation: PixOperation, body: unknown, rules: BodyRules = {}): unknown {
  const { body: dto, checkOnDay } = operation;
  if (dto === undefined) return body;
  const what = 'Corpo inválido';
  if (body === undefined) throw refusal(operation, what, [missingBody]);
  const checked = check(operation, what, dto, normalizeBody(dto, body), rules);
  const { now } = rules;
  if (!checkOnDay || now === undefined) return checked;
  const onDay = checkOnDay(checked, calendarDate(new Date(now), 'now'));
  if (onDay.length > 0) throw refusal(operation, what, onDay);
  return checked;
}

/**
 * Validates a filter by the rules of its operation, as {@link checkBody} does.
 *
 * @throws ValidationError with `field` and `violacoes`
 */
export function validateFilter(
  operation: PixOperation,
  filter: unknown = {},
  rules: UnknownFieldRules = {},
): void {
  const { filter: dto } = operation;
  if (dto) check(operation, 'Filtro inválido', dto, filter, rules);
}

/**
 * Normalizes a request body before it is checked and sent: removes known fields that are `null`, and
 * converts the values for which the field table has a conversion, such as numeric text where the
 * specification requires a number. Any other value is unchanged, so that its rule refuses it. Unknown
 * fields are unchanged.
 *
 * @returns a copy of what differs; the body itself if nothing does. The body is never modified
 */
export function normalizeBody(dto: DtoClass | undefined, body: unknown): unknown {
  return dto === undefined || !isObject(body) ? body : normalize(getPlan(dto), body);
}

/**
 * Collects all violations of a class's rules, in the order of its fields; empty if there are none.
 * Does not normalize the value.
 *
 * @param root prefix of the paths: `cob` gives `cob.valor.original`. Default: none
 */
export function collectViolations(dto: DtoClass, value: unknown, root = ''): Violation[] {
  if (!isObject(value)) return [{ path: root || WHOLE_BODY, rule: OBJECT }];
  const found: Findings = { violations: [], hasUnknown: false };
  collect(getPlan(dto), value, root, found);
  return found.violations;
}

const NONE: readonly string[] = [];

const missingBody: ValidationViolacao = {
  propriedade: WHOLE_BODY,
  razao: 'o corpo é obrigatório',
};

/** Violations that the message of an error contains. */
const SHOWN = 3;

function check(
  operation: PixOperation,
  what: string,
  dto: DtoClass,
  value: unknown,
  { allowUnknownFields = false, allowed, keyOption }: BodyRules,
): object {
  if (!isObject(value)) {
    throw refusal(operation, what, [toViolacao({ path: WHOLE_BODY, rule: OBJECT })]);
  }
  const plan = getPlan(dto);
  const found: Findings = { violations: [], hasUnknown: false };
  collect(plan, value, '', found);
  const { violations, hasUnknown } = found;
  if (!hasUnknown && violations.length === 0) return value;
  // Mistyped names come first, because they explain missing required fields.
  const mistyped: Violation[] = [];
  if (!allowUnknownFields) collectNearMisses(plan, value, '', mistyped, allowed);
  const all = [...mistyped, ...violations];
  if (all.length === 0) return value;
  const violacoes = all.map((each) => toViolacao(advise(each, keyOption)));
  throw refusal(operation, what, violacoes);
}

/** Adds to a violation what avoids it in code: the option of a missing Pix key, or the helper of a value. */
function advise({ path, rule }: Violation, keyOption: string | undefined): Violation {
  const isMissingKey = keyOption !== undefined && rule === REQUIRED && /(^|\.)chave$/.test(path);
  const advice = isMissingKey
    ? `informe no corpo ou na opção ${keyOption}`
    : (HELPERS[rule.name] ?? HELPERS[rule.text]);
  return advice === undefined
    ? { path, rule }
    : { path, rule: { ...rule, text: `${rule.text}: ${advice}` } };
}

/** Helpers by the name or the text of the rule that a value of another form breaks. */
const HELPERS: Readonly<Record<string, string>> = {
  valor: 'use formatValor',
  [TXID_RULE]: TXID_HELPER,
};

function refusal(operation: PixOperation, what: string, violacoes: readonly ValidationViolacao[]) {
  const reasons = violacoes.slice(0, SHOWN).map(({ razao }) => razao);
  if (violacoes.length > SHOWN) reasons.push(`e mais ${violacoes.length - SHOWN}`);
  return new ValidationError(`${what} em ${operationName(operation)}: ${reasons.join('; ')}`, {
    violacoes,
  });
}

/** A field with the plan of its objects. */
interface Member extends Pick<Field, 'kind' | 'rules'> {
  readonly property: string;
  readonly convert: Field['normalize'];
  readonly plan: Plan | undefined;
}

/** The fields of a class with those of its nested classes, compiled once. */
interface Plan {
  /** The class's own fields, followed by inherited ones. */
  readonly members: readonly Member[];
  readonly byName: ReadonlyMap<string, Member>;
}

const plans = new WeakMap<DtoClass, Plan>();

function getPlan(dto: DtoClass): Plan {
  let plan = plans.get(dto);
  if (!plan) {
    // Of one shape, which makes a check cheaper.
    const members = [...getFields(dto)].map(([property, field]): Member => {
      const { schema, kind, normalize: convert, nested } = field;
      const rules = schema.required === true ? [REQUIRED, ...field.rules] : field.rules;
      return { property, kind, rules, convert, plan: nested && getPlan(nested()) };
    });
    plan = { members, byName: new Map(members.map((member) => [member.property, member])) };
    plans.set(dto, plan);
  }
  return plan;
}

/** Normalizes an object. Returns a copy if one of its members changes. */
function normalize({ byName }: Plan, given: Members): Members {
  const object = withInherited(given, byName);
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const sent = normalizeMember(byName.get(name), value);
    if (sent === value) continue;
    copy ??= { ...object };
    if (sent === undefined) Reflect.deleteProperty(copy, name);
    else copy[name] = sent;
  }
  return copy ?? object;
}

/** Adds known fields that a class defines as getters: they are checked, so they must be sent. */
function withInherited(given: Members, byName: ReadonlyMap<string, Member>): Members {
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype === null || prototype === Object.prototype) return given;
  const names = [...byName.keys()].filter(
    (name) => !Object.hasOwn(given, name) && isPresent(given[name]),
  );
  if (names.length === 0) return given;
  return { ...given, ...Object.fromEntries(names.map((name) => [name, given[name]])) };
}

/** Returns a member as it is sent; `undefined` for a known one that is `null`. */
function normalizeMember(member: Member | undefined, value: unknown): unknown {
  if (!member) return value;
  if (value === null) return undefined;
  const { plan, convert } = member;
  if (!plan) return convert ? convert(value) : value;
  if (!Array.isArray(value)) return isObject(value) ? normalize(plan, value) : value;
  const items = value.map((item: unknown) => (isObject(item) ? normalize(plan, item) : item));
  return items.some((item, index) => item !== value[index]) ? items : value;
}

/** What a check finds in an object and its parts. */
interface Findings {
  readonly violations: Violation[];
  /** Whether one of them has a field that its class does not define. */
  hasUnknown: boolean;
}

/** Checks an object. The violations of a part follow those of its field. */
function collect({ members, byName }: Plan, object: Members, path: string, into: Findings): void {
  into.hasUnknown ||= !Object.keys(object).every((name) => byName.has(name));
  for (const { property, kind, rules, plan } of members) {
    const value = object[property];
    if (value === undefined && rules.length === 0) continue;
    const isKind = value !== undefined && kind.accepts(value, object);
    if (value !== undefined && !isKind)
      into.violations.push({ path: join(path, property), rule: kind });
    for (const rule of rules) {
      if (!rule.accepts(value, object)) into.violations.push({ path: join(path, property), rule });
    }
    // The parts of a value of another kind do not count.
    if (isKind && plan) collectParts(plan, value, join(path, property), into);
  }
}

function collectParts(plan: Plan, value: unknown, path: string, into: Findings): void {
  if (isObject(value)) collect(plan, value, path, into);
  else if (Array.isArray(value)) {
    value.forEach((item: Members, index) => collect(plan, item, `${path}[${index}]`, into));
  }
}

/**
 * Collects the unknown fields of an object and of its nested objects whose name resembles that of a
 * known field, such as `expiracaoo`. The known field may be present as well: then one of the two
 * values would have no effect.
 *
 * A violation contains the unknown and the known name, and never a value.
 *
 * @param allowed additional names that the object itself may have
 */
function collectNearMisses(
  plan: Plan,
  object: Members,
  path: string,
  into: Violation[],
  allowed: readonly string[] = NONE,
): void {
  for (const [name, value] of Object.entries(object)) {
    const member = plan.byName.get(name);
    const nested = member?.plan;
    if (nested) {
      const at = join(path, name);
      if (isObject(value)) collectNearMisses(nested, value, at, into);
      else if (Array.isArray(value)) {
        value.forEach((item: unknown, index) => {
          if (isObject(item)) collectNearMisses(nested, item, `${at}[${index}]`, into);
        });
      }
    } else if (!member && isPresent(value) && !allowed.includes(name)) {
      const known = [...plan.byName.keys()];
      const missing = known.filter((field) => !isPresent(object[field]));
      const meant = findNearMiss(name, missing) ?? findNearMiss(name, known);
      if (meant !== undefined) into.push(toNearMiss(join(path, name), join(path, meant)));
    }
  }
}

function toNearMiss(path: string, meant: string): Violation {
  return {
    path,
    rule: {
      name: 'desconhecido',
      text: `não é um campo conhecido: você quis dizer ${meant}? Se o nome está certo, use allowUnknownFields: true`,
    },
  };
}

/** Whether a member is present; null members count as absent. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Minimum length for which a slip (`cfp`, `cnnpj`) counts; shorter names such as `id` and `uf`
 * differ by design.
 */
const SLIP = 3;
/**
 * Minimum length of a name in which any single mistake counts, if the first letter is right:
 * a different first letter makes a different word, such as `idade` from `cidade`.
 */
const SINGLE = 5;
/** Minimum length of a name in which any single mistake counts. */
const LONG_NAME = 7;
/** Minimum lengths of a word with one mistake and with two. */
const ONE_MISTAKE = 5;
const TWO_MISTAKES = 9;
/** Maximum number of mistakes in a whole name. */
const MAX_MISTAKES = 2;

/** Longer names are not compared. */
const MAX_LENGTH = 64;

const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/**
 * Returns the known name that an unknown one resembles, or `undefined`.
 *
 * Ignores case, accents and separators. A name with another number in it is a different name
 * (`nome2`). A single mistake counts in a name of 7 letters or more, and in one of 5 or 6 letters
 * unless it changes the first letter; in a shorter one, only a repeated letter or two swapped
 * letters. Other names are compared word by word
 * (`solicitacaoPagador` has two): another word (`recebedorId`) or another first letter (`idade`,
 * `cidade`) makes a different name, and the length of a word limits the number of its mistakes.
 */
export function findNearMiss(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const words = toWords(name);
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const mistakes = countMistakes(words, toWords(candidate));
    if (mistakes < fewest) {
      nearest = candidate;
      fewest = mistakes;
    }
  }
  return nearest;
}

/** Counts the mistakes between a name and a known one; `Infinity` if they are different names. */
function countMistakes(words: readonly string[], meant: readonly string[]): number {
  const [whole, wholeMeant] = [words.join(''), meant.join('')];
  if (whole === wholeMeant) return 0;
  if (toDigits(whole) !== toDigits(wholeMeant)) return Infinity;
  if (isOneMistake(whole, wholeMeant)) return 1;
  if (!startsAlike(whole, wholeMeant) || words.length !== meant.length) return Infinity;
  const mistakes = meant.reduce((sum, word, at) => sum + countInWord(words[at] ?? '', word), 0);
  return mistakes <= MAX_MISTAKES ? mistakes : Infinity;
}

function isOneMistake(name: string, meant: string): boolean {
  const { length } = meant;
  if (length >= SLIP && isSlip(name, meant)) return true;
  if (length < SINGLE || (length < LONG_NAME && !startsAlike(name, meant))) return false;
  return countEdits(name, meant) === 1;
}

/** Whether one letter was repeated, or two neighbors were swapped. */
function isSlip(name: string, meant: string): boolean {
  let at = 0;
  while (name[at] === meant[at]) at += 1;
  const isTwice = name[at] === meant[at - 1] && name.slice(at + 1) === meant.slice(at);
  const swapped = `${meant[at + 1] ?? ''}${meant[at] ?? ''}${meant.slice(at + 2)}`;
  return isTwice || name.slice(at) === swapped;
}

function countInWord(word: string, meant: string): number {
  if (word === meant) return 0;
  if (meant.length < ONE_MISTAKE) return Infinity;
  const mistakes = countEdits(word, meant);
  return mistakes === 1 || meant.length >= TWO_MISTAKES ? mistakes : Infinity;
}

function toDigits(name: string): string {
  return name.replace(/\P{N}/gu, '');
}

function startsAlike(name: string, known: string): boolean {
  const [first = '', second = ''] = known;
  return name.startsWith(first) || name.startsWith(second + first);
}

/** Splits a name into words in lower case and without accents. */
function toWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return (plain.match(WORDS) ?? []).map((word) => word.toLowerCase());
}
