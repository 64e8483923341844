// The error types and records of charges, batches, payments and refunds.
import type {
  CobrancaStatus,
  CobValor,
  CobVValor,
  Devedor,
  DevolucaoNatureza,
  InfoAdicional,
  Pessoa,
  PixComponentesValor,
  Plain,
  TipoCob,
} from 'nestjs-pix';
import type { CobVRevisadaDto, CobVSolicitadaDto } from 'nestjs-pix/dto';
import { findCobVDays } from 'nestjs-pix/internal';
import { toDay } from '../kernel/calendar.js';
import {
  TimedRecordStore,
  type Frozen,
  type RecordFeed,
  type TimedRecord,
} from '../kernel/records.js';
import {
  consultaInvalida,
  naoEncontrado,
  operacaoInvalida,
  type ProblemBody,
  type SimulatorFamily,
} from './family.js';
import type { LocRecord } from './locations.js';

/**
 * Content of a revision. `loc` is not part of it: changing the location is not a revision (schema
 * `Revisao`). Expiry and being overdue are not statuses: they are derived from the clock.
 */
type ChargeConteudo<Debtor, Valor> = Debtor & {
  valor: Valor;
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: InfoAdicional[];
  status: CobrancaStatus;
};

/** A charge that a payer pays by its txid or code, with its revisions. */
abstract class ChargeRecord<
  Conteudo extends { readonly status: CobrancaStatus },
> implements TimedRecord {
  /** Contents by `revisao`. The last one is the current content. */
  readonly revisoes: readonly [Conteudo, ...Conteudo[]];
  readonly pix: readonly PixRecord[] = [];

  constructor(
    readonly txid: string,
    readonly createdAt: number,
    conteudo: Conteudo,
    readonly loc: LocRecord | undefined,
  ) {
    this.revisoes = [conteudo];
  }

  abstract get tipo(): TipoCob;

  /** Expiry of an immediate charge (RFC 3339), or due date (`YYYY-MM-DD`). */
  abstract get vence(): string;

  /** Whether the charge can no longer be paid, in milliseconds since the epoch. */
  abstract isExpired(now: number): boolean;

  get conteudo(): Conteudo {
    return this.revisoes.at(-1) ?? this.revisoes[0];
  }

  get revisao(): number {
    return this.revisoes.length - 1;
  }
}

/** A charge of either kind. */
export type PayableRecord = CobRecord | CobVRecord;

/** The fields of a charge that change. */
export interface ChargeDraft {
  loc: LocRecord | undefined;
  revisoes: { status: CobrancaStatus }[];
  pix: PixRecord[];
}

/**
 * Sets a status that the provider assigns, such as `CONCLUIDA`. This is not a revision: only the
 * receiver revises.
 */
export function setStatus({ revisoes }: ChargeDraft, status: CobrancaStatus): void {
  const conteudo = revisoes.pop();
  if (conteudo !== undefined) revisoes.push({ ...conteudo, status });
}

export type CobConteudo = Frozen<
  ChargeConteudo<{ devedor?: Pessoa }, CobValor> & {
    /** Seconds from the creation. */
    expiracao: number;
  }
>;

/** An immediate charge with its revisions. */
export class CobRecord extends ChargeRecord<CobConteudo> {
  get tipo() {
    return 'cob' as const;
  }

  get vence(): string {
    return new Date(this.createdAt + this.conteudo.expiracao * 1_000).toISOString();
  }

  isExpired(now: number): boolean {
    return now > Date.parse(this.vence);
  }
}

/** Immediate charges: error types and records. */
export const cobFamily = {
  root: 'cob',
  problems: {
    CobNaoEncontrado: naoEncontrado('Não há cobrança imediata com o txid informado.'),
    CobOperacaoInvalida: operacaoInvalida(
      'Cobrança inválida.',
      'A criação ou revisão da cobrança imediata não respeita o formato ou não faz sentido no estado atual.',
    ),
    CobConsultaInvalida: consultaInvalida('cobranças imediatas'),
  },
  naoEncontrado: 'CobNaoEncontrado',
  operacaoInvalida: 'CobOperacaoInvalida',
  consultaInvalida: 'CobConsultaInvalida',
  stores: {
    cobs: ({ name, changes }) =>
      new TimedRecordStore<CobRecord>(changes, {
        name,
        getKey: ({ txid }) => txid,
        prototype: CobRecord.prototype,
      }),
  },
  topic: 'charges',
} as const satisfies SimulatorFamily;

export type CobVConteudo = Frozen<
  ChargeConteudo<{ devedor: Devedor }, CobVValor> & {
    /** `YYYY-MM-DD`. */
    dataDeVencimento: string;
    /** Days. */
    validadeAposVencimento: number;
  }
>;

/** A due-date charge with its revisions. */
export class CobVRecord extends ChargeRecord<CobVConteudo> {
  constructor(
    txid: string,
    createdAt: number,
    conteudo: CobVConteudo,
    loc: LocRecord | undefined,
    /** Number of the batch that created it. */
    readonly loteId?: number,
  ) {
    super(txid, createdAt, conteudo, loc);
  }

  get tipo() {
    return 'cobv' as const;
  }

  get vence(): string {
    return this.conteudo.dataDeVencimento;
  }

  isExpired(now: number): boolean {
    return toDay(now) > findCobVDays(this.conteudo).lastDay;
  }
}

/** Due-date charges: error types and records. */
export const cobvFamily = {
  root: 'cobv',
  problems: {
    CobVNaoEncontrada: naoEncontrado('Não há cobrança com vencimento com o txid informado.'),
    CobVOperacaoInvalida: operacaoInvalida(
      'Cobrança inválida.',
      'A criação ou revisão da cobrança com vencimento não respeita o formato ou não faz sentido no estado atual.',
    ),
    CobVConsultaInvalida: consultaInvalida('cobranças com vencimento'),
  },
  naoEncontrado: 'CobVNaoEncontrada',
  operacaoInvalida: 'CobVOperacaoInvalida',
  consultaInvalida: 'CobVConsultaInvalida',
  stores: {
    cobvs: ({ name, changes }) =>
      new TimedRecordStore<CobVRecord>(changes, {
        name,
        getKey: ({ txid }) => txid,
        prototype: CobVRecord.prototype,
      }),
  },
  topic: 'charges',
} as const satisfies SimulatorFamily;

/**
 * The latest request for a charge of a batch. The body is checked when the request is executed, not
 * before.
 */
export type LotePedido = Frozen<
  | { acao: 'criar'; body: Plain<CobVSolicitadaDto> }
  | { acao: 'revisar'; body: Plain<CobVRevisadaDto> }
>;

/** A charge of a batch. */
export interface LoteItem {
  readonly txid: string;
  readonly status: 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA';
  readonly pedido: LotePedido;
  /** Why the charge is NEGADA. */
  readonly problema?: Frozen<ProblemBody>;
  /** When the charge was created: milliseconds since the epoch, by the simulator's clock. */
  readonly createdAt?: number;
}

/** A batch of due-date charges. */
export interface LoteRecord extends TimedRecord {
  /** Identifier that the receiver chose. */
  readonly id: string;
  /** Number that responses show as `id` (schema `LoteCobVConsultado`). */
  readonly numero: number;
  readonly descricao: string;
  readonly itens: readonly LoteItem[];
  /**
   * When the items that are EM_PROCESSAMENTO are processed: milliseconds since the epoch, by the
   * simulator's clock.
   */
  readonly processAt: number;
}

/**
 * First number for batches whose identifier is not a number. The maximum of the filter `loteCobVId`
 * is 2147483647.
 */
const FIRST_NUMBER = 1_000_000_000;

/** Batches, with an index of their items by txid. */
export class LoteStore extends TimedRecordStore<LoteRecord> {
  readonly #items = new Map<string, LoteItem>();
  readonly #numbers = new Set<number>();

  constructor(feed: RecordFeed, name: string) {
    super(feed, { name, getKey: ({ id }) => id });
  }

  /** Finds the item of a charge in its batch. */
  findItem(txid: string): LoteItem | undefined {
    return this.#items.get(txid);
  }

  /**
   * Chooses the number of a new batch: its identifier if that is a free number, otherwise a high
   * free number.
   */
  numberFor(id: string): number {
    const own = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : NaN;
    if (own > 0 && !this.#numbers.has(own)) return own;
    let number = FIRST_NUMBER + this.size;
    while (this.#numbers.has(number)) number += 1;
    return number;
  }

  override clear(): void {
    super.clear();
    this.#items.clear();
    this.#numbers.clear();
  }

  protected override insert(lote: LoteRecord): void {
    super.insert(lote);
    for (const item of lote.itens) this.#items.set(item.txid, item);
    this.#numbers.add(lote.numero);
  }
}

/** Batches of due-date charges: error types and records. */
export const lotecobvFamily = {
  root: 'loteCobV',
  problems: {
    LoteCobVNaoEncontrado: naoEncontrado('Não há lote com o id informado.'),
    LoteCobVOperacaoInvalida: operacaoInvalida(
      'Lote inválido.',
      'A criação ou alteração do lote não respeita o formato ou não faz sentido no estado atual.',
    ),
    LoteCobVConsultaInvalida: consultaInvalida('lotes de cobranças com vencimento'),
  },
  naoEncontrado: 'LoteCobVNaoEncontrado',
  operacaoInvalida: 'LoteCobVOperacaoInvalida',
  consultaInvalida: 'LoteCobVConsultaInvalida',
  stores: {
    lotes: ({ name, changes }) => new LoteStore(changes, name),
  },
} as const satisfies SimulatorFamily;

/** The payer, identified by either a CPF or a CNPJ. */
export type Pagador =
  { readonly cpf: string; readonly cnpj?: never } | { readonly cnpj: string; readonly cpf?: never };

/** A received payment. */
export interface PixRecord extends TimedRecord {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly componentesValor: Frozen<PixComponentesValor>;
  /** Absent if the payment was settled to an account, as for recurring charges. */
  readonly chave?: string;
  readonly infoPagador?: string;
  /** The payer. Lists can filter by it; responses do not show it. */
  readonly pagador?: Pagador;
  readonly devolucoes: readonly DevolucaoRecord[];
}

/** A refund of a payment. */
export interface DevolucaoRecord {
  readonly id: string;
  readonly rtrId: string;
  readonly valor: string;
  readonly natureza: DevolucaoNatureza;
  readonly descricao?: string;
  readonly requestedAt: string;
  /** When it ends automatically, by the simulator's clock. Absent if only `control` ends it. */
  readonly endsAt?: number;
  readonly settledAt?: string;
  readonly status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  readonly motivo?: string;
}

/** Received Pix and refunds: error types and records. */
export const pixFamily = {
  root: 'devolucao',
  problems: {
    PixNaoEncontrado: naoEncontrado('Não há Pix com o e2eid informado.'),
    PixDevolucaoNaoEncontrada: naoEncontrado(
      'Não há devolução com este id para o e2eid informado.',
    ),
    PixConsultaInvalida: consultaInvalida('Pix recebidos'),
    PixDevolucaoInvalida: operacaoInvalida(
      'Devolução inválida.',
      'A solicitação de devolução não respeita o formato ou não faz sentido no estado atual.',
    ),
  },
  naoEncontrado: 'PixNaoEncontrado',
  operacaoInvalida: 'PixDevolucaoInvalida',
  consultaInvalida: 'PixConsultaInvalida',
  consultaOnlyOfList: true,
  stores: {
    pix: ({ name, changes }) =>
      new TimedRecordStore<PixRecord>(changes, { name, getKey: ({ endToEndId }) => endToEndId }),
  },
  topic: 'payments',
} as const satisfies SimulatorFamily;
