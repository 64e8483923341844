import { TextField } from '../validation/index.js';
import { EitherCnpjField, EitherCpfField } from './identifier-fields.js';

/** A person or a company with its name (BCB schemas `PessoaFisica`, `PessoaJuridica`). */
export class PessoaDto {
  /** Either this or `cnpj`. */
  @EitherCpfField()
  cpf?: string;

  /** Either this or `cpf`. */
  @EitherCnpjField()
  cnpj?: string;

  /** Up to 200 characters. */
  @TextField({ describe: 'Nome da pessoa ou da empresa.', max: 200 })
  nome!: string;
}
