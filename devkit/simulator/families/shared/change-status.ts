import type { Atualizacao } from 'nestjs-pix';

/**
 * Sets a status and adds it to the history of the record.
 *
 * @param at instant of the change, RFC 3339
 */
export function changeStatus<Status extends string>(
  draft: { status: Status; atualizacao: Atualizacao<Status>[] },
  status: NoInfer<Status>,
  at: string,
): void {
  draft.status = status;
  draft.atualizacao.push({ status, data: at });
}
