import { TextField } from '../validation/index.js';

/** One line that is shown to the payer (BCB schema `CobBase`, `infoAdicionais`). */
export class InfoAdicionalDto {
  /** Up to 50 characters. */
  @TextField({ describe: 'Nome do campo.', max: 50 })
  nome!: string;

  /** Up to 200 characters. */
  @TextField({ describe: 'Dados do campo.', max: 200 })
  valor!: string;
}
