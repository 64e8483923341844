import { Logger } from '@nestjs/common';
import type { Devolucao, Pix, PixAutomatico } from '../../contract/index.js';
import {
  isPixErroValidacaoException,
  isPixRecursoNaoEncontradoException,
  isValidationError,
  toErrorText,
  toLogLine,
} from '../../errors/index.js';
import { toComparableKey, toDecimalText } from '../../values/index.js';
import { claimedPix, type PixEvent, readReceivedPix, toLogKey } from '../events.js';
import type { PixRecebidosSource } from './reconciliation.js';

/** The provider's version of an event, or why there is none. */
export type Verified = PixEvent | 'refused' | 'unavailable';

type Known = Pix | 'refused' | 'unavailable';

/** How many Pix of one notification are read concurrently. */
const CONCURRENT = 8;

/**
 * Reads each notified Pix back from the provider, so that a handler acts on data from an
 * authenticated connection and never on the notification itself. Applies also to the Pix that paid
 * a recurring charge. An event without a Pix passes unchanged.
 */
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

/** The event with the provider's data, or the fields that differ. */
type EventComparison = { readonly event: PixEvent } | { readonly contradictions: string[] };

/**
 * Compares an event with the provider's Pix.
 *
 * @param claimed the Pix of the event
 * @param known the same Pix at the provider, in the same order
 */
export function compareEvent(
  event: PixEvent,
  claimed: readonly Pix[],
  known: readonly Pix[],
): EventComparison {
  const contradictions = claimed.flatMap((pix, index) => {
    const kept = known[index];
    return kept ? findPixContradictions(pix, kept) : ['endToEndId'];
  });
  const { type, key, payload } = event;
  const [pix] = known;
  if (type === 'pix.devolucao' && pix) {
    const notified = payload.devolucao;
    const devolucao = pix.devolucoes?.find(
      ({ id, status }) => id === notified.id && status === notified.status,
    );
    contradictions.push(...findDevolucaoContradictions(notified, devolucao));
    if (devolucao && contradictions.length === 0) {
      return { event: { type, key, payload: { devolucao, pix } } };
    }
  }
  if (contradictions.length > 0) return { contradictions };
  if (type === 'pix.recebido' && pix) return { event: { type, key, payload: pix } };
  if (type === 'cobranca-recorrente' && pix) {
    // The types differ only in an optional txid; fields that the provider omits stay absent.
    return { event: { type, key, payload: { ...payload, pix: known as PixAutomatico[] } } };
  }
  return { event };
}

/**
 * Returns the fields in which a notified Pix differs from the provider's. Fields that the
 * notification omits are not compared: the handler receives the provider's version anyway.
 */
export function findPixContradictions(claimed: Pix, known: Pix): string[] {
  return [
    // Both are normalized decimal text.
    claimed.valor !== known.valor && 'valor',
    // If the provider's Pix has no txid, it did not pay this charge.
    isGiven(claimed.txid) && claimed.txid !== known.txid && 'txid',
    isGiven(claimed.chave) &&
      isGiven(known.chave) &&
      toComparableKey(claimed.chave) !== toComparableKey(known.chave) &&
      'chave',
  ].filter((field) => field !== false);
}

/**
 * Returns the fields in which a notified refund differs; `known` is absent if the provider has no
 * refund with that id and status.
 */
export function findDevolucaoContradictions(
  claimed: Devolucao,
  known: Devolucao | undefined,
): string[] {
  if (!known) return ['devolucoes'];
  const differs =
    isGiven(claimed.valor) && toDecimalText(claimed.valor) !== toDecimalText(known.valor);
  return differs ? ['devolucoes.valor'] : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
