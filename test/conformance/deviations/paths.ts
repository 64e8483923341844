import type { Deviation } from './deviation.js';

/** Parameters that the file calls text and says no more of. */
export const paths: readonly Deviation[] = [
  {
    reason:
      'A location has a positive integer for identifier, as in its own schema (decisions.md, Operations)',
    findings: ['/loc/{id}', '/locrec/{id}'].flatMap((path) => [
      `route ${path}: it is refused for id`,
      `route ${path}: type string: 1 is taken`,
    ]),
  },
  {
    reason: 'Identifiers of batches are written as numbers as well as text',
    findings: ['route /lotecobv/{id}: type string: 1 is taken'],
  },
  {
    reason: 'An idRec and an idSolicRec have 29 letters or digits (decisions.md, Operations)',
    findings: [
      'route /rec/{idRec}: it is refused for idRec',
      'route /solicrec/{idSolicRec}: it is refused for idSolicRec',
    ],
  },
  {
    reason:
      'A txid has 26 to 35 letters or digits wherever it names a charge (decisions.md, Operations)',
    findings: ['query GET /rec/{idRec} txid: it is refused for txid'],
  },
];
