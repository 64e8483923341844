import { on, type Deviation } from './deviation.js';

/** Differences between the resolution of an unknown outcome and the file. */
export const recovery: readonly Deviation[] = [
  {
    reason: 'The examples of a batch omit its id, so a missing id proves nothing',
    findings: on(
      ['GET /lotecobv/{id}'],
      'recovery GET /lotecobv/{id}: answers with id; the contract identifies the record by nothing',
    ),
  },
  {
    reason: 'The example of a webhook contains its key, which the schema does not define',
    findings: on(
      ['GET /webhook/{chave}'],
      'recovery GET /webhook/{chave}: answers without chave, by which the contract identifies the record',
    ),
  },
];
