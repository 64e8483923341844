import type { Deviation } from './deviation.js';

const READ = 'is read without slashes and anchored';

const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  '/^\\d{11}$/': ['constraints', 'query'],
  '/^\\d{7}$/': ['query'],
  '\\d{1,10}\\.\\d{2}': ['constraints'],
  '[a-zA-Z0-9]{26,35}': ['route', 'query', 'constraints'],
  '[a-zA-Z0-9]{1,35}': ['route', 'query'],
  '[a-zA-Z0-9]{29}': ['query', 'constraints'],
  '[a-zA-Z0-9]{32}': ['route'],
};

/** What the file prints otherwise than it means it. */
export const printing: readonly Deviation[] = [
  {
    reason:
      'Patterns are printed between literal slashes, which no value could match, or without anchors, ' +
      'so that any longer text would match (decisions.md, Limits)',
    findings: Object.entries(PATTERNS).flatMap(([pattern, checks]) =>
      checks.map((check) => `${check} pattern ${pattern}: ${READ}`),
    ),
  },
  {
    reason:
      'A list has no maximum; at most 50 items are meant (decisions.md, Where the file contradicts itself)',
    findings: ['constraints CobBase.infoAdicionais: maximum is read as maxItems'],
  },
  {
    reason: 'Two patterns stand for the txid of a received Pix; the second, of 1 to 35, is meant',
    findings: [
      'query GET /pix txid: pattern [a-zA-Z0-9]{26,35}: "1111111111111111111111111" is taken',
    ],
  },
];
