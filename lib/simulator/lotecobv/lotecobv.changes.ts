import type { LoteCobVBody, LoteCobVBodyRevisado } from '../../contract/bodies.types.js';
import type { LoteItem, LotePedido } from './lotecobv.record.js';

type Solicitada = LoteCobVBody['cobsv'][number];
type Revisada = NonNullable<LoteCobVBodyRevisado['cobsv']>[number];

export function newItem(body: Solicitada): LoteItem {
  return { txid: body.txid, status: 'EM_PROCESSAMENTO', pedido: { acao: 'criar', body } };
}

/** Asks for an item once more, as a whole. */
export function askAgain(item: LoteItem, body: Solicitada): void {
  renew(item, { acao: 'criar', body });
}

/** Asks for a change of an item; of one that was denied, for its creation with that change. */
export function askForRevision(item: LoteItem, body: Revisada): void {
  const { pedido } = item;
  const denied = item.criadaEm === undefined && pedido.acao === 'criar';
  renew(
    item,
    denied ? { acao: 'criar', body: merged(pedido.body, body) } : { acao: 'revisar', body },
  );
}

function renew(item: LoteItem, pedido: LotePedido): void {
  item.pedido = pedido;
  item.status = 'EM_PROCESSAMENTO';
  delete item.problema;
}

/** What was sent need not be what it should: parts that are no objects are left for the check to refuse. */
function merged(body: object, change: object): Solicitada {
  const [before, after] = [body as Partial<Solicitada>, change as Partial<Solicitada>];
  return {
    ...before,
    ...after,
    ...(after.calendario && { calendario: { ...before.calendario, ...after.calendario } }),
    ...(after.valor && { valor: { ...before.valor, ...after.valor } }),
  } as Solicitada;
}
