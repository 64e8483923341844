import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { PaymentRefused, type SimulatedPayer } from './bank.js';
import type { DemoProviderAccess } from './demo-provider.js';

const TIMEOUT = 10_000;

/** Milliseconds in which the simulated bank schedules the first attempt of a charge that it has accepted. */
const SCHEDULING = 2_000;
const PAUSE = 100;

const REFUSED = 'O banco simulado recusou a operação';

/** Acts as a payer through the control API of the simulated provider, over mutual TLS. */
export class DemoPayer implements SimulatedPayer {
  constructor(private readonly access: DemoProviderAccess) {}

  async pay(txid: string): Promise<void> {
    await this.#act('/pix', { txid }, 'O banco simulado recusou o pagamento');
  }

  async approve(idRec: string, jornada: 'JORNADA_2' | 'JORNADA_3'): Promise<void> {
    await this.#act(`/recs/${idRec}/approve`, { jornada }, REFUSED);
  }

  async reject(idRec: string): Promise<void> {
    await this.#act(`/recs/${idRec}/reject`, {}, REFUSED);
  }

  async cancelRecurrence(idRec: string): Promise<void> {
    await this.#act(`/recs/${idRec}/cancel`, {}, REFUSED);
  }

  /** A charge that was just created has no attempt yet: its refusal is tried again for a moment. */
  async settle(txid: string, isPaid: boolean): Promise<void> {
    const latest = Date.now() + SCHEDULING;
    for (;;) {
      try {
        await this.#act(`/cobrs/${txid}/settle`, { status: isPaid ? 'PAGA' : 'EXPIRADA' }, REFUSED);
        return;
      } catch (error) {
        if (!(error instanceof PaymentRefused) || Date.now() >= latest) throw error;
        await delay(PAUSE);
      }
    }
  }

  async #act(path: string, content: object, refusal: string): Promise<void> {
    const { status, body } = await this.#post(path, content);
    if (status >= 200 && status < 300) return;
    throw new PaymentRefused(reason(body) ?? refusal);
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
