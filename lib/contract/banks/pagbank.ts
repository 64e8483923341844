import { cobOperations } from '../cob/cob.operations.js';
import { step } from '../operation.js';
import { txidParam } from '../path.js';
import type { Body } from '../shared/body.js';
import { TxidField } from '../shared/fields.js';
import { ChoiceField } from '../validation/fields.js';

/** Body that pays a charge in PagBank's sandbox; the names are PagBank's. */
export class PagBankPagamentoDto {
  @ChoiceField(['PAID'], 'Novo status da cobrança.')
  status!: 'PAID';

  @TxidField({ describe: 'Identificador da cobrança.' })
  tx_id!: string;
}

/** Body that pays a charge in the sandbox of PagBank. */
export type PagBankPagamentoSolicitado = Body<PagBankPagamentoDto>;

/** Operations that only PagBank offers. */
export const pagbankOperations = {
  /**
   * Pays an immediate charge in the sandbox, once: PagBank accepts no further payment of a paid charge. It publishes no
   * response body, and published clients read none: after an unclear response, the charge shows whether it is paid.
   */
  payCob: step({
    id: 'pagbank.payCob',
    family: 'cob',
    method: 'POST',
    path: '/pix/pay/{txid}',
    scope: null,
    ownToken:
      'the token of the seller, which https://sandbox.pagseguro.uol.com.br shows under "Perfis de Integração", "Vendedor", "Credenciais"',
    params: [txidParam],
    body: PagBankPagamentoDto,
    repeat: 'idempotent',
    read: cobOperations.get,
    find: (found) => ('status' in found && found.status === 'CONCLUIDA' ? found : undefined),
    providers: ['pagbank'],
  }),
} as const;
