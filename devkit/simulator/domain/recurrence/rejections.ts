import type { CobRRejeicao } from 'nestjs-pix';

/**
 * Codes for the rejection of an attempt: those of the message catalogue that the specification
 * lists.
 */
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

/** Codes that also reject the charge (schema `CobRTentativas`, `rejeicao.codigo`). */
const REJECTING_CHARGE = new Set<string>([
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

/**
 * Descriptions of the codes that the simulator itself uses. The description of other codes contains
 * only the code.
 */
const DESCRIPTIONS: Partial<Record<CobRRejeicaoCodigo, string>> = {
  AM02: 'Valor acima do máximo que o usuário pagador definiu na recorrência',
  AM09: 'Valor diferente do valor fixo da recorrência',
};

export function toRejeicao(codigo: CobRRejeicaoCodigo): CobRRejeicao {
  return { codigo, descricao: DESCRIPTIONS[codigo] ?? `Rejeitada com o código ${codigo}` };
}

export function rejectsCharge({ codigo }: CobRRejeicao): boolean {
  return REJECTING_CHARGE.has(codigo);
}
