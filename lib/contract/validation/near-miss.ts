import { countEdits } from './count-edits.js';

/** Letters from which a slip of the fingers (`cfp`, `cnnpj`) counts: below, names such as `id` and `uf` differ by design. */
const SLIP = 3;
/** Letters from which a lost first letter counts: below, it makes other words, such as `idade` of `cidade`. */
const LOST_FIRST = 7;
/** Letters of a name from which any one mistake counts. */
const LONG_NAME = 9;
/** Letters from which a word may have one mistake, and from which it may have two. */
const ONE_MISTAKE = 5;
const TWO_MISTAKES = 9;
/** Mistakes in a whole name. */
const MAX_MISTAKES = 2;

/** A longer name is no known one mistyped. */
const MAX_LENGTH = 64;

const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/**
 * Returns the known name that an unknown one was probably meant to be, or `undefined` when it resembles none.
 *
 * Case, accents and separators do not count. A name with another number in it is another name (`nome2`). One mistake in a
 * name of 9 letters counts anywhere; in a shorter one, a letter typed twice or two swapped ones. Of what remains, names
 * are compared word by word (`solicitacaoPagador` has two): one with another word in it (`recebedorId`) or another
 * first letter (`idade`, `cidade`) is another name, and only few mistakes for the length of a word count.
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

/** Mistakes in a name when it was meant to be the known one; `Infinity` when it was meant as another name. */
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
  if (length >= LOST_FIRST && name === meant.slice(1)) return true;
  return length >= LONG_NAME && countEdits(name, meant) === 1;
}

/** Whether one letter was typed twice, or two neighbours were swapped. */
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

/** The words of a name in lower case and without accents. */
function toWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  return (plain.match(WORDS) ?? []).map((word) => word.toLowerCase());
}
