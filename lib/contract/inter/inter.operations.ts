import { loteIdParam } from '../lotecobv/lotecobv.operations.js';
import type { LoteCobVConsultado } from '../lotecobv/lotecobv.types.js';
import type { PixOperation } from '../operation.js';
import { matching } from '../path-param.js';
import { txidParam } from '../shared/path-params.js';
import { interPayerOperations } from './inter-payer.operations.js';
import {
  InterConsultaCallbacksDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
} from './inter.dto.js';
import type { InterCallbacksConsultados, InterLoteSumario, InterPagamento } from './inter.types.js';

/** Status of the charges of a batch, for Inter's look-up. */
const situacaoParam = matching(
  'situacao',
  /^(EM_PROCESSAMENTO|CRIADA|NEGADA)$/,
  'deve ser um destes valores: EM_PROCESSAMENTO, CRIADA, NEGADA',
);

/** Pays an immediate charge in the sandbox. */
const payCob: PixOperation<InterPagamentoDto, InterPagamento> = {
  id: 'inter.payCob',
  family: 'cob',
  method: 'POST',
  path: '/cob/pagar/{txid}',
  scope: 'pix.write',
  params: [txidParam],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: InterPagamentoDto,
  repeat: 'duplicates',
  providers: ['inter'],
};

/** Pays a due-date charge in the sandbox. */
const payCobV: PixOperation<InterPagamentoDto, InterPagamento> = {
  ...payCob,
  id: 'inter.payCobV',
  family: 'cobv',
  path: '/cobv/pagar/{txid}',
};

/** Reads one page of delivery attempts; only in production. */
const listCallbacks: PixOperation<undefined, InterCallbacksConsultados, InterConsultaCallbacksDto> =
  {
    id: 'inter.listCallbacks',
    family: 'webhook',
    method: 'GET',
    path: '/webhook/callbacks',
    scope: 'webhook.read',
    params: [],
    success: [200],
    requestBody: 'none',
    responseBody: 'json',
    filter: InterConsultaCallbacksDto,
    items: 'data',
    repeat: 'safe',
    providers: ['inter'],
  };

/** Requests redelivery of notifications; only in production. The response is not documented. */
const retryCallbacks: PixOperation<InterReenvioCallbacksDto, undefined> = {
  id: 'inter.retryCallbacks',
  family: 'webhook',
  method: 'POST',
  path: '/webhook/callbacks/retry',
  scope: 'webhook.write',
  params: [],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: InterReenvioCallbacksDto,
  repeat: 'duplicates',
  providers: ['inter'],
};

/** Reads the progress of a batch. */
const getLoteSummary: PixOperation<undefined, InterLoteSumario> = {
  id: 'inter.getLoteSummary',
  family: 'lotecobv',
  method: 'GET',
  path: '/lotecobv/{id}/sumario',
  scope: 'lotecobv.read',
  params: [loteIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  providers: ['inter'],
};

/** Reads the charges of a batch with a status. */
const listLoteByStatus: PixOperation<undefined, LoteCobVConsultado> = {
  id: 'inter.listLoteByStatus',
  family: 'lotecobv',
  method: 'GET',
  path: '/lotecobv/{id}/situacao/{situacao}',
  scope: 'lotecobv.read',
  params: [loteIdParam, situacaoParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  providers: ['inter'],
};

/** Operations that only Inter offers. */
export const interOperations = {
  payCob,
  payCobV,
  ...interPayerOperations,
  listCallbacks,
  retryCallbacks,
  getLoteSummary,
  listLoteByStatus,
} as const;
