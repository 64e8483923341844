import type {
  Atualizacao,
  CobREncerramento,
  CobRGerada,
  CobRRejeicao,
  Pessoa,
  PoliticaRetentativa,
  RecEncerramento,
  RecPagador,
  RecPeriodicidade,
  SolicRecCompleta,
} from 'nestjs-pix';
import { nextBusinessDay } from 'nestjs-pix/internal';
import {
  RecordStore,
  TimedRecordStore,
  type Frozen,
  type RecordFeed,
  type TimedRecord,
} from '../kernel/records.js';
import type { PixRecord } from './charges.js';
import {
  consultaInvalida,
  naoEncontrado,
  operacaoInvalida,
  type SimulatorFamily,
} from './family.js';

type RecState = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';

/** The way a payer authorizes a recurrence (schema `RecAtivacao`). */
export type Jornada = 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4';

/** A recurrence (Pix Automático). */
export interface RecRecord extends TimedRecord {
  readonly idRec: string;
  readonly contrato: string;
  readonly objeto?: string;
  readonly devedor: Frozen<Pessoa>;
  /** `YYYY-MM-DD`. */
  readonly dataInicial: string;
  readonly dataFinal?: string;
  readonly periodicidade: RecPeriodicidade;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly valor?: { readonly valorRec?: string; readonly valorMinimoRecebedor?: string };
  readonly convenio?: string;
  /** Id of the linked location, if any. */
  readonly locId: number | undefined;
  readonly status: RecState;
  readonly atualizacao: readonly Frozen<Atualizacao<RecState>>[];
  readonly encerramento?: Frozen<RecEncerramento>;
  readonly jornada: Jornada | 'AGUARDANDO_DEFINICAO';
  /** Txid of the immediate charge whose payment activates it (journey 3). */
  readonly txid: string | undefined;
  /** The payer who authorized it. */
  readonly pagador?: Frozen<RecPagador>;
  /** Maximum amount of a charge, set by the payer. Absent: no limit. */
  readonly valorMaximo?: string;
  /** Whether the payer's account has no funds to settle charges. */
  readonly lacksFunds: boolean;
  /** Identifiers of the requests to confirm it, oldest first. */
  readonly solicitacoes: readonly string[];
}

/** Whether a recurrence has ended: it is rejected, expired or cancelled. */
export function hasEnded({ status }: RecRecord): boolean {
  return status !== 'CRIADA' && status !== 'APROVADA';
}

/** Whether a payer has authorized a recurrence. True also after it has ended. */
export function wasApproved({ pagador }: RecRecord): boolean {
  return pagador !== undefined;
}

/** Recurrences: error types and records. */
export const recFamily = {
  root: 'rec',
  problems: {
    RecNaoEncontrada: naoEncontrado('Não há recorrência com o idRec informado.'),
    RecOperacaoInvalida: operacaoInvalida(
      'Recorrência inválida.',
      'A criação ou revisão da recorrência não respeita o formato ou não faz sentido no estado atual.',
    ),
    RecConsultaInvalida: consultaInvalida('recorrências'),
  },
  naoEncontrado: 'RecNaoEncontrada',
  operacaoInvalida: 'RecOperacaoInvalida',
  consultaInvalida: 'RecConsultaInvalida',
  stores: {
    recs: ({ name, changes }) =>
      new TimedRecordStore<RecRecord>(changes, { name, getKey: ({ idRec }) => idRec }),
  },
  topic: 'recurrences',
} as const satisfies SimulatorFamily;

export type SolicRecState =
  'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'REJEITADA' | 'ACEITA' | 'EXPIRADA' | 'CANCELADA';

/** A request to confirm a recurrence, sent to the payer's provider. */
export interface SolicRecRecord extends TimedRecord {
  readonly idSolicRec: string;
  readonly idRec: string;
  /** When it expires: RFC 3339, as the receiver sent it. */
  readonly dataExpiracaoSolicitacao: string;
  readonly destinatario: Frozen<SolicRecCompleta['destinatario']>;
  readonly status: SolicRecState;
  readonly atualizacao: readonly Frozen<Atualizacao<SolicRecState>>[];
  /**
   * When its next step on the way to the payer is due: milliseconds since the epoch, by the
   * simulator's clock.
   */
  readonly nextStepAt: number;
}

/** Requests to confirm a recurrence: error types and records. */
export const solicrecFamily = {
  root: 'solicrec',
  problems: {
    SolicRecNaoEncontrada: naoEncontrado(
      'Não há solicitação de recorrência com o idSolicRec informado.',
    ),
    SolicRecOperacaoInvalida: operacaoInvalida(
      'Solicitação de recorrência inválida.',
      'A criação ou revisão da solicitação não respeita o formato ou não faz sentido no estado atual.',
    ),
  },
  naoEncontrado: 'SolicRecNaoEncontrada',
  operacaoInvalida: 'SolicRecOperacaoInvalida',
  consultaInvalida: 'RequisicaoInvalida',
  stores: {
    solicRecs: ({ name, changes }) =>
      new RecordStore<SolicRecRecord>(changes, { name, getKey: ({ idSolicRec }) => idSolicRec }),
  },
  topic: 'recurrences',
} as const satisfies SimulatorFamily;

type CobRState = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';

type TentativaState = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';

/** An attempt to settle a recurring charge. */
export interface TentativaRecord {
  /** `YYYY-MM-DD`. */
  readonly dataLiquidacao: string;
  /** First attempt (`AGND`), requested retry (`NTAG`), or attempt that is sent again after a failure (`RIFL`). */
  readonly tipo: 'AGND' | 'NTAG' | 'RIFL';
  readonly endToEndId: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly requestedAt: number;
  readonly status: TentativaState;
  readonly atualizacao: readonly Frozen<Atualizacao<TentativaState>>[];
  readonly rejeicao?: Frozen<CobRRejeicao>;
  /** Number of times that the payer's funds were checked on the day: at midnight, and again at 18:00. */
  readonly fundsChecks: number;
}

/** A recurring charge. */
export interface CobRRecord extends TimedRecord {
  readonly txid: string;
  readonly idRec: string;
  /** `YYYY-MM-DD`. */
  readonly dataDeVencimento: string;
  readonly valor: string;
  readonly ajusteDiaUtil: boolean;
  readonly politicaRetentativa: PoliticaRetentativa;
  readonly infoAdicional?: string;
  readonly recebedor: Frozen<Pick<CobRGerada['recebedor'], 'conta' | 'tipoConta' | 'agencia'>>;
  readonly devedor?: Frozen<NonNullable<CobRGerada['devedor']>>;
  readonly status: CobRState;
  readonly atualizacao: readonly Frozen<Atualizacao<CobRState>>[];
  readonly tentativas: readonly TentativaRecord[];
  readonly encerramento?: Frozen<CobREncerramento>;
  readonly pix: readonly PixRecord[];
}

/** Returns the day of the first attempt, `YYYY-MM-DD`. */
export function resolveFirstDay({ dataDeVencimento, ajusteDiaUtil }: CobRRecord): string {
  return ajusteDiaUtil ? nextBusinessDay(dataDeVencimento) : dataDeVencimento;
}

/** Finds the attempt that has not ended. */
export function findPending<Tentativa extends { readonly status: TentativaState }>({
  tentativas,
}: {
  readonly tentativas: readonly Tentativa[];
}): Tentativa | undefined {
  return tentativas.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');
}

/** Whether a charge can still be settled. */
export function isCobROpen({ status }: { readonly status: CobRState }): boolean {
  return status === 'CRIADA' || status === 'ATIVA';
}

/** Recurring charges, with an index by recurrence. */
export class CobRStore extends TimedRecordStore<CobRRecord> {
  readonly #byRec = new Map<string, CobRRecord[]>();

  constructor(feed: RecordFeed, name: string) {
    super(feed, { name, getKey: ({ txid }) => txid });
  }

  /** Lists the charges of a recurrence, oldest first. */
  listByRec(idRec: string): readonly CobRRecord[] {
    return this.#byRec.get(idRec) ?? [];
  }

  override clear(): void {
    super.clear();
    this.#byRec.clear();
  }

  protected override insert(cobr: CobRRecord): void {
    super.insert(cobr);
    this.#byRec.set(cobr.idRec, [...this.listByRec(cobr.idRec), cobr]);
  }
}

/** Recurring charges: error types and records. */
export const cobrFamily = {
  root: 'cobr',
  problems: {
    CobRNaoEncontrado: naoEncontrado('Não há cobrança recorrente com o txid informado.'),
    CobROperacaoInvalida: operacaoInvalida(
      'Cobrança recorrente inválida.',
      'A criação ou revisão da cobrança recorrente não respeita o formato ou não faz sentido no estado atual.',
    ),
    CobRConsultaInvalida: consultaInvalida('cobranças recorrentes'),
  },
  naoEncontrado: 'CobRNaoEncontrado',
  operacaoInvalida: 'CobROperacaoInvalida',
  consultaInvalida: 'CobRConsultaInvalida',
  stores: {
    cobrs: ({ name, changes }) => new CobRStore(changes, name),
  },
  topic: 'recurrences',
} as const satisfies SimulatorFamily;
