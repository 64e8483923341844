import { MASK } from './redact-mask.js';

/** Shorter texts occur by chance; masking them would destroy messages. */
const MIN_LENGTH = 8;
/** The longest text that is held; tokens of 2 to 4 KB exist. */
export const MAX_HELD_LENGTH = 8192;
/** The number of texts per owner; an owner that renews its token keeps only the newest. */
const MAX_TEXTS = 256;

/**
 * The held texts by their last characters, with the number of owners. Tokens often have the same
 * first characters.
 */
const held = new Map<string, Map<string, number>>();
const holdings = new WeakMap<object, Set<string>>();
const abandoned = new FinalizationRegistry<Set<string>>((texts) => {
  texts.forEach(drop);
});

/**
 * Masks these texts in every error and log text from now on, also in their URL and JSON encodings.
 * Use it for secrets that the library holds: a provider may repeat them in a form that no pattern
 * finds.
 *
 * The texts are released when `owner` is garbage-collected, or by {@link releaseSecrets}. An owner
 * holds its 256 newest spellings. Texts of fewer than 8 characters are not masked, because they
 * occur by chance.
 */
export function holdSecrets(owner: object, ...secrets: readonly (string | undefined)[]): void {
  let texts = holdings.get(owner);
  if (!texts) {
    texts = new Set();
    holdings.set(owner, texts);
    abandoned.register(owner, texts, texts);
  }
  for (const text of secrets.flatMap(listSpellings)) {
    if (texts.has(text)) continue;
    texts.add(text);
    keep(text);
    const [oldest] = texts;
    if (texts.size > MAX_TEXTS && oldest !== undefined) {
      texts.delete(oldest);
      drop(oldest);
    }
  }
}

/** Stops masking the texts that {@link holdSecrets} received for this owner. */
export function releaseSecrets(owner: object): void {
  const texts = holdings.get(owner);
  if (!texts) return;
  holdings.delete(owner);
  abandoned.unregister(texts);
  texts.forEach(drop);
}

/** Masks the held secrets in one pass, regardless of their number. */
export function maskHeldSecrets(text: string): string {
  if (held.size === 0) return text;
  let masked = '';
  let copied = 0;
  for (let end = MIN_LENGTH; end <= text.length; end += 1) {
    const candidates = held.get(text.slice(end - MIN_LENGTH, end));
    if (!candidates) continue;
    const start = findStart(text, end, copied, candidates);
    if (start === undefined) continue;
    masked += text.slice(copied, start) + MASK;
    copied = end;
  }
  return masked + text.slice(copied);
}

/** Finds the start of the longest candidate that ends here. */
function findStart(
  text: string,
  end: number,
  from: number,
  candidates: ReadonlyMap<string, number>,
): number | undefined {
  let longest: number | undefined;
  for (const candidate of candidates.keys()) {
    const start = end - candidate.length;
    if (start >= from && start < (longest ?? end) && text.startsWith(candidate, start)) {
      longest = start;
    }
  }
  return longest;
}

function listSpellings(secret: string | undefined): string[] {
  if (secret === undefined || secret.length < MIN_LENGTH || secret.length > MAX_HELD_LENGTH) {
    return [];
  }
  // Unlike encodeURIComponent, never throws and encodes four more characters.
  const form = new URLSearchParams({ v: secret }).toString().slice(2);
  const component = form.replace(/\+|%(?:21|27|28|29|7E)/g, (code) =>
    code === '+' ? '%20' : decodeURIComponent(code),
  );
  return [secret, form, component, JSON.stringify(secret).slice(1, -1)];
}

function keep(text: string): void {
  const end = text.slice(-MIN_LENGTH);
  const texts = held.get(end) ?? new Map<string, number>();
  held.set(end, texts.set(text, (texts.get(text) ?? 0) + 1));
}

function drop(text: string): void {
  const end = text.slice(-MIN_LENGTH);
  const texts = held.get(end);
  const owners = texts?.get(text) ?? 0;
  if (owners > 1) texts?.set(text, owners - 1);
  else texts?.delete(text);
  if (texts?.size === 0) held.delete(end);
}
