import type { Plain } from 'nestjs-pix';
import {
  CobVRevisadaDto,
  CobVSolicitadaDto,
  type LoteCobVBodyDto,
  type LoteCobVBodyRevisadoDto,
} from 'nestjs-pix/dto';
import { isObject } from 'nestjs-pix/internal';
import { ListField, TextField, TxidField } from 'nestjs-pix/spec';
import type { CobVRecord, LoteItem, LotePedido, LoteRecord } from '../../families/charges.js';
import {
  checkDto,
  refuse,
  SimulatorProblem,
  violationIf,
  type SimulatorViolation,
} from '../../families/problems.js';
import type { Draft } from '../../kernel/records.js';
import type { SimulatorState } from '../state.js';
import { putCobV, reviseCobV, txidViolations } from './charge.js';

/**
 * Creates a batch, or requests all charges of the batch that has this id again.
 *
 * @throws SimulatorProblem `LoteCobVOperacaoInvalida`
 */
export function putLote(state: SimulatorState, id: string, body: Plain<LoteCobVBodyDto>): void {
  const existing = state.lotes.get(id);
  if (existing === undefined) createLote(state, id, body);
  else repeatLote(state, existing, body);
}

/**
 * Requests the revision of some charges of a batch.
 * @throws SimulatorProblem `LoteCobVOperacaoInvalida`
 */
export function reviseLote(
  state: SimulatorState,
  lote: LoteRecord,
  { descricao, cobsv = [] }: Plain<LoteCobVBodyRevisadoDto>,
): void {
  checkChargesInBatch(lote, cobsv);
  const changes = new Map(cobsv.map((change) => [change.txid, change]));
  state.lotes.update(lote, (draft) => {
    if (descricao !== undefined) draft.descricao = descricao;
    for (const item of draft.itens) {
      const change = changes.get(item.txid);
      if (change === undefined) continue;
      // The pending request is executed first: a revision does not replace it.
      processItem(state, lote, item);
      requestRevision(item, change);
    }
    draft.processAt = nextProcessing(state);
  });
}

function createLote(
  state: SimulatorState,
  id: string,
  { descricao, cobsv }: Plain<LoteCobVBodyDto>,
): void {
  checkCreation(state, cobsv);
  state.lotes.add({
    id,
    numero: state.lotes.numberFor(id),
    descricao,
    createdAt: state.clock.now(),
    itens: cobsv.map(newItem),
    processAt: nextProcessing(state),
  });
}

function repeatLote(
  state: SimulatorState,
  lote: LoteRecord,
  { descricao, cobsv }: Plain<LoteCobVBodyDto>,
): void {
  checkSameCharges(lote, cobsv);
  const bodies = new Map(cobsv.map((body) => [body.txid, body]));
  state.lotes.update(lote, (draft) => {
    draft.descricao = descricao;
    for (const item of draft.itens) {
      const body = bodies.get(item.txid);
      // A creation also replaces an existing charge.
      if (body !== undefined) setRequest(item, { acao: 'criar', body });
    }
    draft.processAt = nextProcessing(state);
  });
}

function nextProcessing({ clock, settings }: SimulatorState): number {
  return clock.now() + settings.processingDelay;
}

type Items = readonly { readonly txid: string }[];

/**
 * Checks that no charge of a new batch exists (specification, `LoteCobVOperacaoInvalida`).
 * @throws SimulatorProblem
 */
function checkCreation(state: SimulatorState, items: Items): void {
  refuse('LoteCobVOperacaoInvalida', [
    ...duplicateViolations(items),
    ...violations(
      items,
      (txid) => exists(state, txid),
      'é de uma cobrança que já encontra-se criada',
    ),
  ]);
}

const MISSING = 'não tem todas as cobranças da requisição que criou o lote';

/**
 * Checks that a repeated batch has exactly the charges that it was created with.
 * @throws SimulatorProblem
 */
function checkSameCharges(lote: LoteRecord, items: Items): void {
  const sent = new Set(items.map(({ txid }) => txid));
  const missing = lote.itens.some(({ txid }) => !sent.has(txid));
  refuse('LoteCobVOperacaoInvalida', [
    ...duplicateViolations(items),
    ...unknownChargeViolations(lote, items),
    ...violationIf(missing, 'loteCobV.cobsv', MISSING),
  ]);
}

/** Checks that a revision has only charges of the batch. @throws SimulatorProblem */
function checkChargesInBatch(lote: LoteRecord, items: Items): void {
  refuse('LoteCobVOperacaoInvalida', [
    ...duplicateViolations(items),
    ...unknownChargeViolations(lote, items),
  ]);
}

function exists(state: SimulatorState, txid: string): boolean {
  const status = state.lotes.findItem(txid)?.status ?? 'NEGADA';
  return status !== 'NEGADA' || txidViolations(state, txid, '').length > 0;
}

function unknownChargeViolations({ itens }: LoteRecord, items: Items): SimulatorViolation[] {
  const own = new Set(itens.map(({ txid }) => txid));
  return violations(
    items,
    (txid) => !own.has(txid),
    'não é de uma cobrança da requisição que criou o lote',
  );
}

function duplicateViolations(items: Items): SimulatorViolation[] {
  const seen = new Set<string>();
  return violations(
    items,
    (txid) => {
      const isDuplicate = seen.has(txid);
      seen.add(txid);
      return isDuplicate;
    },
    'está repetido no lote',
  );
}

function violations(
  items: Items,
  isWrong: (txid: string) => boolean,
  rule: string,
): SimulatorViolation[] {
  return items.flatMap(({ txid }, index) =>
    violationIf(isWrong(txid), `loteCobV.cobsv[${index}].txid`, rule, txid),
  );
}

type Solicitada = Plain<LoteCobVBodyDto>['cobsv'][number];
type Revisada = NonNullable<Plain<LoteCobVBodyRevisadoDto>['cobsv']>[number];

function newItem(body: Solicitada): LoteItem {
  return { txid: body.txid, status: 'EM_PROCESSAMENTO', pedido: { acao: 'criar', body } };
}

/**
 * Sets the pending request of an item to a revision, or, if its creation was denied, to a creation
 * with that revision.
 */
function requestRevision(item: Draft<LoteItem>, body: Revisada): void {
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

/** Plans the processing of a batch that has pending requests. */
export function planLote(state: SimulatorState, lote: LoteRecord): void {
  if (lote.itens.every(({ status }) => status !== 'EM_PROCESSAMENTO')) return;
  state.agenda.plan(`lote ${lote.id}`, lote.processAt, () => {
    state.lotes.update(lote, (draft) => {
      for (const item of draft.itens) processItem(state, lote, item);
    });
  });
}

/**
 * Executes the pending request of one charge of a batch. If it fails, only that charge is denied.
 */
function processItem(state: SimulatorState, lote: LoteRecord, item: Draft<LoteItem>): void {
  if (item.status !== 'EM_PROCESSAMENTO') return;
  try {
    const charge = execute(state, lote, item);
    item.status = 'CRIADA';
    item.createdAt = charge.createdAt;
  } catch (error) {
    if (!(error instanceof SimulatorProblem)) throw error;
    item.status = 'NEGADA';
    item.problema = error.body;
  }
}

function execute(
  state: SimulatorState,
  { numero }: LoteRecord,
  { txid, pedido }: Draft<LoteItem>,
): CobVRecord {
  const charge = state.cobvs.get(txid);
  if (charge !== undefined && charge.loteId !== numero) {
    // The charge was denied in this batch and another request has created it since.
    const violacoes = txidViolations(state, txid, 'cobv');
    throw new SimulatorProblem('CobVOperacaoInvalida', { violacoes });
  }
  if (pedido.acao === 'revisar' && charge !== undefined) {
    return reviseCobV(state, charge, checkDto('cobv', CobVRevisadaDto, pedido.body));
  }
  const body = checkDto('cobv', CobVSolicitadaDto, pedido.body);
  return putCobV(state, txid, body as Plain<CobVSolicitadaDto>, numero);
}

class LoteItemDto {
  @TxidField()
  txid!: string;
}

/**
 * The fields of a batch that are checked before it is accepted. The rest of each charge is checked
 * when it is created: a violation denies that charge and not the batch (specification,
 * `GET /lotecobv/{id}`: `problema` has the error that `PUT /cobv/{txid}` would return).
 */
export class LoteDto {
  @TextField('Descrição do lote.')
  descricao!: string;

  @ListField(() => LoteItemDto, 'Cobranças do lote.')
  cobsv!: LoteItemDto[];
}

/** The fields of a revision of a batch that are checked before it is accepted. */
export class LoteRevisadoDto {
  @TextField('Descrição do lote.', { optional: true })
  descricao?: string;

  @ListField(() => LoteItemDto, 'Revisões de cobranças.', { optional: true })
  cobsv?: LoteItemDto[];
}
