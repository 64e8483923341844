import type { PixCaller, PixRequestOptions } from '../client/index.js';
import {
  bradescoOperations,
  type BradescoCobEmv,
  type BradescoCobVEmv,
  type CobSolicitada,
  type CobVSolicitada,
} from '../contract/index.js';

/**
 * Operations that only Bradesco offers: charges that are created together with their BR Code. The
 * client sends each once; after an unknown outcome read the charge by its `txid`. At other providers
 * every method fails with NotImplementedError before anything is sent.
 */
export class PixBradescoService {
  constructor(private readonly caller: PixCaller) {}

  /** Creates an immediate charge under an identifier that the bank chooses. */
  createCobEmv(body: CobSolicitada, options?: PixRequestOptions): Promise<BradescoCobEmv> {
    return this.caller.call(bradescoOperations.createCobEmv, { body }, options);
  }

  /** Creates an immediate charge under a `txid` that you choose. */
  createCobEmvWithTxid(
    txid: string,
    body: CobSolicitada,
    options?: PixRequestOptions,
  ): Promise<BradescoCobEmv> {
    return this.caller.call(
      bradescoOperations.createCobEmvWithTxid,
      { params: { txid }, body },
      options,
    );
  }

  /** Creates a due-date charge under a `txid` that you choose. */
  createCobVEmv(
    txid: string,
    body: CobVSolicitada,
    options?: PixRequestOptions,
  ): Promise<BradescoCobVEmv> {
    return this.caller.call(bradescoOperations.createCobVEmv, { params: { txid }, body }, options);
  }
}
