import { TextField } from '../validation/index.js';

/** An additional line that the payer's app shows (BCB schema `CobBase`, `infoAdicionais`). */
export class InfoAdicionalDto {
  /** Up to 50 characters. */
  @TextField({ describe: 'Nome do campo.', max: 50 })
  nome!: string;

  /** Up to 200 characters. */
  @TextField({ describe: 'Dados do campo.', max: 200 })
  valor!: string;
}
