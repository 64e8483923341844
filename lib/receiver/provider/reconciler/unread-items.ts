import type { Logger } from '@nestjs/common';
import {
  isObject,
  isPixErroValidacaoException,
  isPixRecursoNaoEncontradoException,
  toErrorText,
  toLogLine,
} from '../../../errors/index.js';
import type { PixRuntime } from '../../../runtime/index.js';
import { END_TO_END_ID } from '../../../values/index.js';
import { canonicalDigest } from '../../notifications/canonical-digest.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { readPix } from '../../notifications/read-pix.js';
import type { PixReconcilerCursor } from './pix-reconciler-cursor.js';
import type { ReconciledAccount } from './reconciled-account.js';

/** How many dead letters are read back in one run; the next run continues with the following. */
const READ_BACK = 100;

const UNREAD = 'The provider listed an item that cannot be read as a Pix';

/** Passes on the events of an item. Returns whether all are settled. */
type Pass = (events: readonly PixEvent[]) => Promise<boolean>;

/**
 * The items that the reconciler cannot read: dead letters of its cursor.
 * @internal
 */
export class UnreadItems {
  #next = 0;

  constructor(
    private readonly cursor: PixReconcilerCursor,
    private readonly logger: Pick<Logger, 'error' | 'warn' | 'log'>,
    private readonly runtime: PixRuntime,
  ) {}

  /**
   * Stores an item.
   *
   * @returns whether it is stored, so that the cursor may move past it
   */
  async keep(item: unknown, { tenant }: ReconciledAccount, refundsOnly: boolean): Promise<boolean> {
    const key = `${refundsOnly ? 'devolucoes' : 'pix'}:${canonicalDigest(item ?? null)}`;
    if (!this.cursor.addDeadLetter) {
      this.logger.error(`${UNREAD}, and the cursor stores no dead letters: ${key}`);
      return false;
    }
    const since = new Date(this.runtime.now()).toISOString();
    const letter = { key, item, since, refundsOnly, ...(tenant !== undefined && { tenant }) };
    if (await this.cursor.addDeadLetter(letter))
      this.logger.error(`${UNREAD}. Dead letter: ${key}`);
    return true;
  }

  /** Tries the dead letters of an account again, and discards those whose events are settled. */
  async retry(account: ReconciledAccount, pass: Pass): Promise<void> {
    const all = (await this.cursor.deadLetters?.()) ?? [];
    const letters = all.filter(({ tenant }) => tenant === account.tenant);
    const first = this.#next < letters.length ? this.#next : 0;
    this.#next = first + READ_BACK;
    try {
      for (const letter of letters.slice(first, this.#next)) {
        const events = readPix(letter.item) ?? (await readBack(letter.item, account));
        const wanted = events?.filter(
          ({ type }) => !letter.refundsOnly || type === 'pix.devolucao',
        );
        if (!wanted || !(await pass(wanted))) continue;
        await this.cursor.discard?.(letter.key);
        this.logger.log(`Dead letter ${letter.key}: its Pix was read`);
      }
    } catch (error) {
      this.logger.warn(toLogLine(`Could not try dead letters again: ${toErrorText(error)}`));
    }
  }
}

/**
 * Reads the Pix of an item by its id: the provider may return it in another form than it lists it.
 * Returns `undefined` if it has no such Pix, or returns one that cannot be read.
 */
async function readBack(
  item: unknown,
  { recebidos }: ReconciledAccount,
): Promise<readonly PixEvent[] | undefined> {
  const id = isObject(item) ? item.endToEndId : undefined;
  if (typeof id !== 'string' || !END_TO_END_ID.test(id)) return undefined;
  try {
    const pix = await recebidos().get(id);
    return pix.endToEndId === id ? readPix(pix) : undefined;
  } catch (error) {
    if (isPixRecursoNaoEncontradoException(error) || isPixErroValidacaoException(error)) {
      return undefined;
    }
    throw error;
  }
}
