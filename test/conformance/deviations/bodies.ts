import { MAY_LACK, NO_FIELD, TYPE_DEMANDS, types, type Deviation } from './deviation.js';

const MODALIDADES = ['multa', 'juros', 'abatimento', 'desconto'].map(
  (part) => `CobVValor.${part}.modalidade`,
);

/** What is taken, or not asked for, in a body. */
export const bodies: readonly Deviation[] = [
  {
    reason: 'A recurrence or a request without a body means nothing (interface.md, Endpoints)',
    findings: [
      'POST /rec',
      'PATCH /rec/{idRec}',
      'POST /solicrec',
      'PATCH /solicrec/{idSolicRec}',
    ].map((name) => `status ${name}: takes a body: optional; in the contract: required`),
  },
  {
    reason: 'The examples leave calendario out (decisions.md, Where the file contradicts itself)',
    findings: [
      'constraints CobSolicitada.calendario: required: nothing is taken',
      ...types(MAY_LACK, 'CobSolicitada.calendario'),
    ],
  },
  {
    reason:
      'tipoCob is demanded of loc without being one of its fields, and left out by the examples (decisions.md)',
    findings: [
      'constraints PayloadLocationCob.tipoCob: required: nothing is taken',
      ...types(
        MAY_LACK,
        ...['CobSolicitada', 'CobRevisada', 'CobVSolicitada', 'CobVRevisada'].map(
          (body) => `${body}.loc.tipoCob`,
        ),
      ),
    ],
  },
  {
    reason: 'A modalidade may be a digit in text, as in the examples (decisions.md)',
    findings: [
      ...MODALIDADES.map((at) => `constraints ${at}: type, as text: "1" is taken`),
      'constraints CobVValor.desconto.modalidade: type, as text: "3" is taken',
      ...types('may be string in the type alone', ...MODALIDADES),
    ],
  },
  {
    reason: 'idRec and retentativa are not sent when a recurrence is created (decisions.md)',
    findings: [
      'constraints RecBase.idRec: required: nothing is taken',
      'constraints RecBase.retentativa: required: nothing is taken',
      ...types(MAY_LACK, 'RecSolicitada.idRec'),
      ...types(NO_FIELD, 'RecSolicitada.retentativa'),
    ],
  },
  {
    reason: 'pagador is not sent when a confirmation is asked for (decisions.md)',
    findings: [
      'constraints SolicRecBase.pagador: required: nothing is taken',
      ...types(NO_FIELD, 'SolicRecSolicitada.pagador'),
    ],
  },
  {
    reason:
      'A revision of a recurring charge has no field but its status (interface.md, Endpoints)',
    findings: [
      'constraints CobRRevisada: nothing is refused for status',
      ...types(TYPE_DEMANDS, 'CobRRevisada.status'),
    ],
  },
];
