import { SINGLE } from '../../devkit/simulator/families/webhooks.js';
import type { HostileKind } from '../../devkit/simulator/hostile/hostile-bank.js';
import type { Bank, BankState, Charge, Effect } from './bank.js';
import type { Call, CallSubject } from './calls.js';
import { CHAVE } from './charge-bodies.js';

/** Whether a bank with these habits never shows what the call changes. */
export function isHidden({ body }: CallSubject, hostile: readonly HostileKind[]): boolean {
  const isText = body !== undefined && 'solicitacaoPagador' in body && !('valor' in body);
  return isText && (hostile.includes('altered-texts') || hostile.includes('minimal-fields'));
}

/** Whether a client can settle the outcome of the operation, and repeat it: a retry is requested at most once. */
export function isSettleable({ operation }: CallSubject): boolean {
  return !UNSETTLEABLE.has(operation);
}

const UNSETTLEABLE: ReadonlySet<string> = new Set([
  'cob.create',
  'loc.create',
  'cobr.retry',
  'read',
]);

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
        : checkShown(call, response);
    }
    case 'cob.createWithTxid':
    case 'cobv.createWithTxid':
    case 'cob.revise':
    case 'cobv.revise':
    case 'cob.cancel':
    case 'cobv.cancel':
    case 'cobr.createWithTxid':
    case 'cobr.cancel':
      if (response?.txid !== id) return `the response is of ${response?.txid ?? 'no charge'}`;
      return checkHeld(call, bank) ?? checkShown(call, response);
    case 'cobr.retry':
      return attemptProblem(id, response, bank);
    case 'lotecobv.create':
      return batchProblem(id, body, state);
    case 'pix.refund':
      return refundProblem(id, body, call.response, state);
    case 'webhook.register':
    case 'webhookrec.register':
    case 'webhookcobr.register':
      return effects.length > 0 || hasWebhook(call, state) || isChangedSince(call, bank, 'DELETE')
        ? undefined
        : 'no webhook is registered';
    case 'webhook.delete':
    case 'webhookrec.delete':
    case 'webhookcobr.delete':
      return effects.length > 0 || !hasWebhook(call, state) || isChangedSince(call, bank, 'PUT')
        ? undefined
        : 'the webhook is still there';
    case 'read':
      // The client returns the response to a read unchanged, and the application decides about it.
      return undefined;
  }
}

function hasWebhook({ subject }: Call, { webhooks, webhookRec, webhookCobR }: BankState): boolean {
  const [family] = subject.operation.split('.');
  if (family === 'webhook') return webhooks.get(CHAVE) !== undefined;
  return (family === 'webhookrec' ? webhookRec : webhookCobR).get(SINGLE) !== undefined;
}

/** Whether a webhook was registered or removed since a call began, by that call or by another one. */
function isChangedSince({ began }: Call, { effects }: Bank, method: 'PUT' | 'DELETE'): boolean {
  return effects.some(
    ({ request, at }) =>
      request.startsWith(`${method} `) && request.includes('/webhook') && at >= began,
  );
}

/** @param id `txid/day` of the attempt */
function attemptProblem(id: string, response: Charge | undefined, bank: Bank): string | undefined {
  const [txid = '', day = ''] = id.split('/');
  if (response?.txid !== txid) return `the response is of ${response?.txid ?? 'no charge'}`;
  const isAsked = ({ dataLiquidacao, tipo }: { dataLiquidacao: string; tipo: string }) =>
    dataLiquidacao === day && tipo === 'NTAG';
  for (const [who, charge] of [
    ['the bank', bank.findCharge(txid)],
    ['the response', response],
  ] as const) {
    if (charge?.tentativas?.some(isAsked) !== true) return `${who} has no attempt on ${day}`;
  }
  return undefined;
}

/** Returns why the batch does not have the charges that were sent, each with its amount. */
function batchProblem(
  id: string,
  { cobsv }: Readonly<Record<string, unknown>>,
  { lotes }: BankState,
): string | undefined {
  const items = lotes.get(id)?.itens;
  if (items === undefined) return 'the bank has no such batch';
  const list = (charges: readonly Charge[]) =>
    charges.map(({ txid, valor }) => `${txid ?? ''} ${valor?.original ?? ''}`).join(', ');
  const held = list(items.map(({ txid, pedido }) => ({ txid, ...(pedido.body as Charge) })));
  const sent = list(cobsv as Charge[]);
  return held === sent ? undefined : `the bank has the batch ${held}, not ${sent}`;
}

/** Returns why the charge does not have what was sent, now or at any instant of the call. */
function checkHeld({ subject, began }: Call, bank: Bank): string | undefined {
  const { id, operation, body: sent = {} } = subject;
  // A create is done when the charge has the money that was sent: a PUT may find it with another text.
  const isCreate = operation.endsWith('createWithTxid');
  const body = isCreate ? { ...sent, solicitacaoPagador: undefined } : sent;
  const now = bank.findCharge(id);
  if (now === undefined) return 'the bank has no such charge';
  const during = bank.effects.filter(
    ({ request, at, charge }) => charge !== undefined && at >= began && request.endsWith(`/${id}`),
  );
  const held = [now, ...during.map(({ charge }) => charge)];
  const problems = held.map((charge) => findDifference(body, charge, 'the bank'));
  return problems.includes(undefined) ? undefined : problems[0];
}

/** Returns why a response is not of the charge: a bank may omit and change what is not money. */
function checkShown({ subject: { body = {} } }: Call, response: Charge = {}): string | undefined {
  const { valor, status, chave = body.chave, idRec = body.idRec } = response;
  return findDifference(body, { ...body, valor, status, chave, idRec } as Charge, 'the response');
}

/** What a success promises of a charge. */
const FIELDS: Readonly<Record<string, (charge: Charge) => string | number | undefined>> = {
  amount: ({ valor }) => valor?.original,
  status: ({ status }) => status,
  key: ({ chave }) => chave,
  recurrence: ({ idRec }) => idRec,
  'due date': ({ calendario }) => calendario?.dataDeVencimento,
  'last day': ({ calendario }) => calendario?.validadeAposVencimento,
  debtor: ({ devedor }) => devedor?.cpf,
  text: ({ solicitacaoPagador }) => solicitacaoPagador,
};

/** Returns the first sent field that a charge has with another value. */
function findDifference(sent: Charge, charge: Charge = {}, who: string): string | undefined {
  for (const [name, read] of Object.entries(FIELDS)) {
    const [wanted, found] = [read(sent), read(charge)];
    if (wanted === undefined || wanted === found) continue;
    return `${who} has the ${name} ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`;
  }
  return undefined;
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
  if (reported.status === 'NAO_REALIZADO') return 'the refund was not made';
  return reported.id === id ? undefined : 'the response is of another refund';
}
