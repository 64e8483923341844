import type { PixRecebidosSource } from './pix-recebidos-source.js';

/** Finds the source of a receiver's Pix. @internal */
export interface RecebidosFinder {
  /**
   * @param neededBy the option or class that requires it, for the message
   * @throws ConfigurationError if there is none
   */
  locate(neededBy: string): PixRecebidosSource;
}
