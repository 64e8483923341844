import type { Pix, PixFilter } from '../../contract/index.js';
import { withMethods } from '../../options/index.js';

/** A source of received Pix at the provider. `PixRecebidosService` implements it. */
export interface PixRecebidosSource {
  /**
   * Reads a received Pix with its refunds.
   *
   * @throws PixRecursoNaoEncontradoException if there is none
   */
  get(e2eid: string): Promise<Pix>;
  /**
   * Iterates over all Pix received in a period.
   *
   * @throws PixRespostaInvalidaError after the last item, if the provider states that there are more
   */
  iterate(filter: PixFilter, options?: PixRecebidosIterateOptions): AsyncIterable<Pix>;
}

/** The progress of a listing. */
export interface PixRecebidosProgress {
  /** The number of pages, if the provider reports it. */
  quantidadeDePaginas: number | undefined;
}

export interface PixRecebidosIterateOptions {
  /** Ends the listing. */
  signal?: AbortSignal;
  /** Splits the period if it exceeds the provider's limit, or if the provider refuses it. */
  splitPeriods?: boolean;
  /** Called after each page is read and before its items are returned. */
  onPage?: (progress: PixRecebidosProgress) => void;
}

/**
 * Injection token under which the application's `PixModule` provides its {@link
 * PixRecebidosSource}. A registered symbol, so that a second copy of the library in the application
 * finds it.
 */
const PIX_RECEBIDOS = Symbol.for('nestjs-pix.recebidos');

/**
 * Returns the injection token for the `PixModule` with a name; `Symbol.for('nestjs-pix.recebidos')`
 * without a name.
 */
export function getPixRecebidosToken(name?: string): symbol {
  return name === undefined ? PIX_RECEBIDOS : Symbol.for(`nestjs-pix.recebidos:${name}`);
}

/** Finds the source of a receiver's Pix. */
export interface RecebidosFinder {
  /**
   * @param neededBy the option or class that requires it, for the message
   * @throws ConfigurationError if there is none
   */
  locate(neededBy: string): PixRecebidosSource;
}

/** The rule of an option that is a source of received Pix. */
export const recebidosRule = withMethods(
  'a source of received Pix with the methods get and iterate, such as client.recebidos',
  ['get', 'iterate'],
);
