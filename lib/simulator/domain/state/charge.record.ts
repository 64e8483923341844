import type { CobrancaStatus } from '../../../contract/shared/cob-base.types.js';
import type { TimedRecord } from '../../kernel/draft.js';
import type { LocRecord } from './location.record.js';
import type { PixRecord } from './pix.record.js';

/** A charge with its history. */
export class ChargeRecord<
  Conteudo extends { readonly status: CobrancaStatus },
> implements TimedRecord {
  /** Contents by `revisao`; the last one is in force. */
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

  get conteudo(): Conteudo {
    return this.revisoes.at(-1) ?? this.revisoes[0];
  }

  get revisao(): number {
    return this.revisoes.length - 1;
  }
}

/**
 * Sets the status that the provider gives a charge, such as `CONCLUIDA` on payment. That is no revision: only the
 * receiver makes revisions.
 */
export function setStatus(
  draft: { revisoes: { status: CobrancaStatus }[] },
  status: CobrancaStatus,
): void {
  const conteudo = draft.revisoes.pop();
  if (conteudo !== undefined) draft.revisoes.push({ ...conteudo, status });
}
