import { webhookOperations } from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';
import { skipHeaders } from '../variants.js';
import { isRefusal, isSuccess, type Answer } from '../wire/answer.js';
import { resolveKey } from './charge.probe.js';
import { checkStatus } from './check-status.js';

const { register, get, delete: remove } = webhookOperations;

/** A name that never exists (RFC 2606, section 2). */
const HOST = 'nestjs-pix-probe.invalid';

export const webhookProbe: Probe = {
  id: 'webhook',
  title: both('Registro de webhook', 'Webhook registration'),
  sends: both(
    'se a chave não tem webhook: registro de um endereço `http` e de um `https` que não existe, com e sem os cabeçalhos que dispensam o teste, e sua remoção',
    'if the key has no webhook: registration of an `http` address and of an `https` address that does not exist, with and without the headers that skip the test, and its removal',
  ),
  writes: true,
  decides: ['server.webhook.testCall', 'server.statuses'],
  run: async (tour) => {
    const chave = resolveKey(tour);
    if (chave === undefined) {
      return [
        unknown(
          'sem PIX_CHAVE, nenhum webhook foi registrado',
          'without PIX_CHAVE no webhook was registered',
        ),
      ];
    }
    const { status } = await tour.call(get, { params: { chave } });
    // Only a key that certainly has no webhook is touched.
    if (status === 404) return new WebhookProbe(tour, chave).run();
    return status === 200
      ? [
          note(
            'a chave já tem um webhook, que ficou como estava',
            'the key has a webhook, which was left unchanged',
          ),
        ]
      : [
          unknown(
            `a consulta do webhook recebe ${status || '-'}`,
            `the look-up of the webhook gets ${status || '-'}`,
          ),
        ];
  },
};

class WebhookProbe {
  constructor(
    private readonly tour: Tour,
    private readonly chave: string,
  ) {}

  async run(): Promise<Finding[]> {
    const plain = await this.#register('http');
    const findings = [this.#describePlain(plain), ...(await this.#undo(plain))];
    const answer = await this.#register('https');
    if (!isRefusal(answer)) {
      return [...findings, ...this.#describe(answer), ...(await this.#undo(answer))];
    }
    return [...findings, ...(await this.#probeSkip())];
  }

  #register(scheme: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const body = { webhookUrl: `${scheme}://${HOST}/webhook` };
    return this.tour.call(register, { params: { chave: this.chave }, body, headers });
  }

  /** Removes a webhook, also if it is not known whether it was registered. */
  async #undo({ status }: Answer): Promise<Finding[]> {
    if (status >= 400 && status < 500) return [];
    const answer = await this.tour.call(remove, { params: { chave: this.chave }, always: true });
    if (isSuccess(answer)) return checkStatus(remove, answer);
    if (answer.status === 404) return [];
    return [
      unknown(
        `o webhook de teste não pôde ser removido: remova https://${HOST}/webhook`,
        `the test webhook could not be removed: remove https://${HOST}/webhook`,
      ),
    ];
  }

  #describePlain(answer: Answer): Finding {
    if (isSuccess(answer)) return deviates('aceita endereços http', 'accepts http addresses');
    return isRefusal(answer)
      ? conforms('recusa endereços http', 'refuses http addresses')
      : unknown(`endereço http: ${answer.status || '-'}`, `http address: ${answer.status || '-'}`);
  }

  #describe(answer: Answer): Finding[] {
    if (!isSuccess(answer)) {
      const status = answer.status || '-';
      return [unknown(`registro: ${status}`, `registration: ${status}`)];
    }
    return [
      note(
        'registra o endereço sem chamá-lo antes',
        'registers the address without calling it first',
      ),
      ...checkStatus(register, answer),
    ];
  }

  /** An address that is refused without a header and accepted with it was called. */
  async #probeSkip(): Promise<Finding[]> {
    for (const name of skipHeaders) {
      const answer = await this.#register('https', { [name]: 'true' });
      if (isRefusal(answer)) continue;
      const undone = await this.#undo(answer);
      if (!isSuccess(answer)) continue;
      return [
        deviates(
          `chama o endereço antes de registrá-lo; o cabeçalho ${name} dispensa`,
          `calls the address before it registers it; the header ${name} skips that`,
          fact(name, 'server', 'webhook', 'testCall', 'skipHeader'),
        ),
        ...checkStatus(register, answer),
        ...undone,
      ];
    }
    return [
      note('recusa um endereço que não responde', 'refuses an address that does not respond'),
    ];
  }
}
