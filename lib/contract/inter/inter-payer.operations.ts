import type { PixOperation } from '../operation.js';
import { idRecParam } from '../rec/rec.operations.js';
import { txidParam } from '../shared/path-params.js';
import {
  InterPagamentoCobRDto,
  InterStatusCobRDto,
  InterStatusRecDto,
  InterStatusSolicRecDto,
} from './inter.dto.js';
import type { InterPagamentoCobR } from './inter.types.js';

/** Approves or cancels a recurrence in the sandbox, as its payer. */
const setRecStatus: PixOperation<InterStatusRecDto, undefined> = {
  id: 'inter.setRecStatus',
  family: 'rec',
  method: 'PATCH',
  path: '/sandbox/rec/{idRec}/status',
  scope: 'pix.write',
  params: [idRecParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: InterStatusRecDto,
  repeat: 'duplicates',
  providers: ['inter'],
};

/** Changes the status of a request to confirm in the sandbox. The path has the id of the recurrence. */
const setSolicRecStatus: PixOperation<InterStatusSolicRecDto, undefined> = {
  id: 'inter.setSolicRecStatus',
  family: 'solicrec',
  method: 'PATCH',
  path: '/sandbox/solicrec/{idRec}/status',
  scope: 'solicrec.write',
  params: [idRecParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: InterStatusSolicRecDto,
  repeat: 'duplicates',
  providers: ['inter'],
};

/** Cancels a recurring charge in the sandbox from outside. */
const setCobRStatus: PixOperation<InterStatusCobRDto, undefined> = {
  id: 'inter.setCobRStatus',
  family: 'cobr',
  method: 'PATCH',
  path: '/sandbox/cobr/{txid}/status',
  scope: 'cobr.write',
  params: [txidParam],
  success: [200],
  requestBody: 'required',
  responseBody: 'empty',
  body: InterStatusCobRDto,
  repeat: 'duplicates',
  providers: ['inter'],
};

/** Pays a recurring charge in the sandbox. */
const payCobR: PixOperation<InterPagamentoCobRDto, InterPagamentoCobR> = {
  id: 'inter.payCobR',
  family: 'cobr',
  method: 'POST',
  path: '/sandbox/cobr/pagamento',
  scope: 'cobr.write',
  params: [],
  success: [200],
  requestBody: 'required',
  responseBody: 'json',
  body: InterPagamentoCobRDto,
  repeat: 'duplicates',
  providers: ['inter'],
};

/** What the payer of Pix Automático does in Inter's sandbox. */
export const interPayerOperations = {
  payCobR,
  setRecStatus,
  setSolicRecStatus,
  setCobRStatus,
} as const;
