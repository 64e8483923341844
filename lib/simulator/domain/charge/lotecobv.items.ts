import type { LoteCobVBody, LoteCobVBodyRevisado } from '../../../contract/bodies.types.js';
import { isObject } from '../../../errors/json-object.js';
import type { Draft } from '../../kernel/draft.js';
import type { LoteItem, LotePedido } from '../state/lotecobv.record.js';

type Solicitada = LoteCobVBody['cobsv'][number];
type Revisada = NonNullable<LoteCobVBodyRevisado['cobsv']>[number];

export function newItem(body: Solicitada): LoteItem {
  return { txid: body.txid, status: 'EM_PROCESSAMENTO', pedido: { acao: 'criar', body } };
}

/** Asks for an item once more, as a whole. */
export function askAgain(item: Draft<LoteItem>, body: Solicitada): void {
  renew(item, { acao: 'criar', body });
}

/** Asks for a change of an item; of one that was denied, for its creation with that change. */
export function askForRevision(item: Draft<LoteItem>, body: Revisada): void {
  const { pedido } = item;
  const denied = item.createdAt === undefined && pedido.acao === 'criar';
  renew(
    item,
    denied ? { acao: 'criar', body: merged(pedido.body, body) } : { acao: 'revisar', body },
  );
}

function renew(item: Draft<LoteItem>, pedido: LotePedido): void {
  item.pedido = pedido;
  item.status = 'EM_PROCESSAMENTO';
  delete item.problema;
}

/** What was sent need not be what it should: parts that are no objects are left for the check to refuse. */
function merged(body: object, change: object): Solicitada {
  const [before, after] = [body as Record<string, unknown>, change as Record<string, unknown>];
  const part = (name: string) =>
    isObject(before[name]) &&
    isObject(after[name]) && { [name]: { ...before[name], ...after[name] } };
  return { ...before, ...after, ...part('calendario'), ...part('valor') } as unknown as Solicitada;
}
