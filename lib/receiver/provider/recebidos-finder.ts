import type { PixRecebidosSource } from './pix-recebidos-source.js';

/** Finds where the Pix of a receiver are read. @internal */
export interface RecebidosFinder {
  /**
   * @param neededBy the option or class that needs it, for the message
   * @throws ConfigurationError when there is none
   */
  locate(neededBy: string): PixRecebidosSource;
}
