import type { Deviation } from './deviation.js';

const REC_RESPONSES = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `recResponse${number}`);
const PRESTADOR = 'componentesValor.saque.prestadorDoServicoDeSaque is missing';

/** Examples that do not fit the file's own schemas. */
export const examples: readonly Deviation[] = [
  {
    reason:
      'The examples of recurrences name the status of an update nome; others, and the schema, status',
    findings: [
      ...REC_RESPONSES.map((name) => `responses example ${name}: atualizacao[].status is missing`),
      'responses example getRec1: recs[].atualizacao[].status is missing',
    ],
  },
  {
    reason: 'The examples print prestadorDeServicoDeSaque for prestadorDoServicoDeSaque',
    findings: [
      `responses example pixResponse3: ${PRESTADOR}`,
      `responses example getPix1: pix[].${PRESTADOR}`,
    ],
  },
  {
    reason: 'The example of a notification has one refund where the schema has a list of them',
    findings: ['responses example of WebhookPixBody: pix[].devolucoes is object, not array'],
  },
];
