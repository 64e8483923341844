import { RefusedWhen, RequiredWhen, TextField } from '../validation/index.js';
import { CnpjField, CpfField } from './identifier-fields.js';

/** A CPF or a CNPJ, exactly one of the two (BCB schemas `CPF`, `CNPJ`). */
export class CpfOuCnpjDto {
  @RequiredWhen<CpfOuCnpjDto>('quando não há cnpj', ({ cnpj }) => cnpj === undefined)
  @CpfField({ optional: true })
  cpf?: string;

  @RefusedWhen<CpfOuCnpjDto>('junto com cpf', ({ cpf }) => cpf !== undefined)
  @CnpjField({ optional: true })
  cnpj?: string;
}

/** A person or a company with its name (BCB schemas `PessoaFisica`, `PessoaJuridica`). */
export class PessoaDto extends CpfOuCnpjDto {
  @TextField({ describe: 'Nome da pessoa ou da empresa.', max: 200 })
  nome!: string;
}
