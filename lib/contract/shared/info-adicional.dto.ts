import { TextField } from '../validation/index.js';

/** One line that is shown to the payer (BCB schema `CobBase`, `infoAdicionais`). */
export class InfoAdicionalDto {
  @TextField({ describe: 'Nome do campo.', max: 50 })
  nome!: string;

  @TextField({ describe: 'Dados do campo.', max: 200 })
  valor!: string;
}
