import type { PixCaller, PixRequestOptions } from '../client/index.js';
import { efiOperations, type EfiQrCode, type EfiReenvioWebhook } from '../contract/index.js';

/**
 * Operations that only Efí offers. At other providers every method fails with NotImplementedError
 * before anything is sent.
 */
export class PixEfiService {
  constructor(private readonly caller: PixCaller) {}

  /** Reads the BR Code of the charge at a location, and its image. */
  getLocQrCode(id: string | number, options?: PixRequestOptions): Promise<EfiQrCode> {
    return this.caller.call(efiOperations.getLocQrCode, { params: { id } }, options);
  }

  /** Requests redelivery of notifications of the last 30 days. */
  resendWebhooks(body: EfiReenvioWebhook, options?: PixRequestOptions): Promise<void> {
    return this.caller.call(efiOperations.resendWebhooks, { body }, options);
  }
}
