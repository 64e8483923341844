import type { Bank, BankState, Charge, Effect } from './bank.js';
import type { Call, CallSubject } from './calls.js';
import { CHAVE } from './charge-bodies.js';

/** Whether reading the record can tell the outcome of the operation. */
export function isSettleable({ operation }: CallSubject): boolean {
  return operation !== 'cob.create' && operation !== 'loc.create' && operation !== 'read';
}

/**
 * What is wrong with a success: what was reported and what the bank has must be what was sent.
 *
 * @param effects of the call itself
 */
export function truthOf(
  call: Call,
  effects: readonly Effect[],
  { bank, state }: { readonly bank: Bank; readonly state: BankState },
): string | undefined {
  const { operation, id, body = {} } = call.subject;
  const response = call.response as Charge | undefined;
  switch (operation) {
    case 'cob.create':
    case 'loc.create': {
      if (effects.length !== 1) return `took effect ${effects.length} times`;
      if (operation === 'loc.create') return undefined;
      const txid = response?.txid ?? '';
      return bank.chargeOf(txid) === undefined
        ? 'the bank has no such charge'
        : differenceOf(body, response, 'the response');
    }
    case 'cob.createWithTxid':
    case 'cobv.createWithTxid':
    case 'cob.revise':
    case 'cobv.revise':
    case 'cob.cancel':
    case 'cobv.cancel':
      if (response?.txid !== id) return `the response is of ${response?.txid ?? 'no charge'}`;
      return heldProblem(call, bank) ?? differenceOf(body, response, 'the response');
    case 'pix.refund':
      return refundProblem(id, body, call.response, state);
    case 'webhook.register':
      return effects.length > 0 || state.webhooks.get(CHAVE) !== undefined || removed(call, bank)
        ? undefined
        : 'no webhook is registered';
    case 'webhook.delete':
      return effects.length > 0 || state.webhooks.get(CHAVE) === undefined || removed(call, bank)
        ? undefined
        : 'the webhook is still there';
    case 'read':
      // The client hands on what a read is answered with, and leaves its judgement to the application.
      return undefined;
  }
}

/** Whether a webhook was removed during a call: it was there then, and was gone. */
function removed({ began }: Call, { effects }: Bank): boolean {
  return effects.some(({ request, at }) => request.startsWith('DELETE') && at >= began);
}

/** The charge has what was sent, or had it at some instant of the call. */
function heldProblem({ subject, began }: Call, bank: Bank): string | undefined {
  const { id, body = {} } = subject;
  const now = bank.chargeOf(id);
  if (now === undefined) return 'the bank has no such charge';
  const during = bank.effects.filter(
    ({ request, at, charge }) => charge !== undefined && at >= began && request.endsWith(`/${id}`),
  );
  const held = [now, ...during.map(({ charge }) => charge)];
  const problems = held.map((charge) => differenceOf(body, charge, 'the bank'));
  return problems.includes(undefined) ? undefined : problems[0];
}

const FIELDS = ['status', 'chave', 'solicitacaoPagador'] as const;

/** The first field that was sent and is another one in a charge. */
function differenceOf(sent: Charge, charge: Charge | undefined, who: string): string | undefined {
  for (const field of FIELDS) {
    if (sent[field] === undefined || sent[field] === charge?.[field]) continue;
    return `${who} has the ${field} ${charge?.[field] ?? '(none)'}, not ${sent[field] ?? ''}`;
  }
  const [wanted, found] = [sent.valor?.original, charge?.valor?.original];
  if (wanted === undefined || wanted === found) return undefined;
  return `${who} has ${found ?? 'no amount'}, not ${wanted}`;
}

function refundProblem(
  key: string,
  { valor }: Readonly<Record<string, unknown>>,
  response: unknown,
  state: BankState,
): string | undefined {
  const [endToEndId = '', id = ''] = key.split('/');
  const refund = state.pix.get(endToEndId)?.devolucoes.find((made) => made.id === id);
  if (refund === undefined) return 'the bank has no such refund';
  const told = response as { id?: string; valor?: string; status?: string };
  if (refund.valor !== valor || told.valor !== valor) return 'the amount is another one';
  return told.id === id ? undefined : 'the response is of another refund';
}
