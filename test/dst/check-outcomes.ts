import type { Bank, BankState, Charge, Effect } from './bank.js';
import type { Call, CallSubject } from './calls.js';
import { CHAVE } from './charge-bodies.js';

/** Whether reading the record can settle the outcome of the operation. */
export function isSettleable({ operation }: CallSubject): boolean {
  return operation !== 'cob.create' && operation !== 'loc.create' && operation !== 'read';
}

/**
 * Returns what is wrong with a success: the response and the record at the bank must equal what was sent.
 *
 * @param effects of the call itself
 */
export function checkSuccess(
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
      return bank.findCharge(txid) === undefined
        ? 'the bank has no such charge'
        : findDifference(body, response, 'the response');
    }
    case 'cob.createWithTxid':
    case 'cobv.createWithTxid':
    case 'cob.revise':
    case 'cobv.revise':
    case 'cob.cancel':
    case 'cobv.cancel':
      if (response?.txid !== id) return `the response is of ${response?.txid ?? 'no charge'}`;
      return checkHeld(call, bank) ?? findDifference(body, response, 'the response');
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
      // The client returns the response to a read unchanged, and the application decides about it.
      return undefined;
  }
}

/** Whether a webhook was removed during a call. */
function removed({ began }: Call, { effects }: Bank): boolean {
  return effects.some(({ request, at }) => request.startsWith('DELETE') && at >= began);
}

/** Returns why the charge does not have what was sent, now or at any instant of the call. */
function checkHeld({ subject, began }: Call, bank: Bank): string | undefined {
  const { id, body = {} } = subject;
  const now = bank.findCharge(id);
  if (now === undefined) return 'the bank has no such charge';
  const during = bank.effects.filter(
    ({ request, at, charge }) => charge !== undefined && at >= began && request.endsWith(`/${id}`),
  );
  const held = [now, ...during.map(({ charge }) => charge)];
  const problems = held.map((charge) => findDifference(body, charge, 'the bank'));
  return problems.includes(undefined) ? undefined : problems[0];
}

const FIELDS = ['status', 'chave', 'solicitacaoPagador'] as const;

/** Returns the first sent field that a charge has with another value. */
function findDifference(sent: Charge, charge: Charge | undefined, who: string): string | undefined {
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
  const reported = response as { id?: string; valor?: string; status?: string };
  if (refund.valor !== valor || reported.valor !== valor) return 'the amount is another one';
  return reported.id === id ? undefined : 'the response is of another refund';
}
