import { formatValor, generateDevolucaoId, parseValor, type Pix } from 'nestjs-pix';
import type { SimulatorControl } from '../control/simulator-control.js';
import type { RefundOutcome } from '../domain/payment/refund.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { toPix } from '../domain/views/pix.view.js';
import type { Frozen } from '../kernel/draft.js';
import { withoutUndefined } from '../profiles/defined.js';
import type { PaymentList } from './answers.js';
import { defineRoute, type ControlRoute } from './control-route.js';
import { BodyFields } from './fields.js';
import { parseLimit } from './limit.js';
import { newestFirst, take } from './newest-first.js';
import { readPayOptions } from './pay-options.js';

/** Routes for payments: list of received payments (newest first), payment by a payer, request and end of a refund. */
export function paymentsRoutes(control: SimulatorControl, state: SimulatorState): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/pix',
      action: ({ query }): PaymentList => {
        const { byCreation } = state.pix;
        const newest = take(newestFirst([byCreation]), parseLimit(query));
        return { pix: newest.map(toPix), total: byCreation.size };
      },
    },
    {
      method: 'POST',
      path: '/pix',
      status: 201,
      action: async ({ body }) => pay(control, await body()),
    },
    defineRoute({
      method: 'POST',
      path: '/pix/{e2eid}/devolucao',
      status: 201,
      action: async ({ params: { e2eid }, body }) => {
        const fields = new BodyFields(await body());
        const valor = fields.text('valor');
        fields.check();
        const pix = await control.api.call('pix.get', { params: { e2eid } });
        return control.api.call('pix.refund', {
          params: { e2eid, id: generateDevolucaoId() },
          body: { valor: valor ?? calculateRest(pix) },
        });
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/pix/{e2eid}/devolucao/{id}',
      action: async ({ params: { e2eid, id }, body }) => {
        const fields = new BodyFields(await body());
        const status = fields.oneOf('status', ['DEVOLVIDO', 'NAO_REALIZADO']);
        const outcome = withoutUndefined({
          status: status as RefundOutcome['status'],
          motivo: fields.text('motivo'),
        });
        fields.check();
        return control.settleRefund(e2eid, id, outcome);
      },
    }),
  ];
}

/** Calculates the amount of a Pix that is not refunded. */
function calculateRest({ valor, devolucoes = [] }: Frozen<Pix>): string {
  const refunded = devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, devolucao) => sum + parseValor(devolucao.valor), 0n);
  return formatValor(parseValor(valor) - refunded);
}

/** Pays a charge by its `txid`, a `brCode`, or to a `chave`. */
async function pay(
  control: SimulatorControl,
  body: Readonly<Record<string, unknown>>,
): Promise<Pix> {
  const fields = new BodyFields(body);
  const [txid, brCode, chave] = ['txid', 'brCode', 'chave'].map((name) => fields.text(name));
  const options = readPayOptions(fields, body);
  if (chave !== undefined) {
    const valor = fields.checkRequired('valor', fields.text('valor'));
    const { infoPagador, pagador } = options;
    return control.payKey(chave, {
      valor,
      ...withoutUndefined({ txid, infoPagador, pagador }),
    });
  }
  if (brCode !== undefined) {
    const autorizar = fields.boolean('autorizar');
    fields.check();
    return control.payBrCode(brCode, {
      ...options,
      ...withoutUndefined({ autorizar }),
    });
  }
  return control.pay(
    fields.checkRequired('txid', txid, 'é obrigatório, ou brCode, ou chave'),
    options,
  );
}
