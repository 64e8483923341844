import { countEdits } from './count-edits.js';

/** Words of fewer letters are compared as they are: `cpf` and `cnpj`, `Rec` and `Req`, `id` and `uf` are different words. */
const MIN_WORD = 4;
/** Letters of a name from which its words of 4 letters may have any mistake, and not only two letters swapped. */
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
 * The known name that an unknown one was probably meant to be; `undefined` when it resembles none.
 *
 * Names are compared word by word (`solicitacaoPagador` has two), without regard to case, accents and separators. A name
 * with an added or missing word, or with another number in it, is another name: `recebedorId`, `nome2`. So is one whose
 * first letter differs (`idade`, `cidade`). Of the other names, only those with few mistakes for their length count.
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
  if (!startsAlike(whole, wholeMeant)) return Infinity;
  // Written without capitals, a name does not show its words.
  const isOneWord = words.length === 1 && meant.length > 1 && wholeMeant.length >= LONG_NAME;
  const mistakes = isOneWord
    ? countInWord(whole, wholeMeant, wholeMeant.length)
    : countInWords(words, meant, wholeMeant.length);
  return mistakes <= MAX_MISTAKES ? mistakes : Infinity;
}

function countInWords(words: readonly string[], meant: readonly string[], total: number): number {
  if (words.length !== meant.length) return Infinity;
  return meant.reduce((sum, word, at) => sum + countInWord(words[at] ?? '', word, total), 0);
}

function countInWord(word: string, meant: string, total: number): number {
  if (word === meant) return 0;
  if (meant.length < MIN_WORD) return Infinity;
  const mistakes = countEdits(word, meant);
  if (meant.length >= TWO_MISTAKES) return mistakes;
  if (mistakes > 1) return Infinity;
  const isLong = meant.length >= ONE_MISTAKE || total >= LONG_NAME;
  return isLong || isSwap(word, meant) ? mistakes : Infinity;
}

/** Whether the same letters stand in another order. */
function isSwap(word: string, meant: string): boolean {
  return Array.from(word).sort().join('') === Array.from(meant).sort().join('');
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
