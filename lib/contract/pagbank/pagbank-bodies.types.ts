import type { Body } from '../shared/body.js';
import type { PagBankPagamentoDto } from './pagbank.dto.js';

/** Body that pays a charge in the sandbox of PagBank. */
export type PagBankPagamentoSolicitado = Body<PagBankPagamentoDto>;
