/** Values of providers or of other enums that the specification does not list. */
const KNOWN_ELSEWHERE = [
  'SALARIO',
  'DEPOSITO',
  'DIARIA',
  'QUINZENAL',
  'BIMESTRAL',
  'SUSPENSA',
  'EXCLUIDA',
  'RECUSADA',
  'PENDENTE',
  'ENCERRADA',
  'PERMITE_5R_7D',
  'AGENCIA',
  'cobr',
  'rec',
];

/**
 * Returns texts that are similar to the values of an enum but not among them: other letter cases, prefixes, suffixes,
 * other spellings, and the values of other enums.
 *
 * @param others values of all enums of the specification
 */
export function buildSimilarValues(
  choices: readonly string[],
  others: readonly string[],
): string[] {
  const variants = choices.flatMap((choice) => [
    choice.toLowerCase(),
    choice.toUpperCase(),
    choice[0]!.toUpperCase() + choice.slice(1).toLowerCase(),
    choice.slice(0, -1),
    choice.slice(1),
    `${choice}S`,
    `${choice}_2`,
    `NAO_${choice}`,
    `${choice} `,
    ` ${choice}`,
    `${choice}\n`,
    choice.replaceAll('_', ' '),
    choice.replaceAll('_', '-'),
    choice.replace(/A$/, 'O'),
    choice.replace(/O$/, 'A'),
  ]);
  const texts = ['NENHUM_DESTES', '', choices.join(), ...variants, ...others, ...KNOWN_ELSEWHERE];
  return [...new Set(texts)].filter((text) => !choices.includes(text));
}
