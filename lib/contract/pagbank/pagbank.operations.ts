import { cobOperations } from '../cob/cob.operations.js';
import type { AtPath, PixOperation } from '../operation.js';
import { txidParam } from '../shared/path-params.js';
import { PagBankPagamentoDto } from './pagbank.dto.js';

const payCobPath = '/pix/pay/{txid}';

/**
 * Pays an immediate charge in the sandbox, once: PagBank accepts no further payment of a paid charge. It publishes no
 * response body, and published clients read none: after an unclear response, the charge shows whether it is paid.
 */
const payCob: PixOperation<PagBankPagamentoDto, undefined> & AtPath<typeof payCobPath> = {
  id: 'pagbank.payCob',
  family: 'cob',
  method: 'POST',
  path: payCobPath,
  scope: null,
  ownToken:
    'the token of the seller, which https://sandbox.pagseguro.uol.com.br shows under "Perfis de Integração", "Vendedor", "Credenciais"',
  params: [txidParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: PagBankPagamentoDto,
  repeat: 'idempotent',
  settle: {
    kind: 'step',
    read: cobOperations.get,
    find: (record) => ('status' in record && record.status === 'CONCLUIDA' ? record : undefined),
  },
  providers: ['pagbank'],
};

/** Operations that only PagBank offers. */
export const pagbankOperations = { payCob } as const;
