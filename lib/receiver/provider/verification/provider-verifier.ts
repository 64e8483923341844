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
import { judge } from './judge.js';

/** The provider's version of an event, or why there is none. */
export type Verified = PixEvent | 'refused' | 'unavailable';

type Known = Pix | 'refused' | 'unavailable';

/** How many Pix of one notification are read at a time. */
const CONCURRENT = 8;

/**
 * Reads each notified Pix back at the provider, so that a handler acts on what the provider says over a connection that
 * we opened, and never on the notification itself. So are the Pix by which a recurring charge was paid. An event that
 * tells of no Pix passes as it is.
 *
 * @internal
 */
@Injectable()
export class ProviderVerifier {
  private readonly logger = new Logger('PixWebhookReceiver');

  /** One result for each event, in their order. Never rejects. */
  async verify(events: readonly PixEvent[], source: PixRecebidosSource): Promise<Verified[]> {
    const claims = events.map(claimedPix);
    const ids = claims.flatMap((claim) => claim ?? []).map(({ endToEndId }) => endToEndId);
    const known = await this.readAll([...new Set(ids)], source);
    return events.map((event, index) => this.verdict(event, claims[index], known));
  }

  private verdict(
    event: PixEvent,
    claimed: readonly Pix[] | undefined,
    known: ReadonlyMap<string, Known>,
  ): Verified {
    if (!claimed) return this.refuse(event, 'what it holds as Pix is none');
    const found = claimed.map(({ endToEndId }) => known.get(endToEndId) ?? 'unavailable');
    if (found.includes('unavailable')) return 'unavailable';
    if (found.includes('refused')) return this.refuse(event, 'the provider knows of no such Pix');
    const judgement = judge(event, claimed, found as Pix[]);
    if ('event' in judgement) return judgement.event;
    const fields = judgement.contradictions.join(', ');
    return this.refuse(event, `the provider says otherwise (${fields})`);
  }

  private refuse({ key }: PixEvent, reason: string): 'refused' {
    this.logger.warn(`Refused ${toLogKey(key)}: ${reason}`);
    return 'refused';
  }

  private async readAll(
    ids: string[],
    source: PixRecebidosSource,
  ): Promise<ReadonlyMap<string, Known>> {
    const known = new Map<string, Known>();
    const reader = async () => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        known.set(id, await this.read(id, source));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, reader));
    return known;
  }

  private async read(id: string, source: PixRecebidosSource): Promise<Known> {
    try {
      const pix = readReceivedPix(await source.get(id));
      if (pix?.endToEndId === id) return pix;
      this.logger.error(`The provider answered with another thing than the Pix ${id}`);
      return 'unavailable';
    } catch (error) {
      if (isUnknown(error)) return 'refused';
      this.logger.error(toLogLine(`The Pix ${id} could not be read back: ${toErrorText(error)}`));
      return 'unavailable';
    }
  }
}

/** The provider has none, or finds that no Pix is named so. Anything else may be another answer next time. */
function isUnknown(error: unknown): boolean {
  return (
    isPixRecursoNaoEncontradoException(error) ||
    isPixErroValidacaoException(error) ||
    isValidationError(error)
  );
}
