/** Rows of the table with common schemas or parameters. */

export const COB_CREATES = ['PUT /cob/{txid}', 'POST /cob'];
export const COB_REVISE = ['PATCH /cob/{txid}'];
export const COB_WRITES = [...COB_CREATES, ...COB_REVISE];

export const COBV_CREATE = ['PUT /cobv/{txid}'];
export const COBV_REVISE = ['PATCH /cobv/{txid}'];
export const COBV_WRITES = [...COBV_CREATE, ...COBV_REVISE];
export const COBV_READS = ['GET /cobv/{txid}', 'GET /cobv'];

export const LOTE_CREATE = ['PUT /lotecobv/{id}'];
export const LOTE_REVISE = ['PATCH /lotecobv/{id}'];
export const LOTE_WRITES = [...LOTE_CREATE, ...LOTE_REVISE];

/** Bodies with due-date charges, alone or in a batch. */
export const COBV_BODIES = [...COBV_WRITES, ...LOTE_WRITES];
export const COBV_NEW_BODIES = [...COBV_CREATE, ...LOTE_CREATE];
export const COBV_REVISED_BODIES = [...COBV_REVISE, ...LOTE_REVISE];

/** Bodies with immediate or due-date charges. */
export const CHARGE_BODIES = [...COB_WRITES, ...COBV_BODIES];

export const COBR_CREATES = ['PUT /cobr/{txid}', 'POST /cobr'];
export const COBR_REVISE = ['PATCH /cobr/{txid}'];
export const COBR_WRITES = [...COBR_CREATES, ...COBR_REVISE];
const COBR_RETRY = ['POST /cobr/{txid}/retentativa/{data}'];
/** Operations that return the attempts of a recurring charge. */
export const COBR_RECORDS = ['GET /cobr/{txid}', 'GET /cobr', ...COBR_RETRY];

export const LOC_ID = ['GET /loc/{id}', 'DELETE /loc/{id}/txid'];
export const LOCREC_ID = ['GET /locrec/{id}', 'DELETE /locrec/{id}/idRec'];

export const REFUND = ['PUT /pix/{e2eid}/devolucao/{id}'];
export const REFUND_ID = ['GET /pix/{e2eid}/devolucao/{id}', ...REFUND];

export const REC_CREATE = ['POST /rec'];
export const REC_REVISE = ['PATCH /rec/{idRec}'];
export const REC_WRITES = [...REC_CREATE, ...REC_REVISE];
export const REC_READ = ['GET /rec/{idRec}'];
export const REC_LIST = ['GET /rec'];
export const REC_ID = [...REC_READ, ...REC_REVISE];

export const SOLICREC_CREATE = ['POST /solicrec'];
export const SOLICREC_ID = ['GET /solicrec/{idSolicRec}', 'PATCH /solicrec/{idSolicRec}'];
export const SOLICREC_ANSWERS = [...SOLICREC_CREATE, ...SOLICREC_ID];

export const WEBHOOK_CHAVE = [
  'GET /webhook/{chave}',
  'PUT /webhook/{chave}',
  'DELETE /webhook/{chave}',
];

/** Paths with the txid of a charge. */
export const TXID_PATHS = [
  'GET /cob/{txid}',
  'PUT /cob/{txid}',
  'PATCH /cob/{txid}',
  'GET /cobv/{txid}',
  ...COBV_WRITES,
  'GET /cobr/{txid}',
  'PUT /cobr/{txid}',
  ...COBR_REVISE,
  ...COBR_RETRY,
];

/** Lists with a filter for a person. */
export const PERSON_LISTS = ['GET /cob', 'GET /cobv', 'GET /pix', 'GET /rec', 'GET /cobr'];

/** Lists with a filter for a period. */
export const PERIOD_LISTS = [
  ...PERSON_LISTS,
  'GET /lotecobv',
  'GET /loc',
  'GET /locrec',
  'GET /webhook',
];
