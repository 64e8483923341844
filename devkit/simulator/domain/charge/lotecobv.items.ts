import type { Plain } from 'nestjs-pix';
import type { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from 'nestjs-pix/dto';
import { isObject } from 'nestjs-pix/internal';
import type { LoteItem, LotePedido } from '../../families/lotecobv/lotecobv.record.js';
import type { Draft } from '../../kernel/draft.js';

type Solicitada = Plain<LoteCobVBodyDto>['cobsv'][number];
type Revisada = NonNullable<Plain<LoteCobVBodyRevisadoDto>['cobsv']>[number];

export function newItem(body: Solicitada): LoteItem {
  return { txid: body.txid, status: 'EM_PROCESSAMENTO', pedido: { acao: 'criar', body } };
}

/** Sets the pending request of an item to a creation, which also replaces an existing charge. */
export function requestCreation(item: Draft<LoteItem>, body: Solicitada): void {
  setRequest(item, { acao: 'criar', body });
}

/**
 * Sets the pending request of an item to a revision, or, if its creation was denied, to a creation
 * with that revision.
 */
export function requestRevision(item: Draft<LoteItem>, body: Revisada): void {
  const { pedido } = item;
  const denied = item.createdAt === undefined && pedido.acao === 'criar';
  setRequest(
    item,
    denied ? { acao: 'criar', body: merge(pedido.body, body) } : { acao: 'revisar', body },
  );
}

function setRequest(item: Draft<LoteItem>, pedido: LotePedido): void {
  item.pedido = pedido;
  item.status = 'EM_PROCESSAMENTO';
  delete item.problema;
}

/**
 * Merges a revision into a creation. The bodies are not checked yet: parts that are not objects are
 * not merged.
 */
function merge(body: object, change: object): Solicitada {
  const [before, after] = [body as Record<string, unknown>, change as Record<string, unknown>];
  const part = (name: string) =>
    isObject(before[name]) &&
    isObject(after[name]) && { [name]: { ...before[name], ...after[name] } };
  const merged: object = { ...before, ...after, ...part('calendario'), ...part('valor') };
  return merged as Solicitada;
}
