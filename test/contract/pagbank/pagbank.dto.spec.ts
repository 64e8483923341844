import { describe } from '@jest/globals';
import { PagBankPagamentoDto } from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

describe('PagBankPagamentoDto', () => {
  const valid = { status: 'PAID', tx_id: 'a'.repeat(26) };
  refusesEach(PagBankPagamentoDto, valid, [
    ['status', undefined],
    ['status', 'paid'],
    ['status', 'CANCELED'],
    ['tx_id', undefined],
    ['tx_id', 'a'.repeat(25)],
  ]);
  acceptsEach(PagBankPagamentoDto, valid, [['tx_id', 'b'.repeat(35)]]);
});
