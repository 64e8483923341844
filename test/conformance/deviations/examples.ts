import { on, type Deviation } from './deviation.js';
import { REC_CREATE, REC_LIST, REC_READ, REC_WRITES } from './rows.js';

const PRESTADOR = 'componentesValor.saque.prestadorDoServicoDeSaque is missing';

const status = (name: string) => `responses example ${name}: atualizacao[].status is missing`;

/** Examples that do not match the schemas of the file. */
export const examples: readonly Deviation[] = [
  {
    reason:
      'Some examples of recurrences name the status of an update nome; the schema and others name it status',
    findings: [
      ...on(REC_WRITES, status('recResponse1')),
      ...on(REC_CREATE, status('recResponse2')),
      ...on(REC_READ, ...[3, 4, 5, 6, 7, 8].map((number) => status(`recResponse${number}`))),
      ...on(REC_LIST, 'responses example getRec1: recs[].atualizacao[].status is missing'),
    ],
  },
  {
    reason: 'The examples contain prestadorDeServicoDeSaque instead of prestadorDoServicoDeSaque',
    findings: [
      ...on(['GET /pix/{e2eid}'], `responses example pixResponse3: ${PRESTADOR}`),
      ...on(['GET /pix'], `responses example getPix1: pix[].${PRESTADOR}`),
    ],
  },
  {
    reason: 'The example of a notification has one refund; the schema has a list of refunds',
    findings: on(
      ['notification /pix'],
      'responses example of WebhookPixBody: pix[].devolucoes is object, not array',
    ),
  },
];
