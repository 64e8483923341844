import type { Pix, PixFilter } from '../../contract/index.js';

/** Where the provider's own account of received Pix is read. `PixRecebidosService` is one. */
export interface PixRecebidosSource {
  /** Reads one received Pix with its refunds; rejects with `PixRecursoNaoEncontradoException` when there is none. */
  get(e2eid: string): Promise<Pix>;
  /** All Pix received in a period. */
  iterate(filter: PixFilter, options?: PixRecebidosIterateOptions): AsyncIterable<Pix>;
}

/** Where a reading stands. */
export interface PixRecebidosProgress {
  /** How many pages the provider says there are, when it says so. */
  quantidadeDePaginas: number | undefined;
}

export interface PixRecebidosIterateOptions {
  /** Ends the reading. */
  signal?: AbortSignal;
  /** Reads a period in windows, where the provider has a limit. */
  splitPeriods?: boolean;
  /** Called after each page is read and before its items are given. */
  onPage?: (progress: PixRecebidosProgress) => void;
}

/**
 * Under this token an application's `PixModule` offers its {@link PixRecebidosSource}. Registered, so that a second copy
 * of the library in the application finds the same.
 */
const PIX_RECEBIDOS = Symbol.for('nestjs-pix.recebidos');

/** The token under which the `PixModule` of a name offers it: {@link PIX_RECEBIDOS} for the one without a name. */
export function getPixRecebidosToken(name?: string): symbol {
  return name === undefined ? PIX_RECEBIDOS : Symbol.for(`nestjs-pix.recebidos:${name}`);
}
