import type { Logger } from '@nestjs/common';
import type { Pix, PixFilter } from '../../../contract/index.js';
import {
  isPIXError,
  isPixAcessoNegadoException,
  isPixErroValidacaoException,
  isPixNaoAutorizadoException,
  isPixRecursoNaoEncontradoException,
  toErrorText,
  toLogLine,
} from '../../../errors/index.js';
import { sleep, type PixRuntime } from '../../../runtime/index.js';
import type { PixRecebidosSource } from '../pix-recebidos-source.js';

export interface Period {
  readonly inicio: Date;
  readonly fim: Date;
}

/** A part of a period, with everything that the provider lists in it. */
export interface PeriodPart {
  readonly part: Period;
  readonly items: readonly Pix[];
}

/** How often a part is read before the run fails. */
const ATTEMPTS = 4;
/** The wait before the first repeat, in milliseconds; it doubles with each, and half of it is random. */
const FIRST_WAIT = 250;
/** The specification's instants are exact to the second for many providers. */
const SHORTEST_PART = 2000;
const MOST_PARTS = 100;

type Reading = readonly Pix[] | { readonly pages: number };

/**
 * Reads a period in parts of one page each, from its beginning to its end, so that the caller can keep its place after
 * each page. A list has no order that one could rely on, so the parts are cut by time: when the first page of a part says
 * that there are more, the part is cut into as many. A source that does not report its pages is read in one part.
 *
 * @internal
 */
export class PeriodReader {
  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly runtime: PixRuntime,
    private readonly signal: AbortSignal,
  ) {}

  async *read(
    source: PixRecebidosSource,
    period: Period,
    filter: Partial<PixFilter>,
  ): AsyncGenerator<PeriodPart, void, undefined> {
    const waiting = [period];
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const reading = await this.readWithRepeats(source, part, filter);
      if ('pages' in reading) waiting.unshift(...cut(part, reading.pages));
      else yield { part, items: reading };
    }
  }

  private async readWithRepeats(
    source: PixRecebidosSource,
    part: Period,
    filter: Partial<PixFilter>,
  ): Promise<Reading> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.readPart(source, part, filter);
      } catch (error) {
        if (attempt === ATTEMPTS || this.signal.aborted || !mayPass(error)) throw error;
        const wait = FIRST_WAIT * 2 ** (attempt - 1) * (0.5 + this.runtime.random() / 2);
        this.logger.warn(
          toLogLine(`Received Pix could not be listed, repeating: ${toErrorText(error)}`),
        );
        await sleep(this.runtime, wait, this.signal);
      }
    }
  }

  private async readPart(
    source: PixRecebidosSource,
    part: Period,
    filter: Partial<PixFilter>,
  ): Promise<Reading> {
    const isShort = part.fim.getTime() - part.inicio.getTime() < SHORTEST_PART;
    let pages = 1;
    const list = source.iterate(
      { ...part, ...filter },
      {
        signal: this.signal,
        splitPeriods: true,
        onPage: ({ quantidadeDePaginas }) => (pages = Math.max(pages, quantidadeDePaginas ?? 1)),
      },
    );
    const items: Pix[] = [];
    for await (const pix of list) {
      if (pages > 1 && !isShort) return { pages };
      items.push(pix);
    }
    return items;
  }
}

/** Parts of equal length whose ends meet at whole seconds, so that none falls between two of them by rounding. */
function cut({ inicio, fim }: Period, pages: number): Period[] {
  const [from, to] = [inicio.getTime(), fim.getTime()];
  const count = Math.min(Math.max(2, Math.ceil(pages)), MOST_PARTS);
  const ends = Array.from({ length: count - 1 }, (_, index) => {
    const end = from + ((to - from) * (index + 1)) / count;
    return Math.floor(end / 1000) * 1000;
  });
  const inside = [...new Set(ends)].filter((end) => end > from && end < to);
  const bounds = [from, ...inside, to];
  return bounds.slice(1).map((end, index) => ({
    inicio: new Date(bounds[index] ?? from),
    fim: new Date(end),
  }));
}

/** Whether a repeat may succeed: not after a definite refusal, nor after a mistake of our own. */
function mayPass(error: unknown): boolean {
  const isRefusal =
    isPixErroValidacaoException(error) ||
    isPixNaoAutorizadoException(error) ||
    isPixAcessoNegadoException(error) ||
    isPixRecursoNaoEncontradoException(error);
  return !isRefusal && !isPIXError(error);
}
