import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '../http/dispatcher.js';
import { emptyReply, jsonReply } from '../http/reply.js';
import type { Reply } from '../http/reply.js';
import { readJsonObject } from '../http/request-body.js';
import { Router } from '../http/router.js';
import type { PayOptions } from '../pix/pay.options.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorViolation } from '../problems/simulator-problem.js';
import type { SimulatorControl } from './simulator-control.js';

type Action = (request: IncomingMessage) => Reply | Promise<Reply>;

/** `control` over HTTP, below `/simulator`, for other processes and languages. Mutual TLS guards it; it takes no token. */
export class ControlEndpoint implements Endpoint {
  private readonly router = new Router<Action>();

  constructor(control: SimulatorControl) {
    this.router
      .add('POST', '/pix', async (request) => {
        const { txid, ...options } = payment(await readJsonObject(request));
        return jsonReply(201, await control.pay(txid, options));
      })
      .add('GET', '/stats', () => jsonReply(200, control.stats))
      .add('GET', '/deliveries', () => jsonReply(200, { deliveries: control.deliveries }))
      .add('POST', '/tokens/revoke', () => {
        control.revokeTokens();
        return emptyReply(204);
      })
      .add('POST', '/reset', () => {
        control.reset();
        return emptyReply(204);
      });
  }

  async handle(request: IncomingMessage, path: string): Promise<Reply> {
    const result = this.router.find(request.method ?? 'GET', path);
    if (result.kind === 'match') return result.match.target(request);
    if (result.kind === 'none') throw new SimulatorProblem('NaoEncontrado');
    throw new SimulatorProblem('MetodoNaoPermitido', {
      headers: { allow: result.allow.join(', ') },
    });
  }
}

/** The body of `POST /simulator/pix`: three texts, of which only the txid is required. */
function payment(body: object | undefined): PayOptions & { txid: string } {
  const violacoes: SimulatorViolation[] = [];
  const text = (propriedade: string): string | undefined => {
    const value: unknown = body && Reflect.get(body, propriedade);
    if (value === undefined || typeof value === 'string') return value;
    violacoes.push({ razao: `${propriedade} deve ser um texto`, propriedade });
    return undefined;
  };
  const [txid, valor, infoPagador] = [text('txid'), text('valor'), text('infoPagador')];
  if (txid === undefined && violacoes.length === 0) {
    violacoes.push({ razao: 'txid é obrigatório', propriedade: 'txid' });
  }
  if (txid === undefined || violacoes.length > 0) {
    throw new SimulatorProblem('RequisicaoInvalida', { violacoes });
  }
  return {
    txid,
    ...(valor !== undefined && { valor }),
    ...(infoPagador !== undefined && { infoPagador }),
  };
}
