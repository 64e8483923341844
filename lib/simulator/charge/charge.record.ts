import type { CobrancaStatus } from '../../contract/shared/cob-base.types.js';
import type { LocRecord } from '../loc/loc.store.js';
import type { PixRecord } from '../pix/pix.record.js';

/** A charge with its history. */
export class ChargeRecord<Conteudo extends { readonly status: CobrancaStatus }> {
  /** By `revisao`; the last one is in force. */
  private readonly revisoes: [Conteudo, ...Conteudo[]];
  loc: LocRecord | undefined;
  readonly pix: PixRecord[] = [];

  constructor(
    readonly txid: string,
    /** Milliseconds since the epoch, by the simulator's clock. */
    readonly criadoEm: number,
    conteudo: Conteudo,
  ) {
    this.revisoes = [conteudo];
  }

  get conteudo(): Conteudo {
    return this.revisoes.at(-1) ?? this.revisoes[0];
  }

  get revisao(): number {
    return this.revisoes.length - 1;
  }

  conteudoNaRevisao(revisao: number): Conteudo | undefined {
    return this.revisoes[revisao];
  }

  revise(conteudo: Conteudo): void {
    this.revisoes.push(conteudo);
  }

  /** A state that the provider gives, such as `CONCLUIDA` on payment: not a revision, which only the receiver makes. */
  mark(status: CobrancaStatus): void {
    this.revisoes[this.revisao] = { ...this.conteudo, status };
  }
}
