import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { PaymentRefused, type SimulatedPayer } from './bank.js';
import type { DemoProviderAccess } from './demo-provider.js';

const TIMEOUT = 10_000;

/** Pays through the control API of the simulated provider, over mutual TLS. */
export class DemoPayer implements SimulatedPayer {
  constructor(private readonly access: DemoProviderAccess) {}

  async pay(txid: string): Promise<void> {
    const { status, body } = await this.#post('/pix', { txid });
    if (status >= 200 && status < 300) return;
    throw new PaymentRefused(reason(body) ?? 'O banco simulado recusou o pagamento');
  }

  #post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const { controlUrl, ca, clientCertificate } = this.access;
    return new Promise((resolve, reject) => {
      const call = request(controlUrl + path, {
        ...clientCertificate,
        ca,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      call.on('error', reject);
      call.on('response', (response) => {
        json(response)
          .catch(() => undefined)
          .then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
      });
      call.end(JSON.stringify(body));
    });
  }
}

/** RFC 7807 `detail`. */
function reason(body: unknown): string | undefined {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  return typeof detail === 'string' && detail !== '' ? detail : undefined;
}
