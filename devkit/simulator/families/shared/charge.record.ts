import type { CobrancaStatus } from 'nestjs-pix';
import type { TimedRecord } from '../../kernel/draft.js';
import type { LocRecord } from '../loc/location.record.js';
import type { PixRecord } from '../pix/pix.record.js';

/** A charge with its revisions. */
export class ChargeRecord<
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

  get conteudo(): Conteudo {
    return this.revisoes.at(-1) ?? this.revisoes[0];
  }

  get revisao(): number {
    return this.revisoes.length - 1;
  }
}

/**
 * Sets a status that the provider assigns, such as `CONCLUIDA`. This is not a revision: only the
 * receiver revises.
 */
export function setStatus(
  draft: { revisoes: { status: CobrancaStatus }[] },
  status: CobrancaStatus,
): void {
  const conteudo = draft.revisoes.pop();
  if (conteudo !== undefined) draft.revisoes.push({ ...conteudo, status });
}
