import { MASK } from './redact-mask.js';
import { listSpellings, MIN_SECRET_LENGTH } from './redact-spellings.js';

/** The longest secret that is registered; tokens of 2 to 4 KB exist. */
export const MAX_HELD_LENGTH = 8192;
/** The number of secrets per owner; an owner that renews its token keeps only the newest. */
const MAX_SECRETS = 256;

/**
 * The registered texts by their last characters, with the number of owners. Tokens often have the same
 * first characters.
 */
const held = new Map<string, Map<string, number>>();
/** The secrets of an owner, each with its spellings. */
type Holding = Map<string, readonly string[]>;
const holdings = new WeakMap<object, Holding>();
const abandoned = new FinalizationRegistry<Holding>(dropAll);

/**
 * Masks these texts in every error and log text from now on, also in the encodings that
 * {@link listSpellings} lists. Use it for secrets that the library holds: a provider may repeat
 * them in a form that no pattern finds.
 *
 * The texts are released when `owner` is garbage-collected, or by {@link releaseSecrets}. An owner
 * holds its 256 newest secrets. Texts of fewer than 8 characters are not masked, because they occur
 * by chance.
 */
export function holdSecrets(owner: object, ...secrets: readonly (string | undefined)[]): void {
  let holding = holdings.get(owner);
  if (!holding) {
    holding = new Map();
    holdings.set(owner, holding);
    abandoned.register(owner, holding, holding);
  }
  for (const secret of secrets) {
    if (!isHoldable(secret) || holding.has(secret)) continue;
    const spellings = listSpellings(secret);
    holding.set(secret, spellings);
    spellings.forEach(keep);
    const [oldest] = holding;
    if (holding.size > MAX_SECRETS && oldest !== undefined) {
      holding.delete(oldest[0]);
      oldest[1].forEach(drop);
    }
  }
}

/** Stops masking the texts that {@link holdSecrets} received for this owner. */
export function releaseSecrets(owner: object): void {
  const holding = holdings.get(owner);
  if (!holding) return;
  holdings.delete(owner);
  abandoned.unregister(holding);
  dropAll(holding);
}

/** Masks the registered secrets in one pass, regardless of their number. */
export function maskHeldSecrets(text: string): string {
  if (held.size === 0) return text;
  let masked = '';
  let copied = 0;
  for (const [start, end] of findHeld(text)) {
    masked += text.slice(copied, start) + MASK;
    copied = end;
  }
  return masked + text.slice(copied);
}

/**
 * Finds the parts of a text that contain registered secrets. Secrets that overlap are one part: the secret
 * of one owner may contain that of another, which must not hide it.
 */
function findHeld(text: string): readonly (readonly [start: number, end: number])[] {
  const parts: [number, number][] = [];
  for (let end = MIN_SECRET_LENGTH; end <= text.length; end += 1) {
    let start = end;
    for (const candidate of held.get(text.slice(end - MIN_SECRET_LENGTH, end))?.keys() ?? []) {
      if (text.endsWith(candidate, end)) start = Math.min(start, end - candidate.length);
    }
    if (start === end) continue;
    for (let last = parts.at(-1); last && last[1] > start; last = parts.at(-1)) {
      start = Math.min(start, last[0]);
      parts.pop();
    }
    parts.push([start, end]);
  }
  return parts;
}

function isHoldable(secret: string | undefined): secret is string {
  return (
    secret !== undefined && secret.length >= MIN_SECRET_LENGTH && secret.length <= MAX_HELD_LENGTH
  );
}

function dropAll(holding: Holding): void {
  for (const spellings of holding.values()) spellings.forEach(drop);
}

function keep(text: string): void {
  const end = text.slice(-MIN_SECRET_LENGTH);
  const texts = held.get(end) ?? new Map<string, number>();
  held.set(end, texts.set(text, (texts.get(text) ?? 0) + 1));
}

function drop(text: string): void {
  const end = text.slice(-MIN_SECRET_LENGTH);
  const texts = held.get(end);
  const owners = texts?.get(text) ?? 0;
  if (owners > 1) texts?.set(text, owners - 1);
  else texts?.delete(text);
  if (texts?.size === 0) held.delete(end);
}
