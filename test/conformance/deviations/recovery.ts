import { on, type Deviation } from './deviation.js';
import { COBR_RETRY } from './rows.js';

/** How an unknown outcome is settled otherwise than the file suggests. */
export const recovery: readonly Deviation[] = [
  {
    reason: 'The examples of a batch leave its id out, so its absence says nothing',
    findings: on(
      ['GET /lotecobv/{id}'],
      'recovery GET /lotecobv/{id}: answers with id; the contract identifies the record by nothing',
    ),
  },
  {
    reason: 'The example of a webhook has its key, which its schema lacks',
    findings: on(
      ['GET /webhook/{chave}'],
      'recovery GET /webhook/{chave}: answers without chave, by which the contract identifies the record',
    ),
  },
  {
    reason: 'A retry shows in the attempts of a charge, whatever the status of the charge',
    findings: on(
      COBR_RETRY,
      'recovery POST /cobr/{txid}/retentativa/{data}: has the statuses ' +
        'ATIVA,CANCELADA,CONCLUIDA,CRIADA,EXPIRADA,REJEITADA; the lifecycle none',
    ),
  },
];
