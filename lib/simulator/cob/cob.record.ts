import type { CobValor } from '../../contract/cob/cob.types.js';
import type { CobrancaStatus, InfoAdicional } from '../../contract/shared/cob-base.types.js';
import type { Pessoa } from '../../contract/shared/pessoa.types.js';
import type { LocRecord } from '../loc/loc.store.js';
import type { PixRecord } from '../pix/pix.record.js';

/** What a revision keeps: everything but `loc`, whose changes are no revision (schema `Revisao`). */
export interface CobConteudo {
  /** Seconds from the creation. */
  readonly expiracao: number;
  readonly devedor?: Pessoa;
  readonly valor: CobValor;
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: InfoAdicional[];
  /** Being expired is none of the states: it follows from the clock. */
  readonly status: CobrancaStatus;
}

/** An immediate charge with its history. */
export class CobRecord {
  /** By `revisao`; the last one is in force. */
  private readonly revisoes: [CobConteudo, ...CobConteudo[]];
  loc: LocRecord | undefined;
  readonly pix: PixRecord[] = [];

  constructor(
    readonly txid: string,
    /** Milliseconds since the epoch, by the simulator's clock. */
    readonly criadoEm: number,
    conteudo: CobConteudo,
  ) {
    this.revisoes = [conteudo];
  }

  get conteudo(): CobConteudo {
    return this.revisoes.at(-1) ?? this.revisoes[0];
  }

  get revisao(): number {
    return this.revisoes.length - 1;
  }

  conteudoNaRevisao(revisao: number): CobConteudo | undefined {
    return this.revisoes[revisao];
  }

  revise(conteudo: CobConteudo): void {
    this.revisoes.push(conteudo);
  }

  /** A state that the provider gives, such as `CONCLUIDA` on payment: not a revision, which only the receiver makes. */
  mark(status: CobrancaStatus): void {
    this.revisoes[this.revisao] = { ...this.conteudo, status };
  }

  isExpired(now: number): boolean {
    return now > this.criadoEm + this.conteudo.expiracao * 1_000;
  }
}
