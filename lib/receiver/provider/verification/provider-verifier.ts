import { Injectable, Logger } from '@nestjs/common';
import type { Pix } from '../../../contract/index.js';
import {
  isPixErroValidacaoException,
  isPixRecursoNaoEncontradoException,
  isValidationError,
  toErrorText,
  toLogLine,
} from '../../../errors/index.js';
import type { PixEvent } from '../../notifications/pix-event.js';
import { readReceivedPix } from '../../notifications/read-pix.js';
import { toLogKey } from '../../notifications/to-log-key.js';
import type { PixRecebidosSource } from '../pix-recebidos-source.js';
import { claimedPix } from './claims.js';
import { compareEvent } from './compare-event.js';

/** The provider's version of an event, or why there is none. */
export type Verified = PixEvent | 'refused' | 'unavailable';

type Known = Pix | 'refused' | 'unavailable';

/** How many Pix of one notification are read concurrently. */
const CONCURRENT = 8;

/**
 * Reads each notified Pix back from the provider, so that a handler acts on data from an
 * authenticated connection and never on the notification itself. Applies also to the Pix that paid
 * a recurring charge. An event without a Pix passes unchanged.
 * @internal
 */
@Injectable()
export class ProviderVerifier {
  readonly #logger = new Logger('PixWebhookReceiver');

  /** Returns one result for each event, in order. Never rejects. */
  async verify(events: readonly PixEvent[], source: PixRecebidosSource): Promise<Verified[]> {
    const claims = events.map(claimedPix);
    const ids = claims.flatMap((claim) => claim ?? []).map(({ endToEndId }) => endToEndId);
    const known = await this.#readAll([...new Set(ids)], source);
    return events.map((event, index) => this.#verifyEvent(event, claims[index], known));
  }

  #verifyEvent(
    event: PixEvent,
    claimed: readonly Pix[] | undefined,
    known: ReadonlyMap<string, Known>,
  ): Verified {
    if (!claimed) return this.#refuse(event, 'it contains an item that is not a Pix');
    const found = claimed.map(({ endToEndId }) => known.get(endToEndId) ?? 'unavailable');
    if (found.includes('unavailable')) return 'unavailable';
    if (found.includes('refused')) return this.#refuse(event, 'the provider has no such Pix');
    const comparison = compareEvent(event, claimed, found as Pix[]);
    if ('event' in comparison) return comparison.event;
    const fields = comparison.contradictions.join(', ');
    return this.#refuse(event, `it contradicts the provider (${fields})`);
  }

  #refuse({ key }: PixEvent, reason: string): 'refused' {
    this.#logger.warn(`Refused ${toLogKey(key)}: ${reason}`);
    return 'refused';
  }

  async #readAll(ids: string[], source: PixRecebidosSource): Promise<ReadonlyMap<string, Known>> {
    const known = new Map<string, Known>();
    const reader = async () => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        known.set(id, await this.#read(id, source));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, reader));
    return known;
  }

  async #read(id: string, source: PixRecebidosSource): Promise<Known> {
    try {
      const pix = readReceivedPix(await source.get(id));
      if (pix?.endToEndId === id) return pix;
      this.#logger.error(`The provider returned another record instead of the Pix ${id}`);
      return 'unavailable';
    } catch (error) {
      if (isUnknown(error)) return 'refused';
      this.#logger.error(toLogLine(`Could not read back the Pix ${id}: ${toErrorText(error)}`));
      return 'unavailable';
    }
  }
}

/** Whether the provider has no such Pix or refuses its id. Other errors may be temporary. */
function isUnknown(error: unknown): boolean {
  return (
    isPixRecursoNaoEncontradoException(error) ||
    isPixErroValidacaoException(error) ||
    isValidationError(error)
  );
}
