import type { CobRRejeicao } from '../../../contract/cobr/cobr.types.js';

/** Why an attempt fails: the codes of the message catalogue that the specification lists. */
export const REJEICOES = [
  'AB10',
  'AC05',
  'AC06',
  'AM02',
  'AM09',
  'DENC',
  'DS27',
  'DTED',
  'DTNT',
  'FBRD',
  'IRNT',
  'MIDI',
  'MSUC',
  'NIEC',
  'NIPA',
  'NITX',
  'QUNT',
  'RC09',
  'UDEI',
] as const;

export type CobRRejeicaoCodigo = (typeof REJEICOES)[number];

/** Those that reject the charge with its attempt (schema `CobRTentativas`, `rejeicao.codigo`). */
const OF_THE_CHARGE = new Set<string>([
  'AC05',
  'AM09',
  'DENC',
  'DS27',
  'DTED',
  'MIDI',
  'MSUC',
  'NITX',
  'RC09',
]);

/** What the simulator itself rejects for, in words; of the others it tells the code. */
const DESCRIPTIONS: Partial<Record<CobRRejeicaoCodigo, string>> = {
  AM02: 'Valor acima do máximo que o usuário pagador definiu na recorrência',
  AM09: 'Valor diferente do valor fixo da recorrência',
};

export function toRejeicao(codigo: CobRRejeicaoCodigo): CobRRejeicao {
  return { codigo, descricao: DESCRIPTIONS[codigo] ?? `Rejeitada com o código ${codigo}` };
}

export function rejectsCharge({ codigo }: CobRRejeicao): boolean {
  return OF_THE_CHARGE.has(codigo);
}
