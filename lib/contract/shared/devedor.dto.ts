import { Must, TextField, compose } from '../validation/index.js';
import { EitherCnpjField, EitherCpfField } from './identifier-fields.js';

/**
 * Declares a CEP of 8 characters; the hyphen in the examples of the specification does not count
 * (docs/decisions.md D22).
 */
const CepField = () =>
  compose(
    Must(
      'cep',
      'deve ter no máximo 8 caracteres, além do hífen',
      (cep) => typeof cep !== 'string' || Array.from(cep.replace('-', '')).length <= 8,
    ),
    TextField({
      describe: 'CEP, com ou sem hífen.',
      comparison: 'document',
      optional: true,
      example: '70011750',
    }),
  );

/** The contact data of the debtor of a recurring charge (BCB schema `DadosDevedorRecorrencia`). */
export class DevedorRecorrenciaDto {
  @TextField({ describe: 'E-mail.', optional: true })
  email?: string;

  @TextField({ describe: 'Logradouro, com número e bairro.', max: 200, optional: true })
  logradouro?: string;

  @TextField({ describe: 'Cidade.', max: 200, optional: true })
  cidade?: string;

  @TextField({ describe: 'Sigla do estado.', max: 2, optional: true })
  uf?: string;

  /** CEP with or without hyphen. */
  @CepField()
  cep?: string;
}

/** The debtor of a due-date charge (BCB schema `DadosDevedor`). */
export class DevedorDto extends DevedorRecorrenciaDto {
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
