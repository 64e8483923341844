import { countEdits } from '../../options/index.js';

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
