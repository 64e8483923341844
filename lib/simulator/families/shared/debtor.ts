import type { CobRCompleta } from '../../../contract/cobr/cobr.types.js';
import type { Pessoa } from '../../../contract/shared/pessoa.types.js';

type DebtorContact = NonNullable<CobRCompleta['devedor']>;

/**
 * Returns tax id and name, without the other fields of a body or record. The value has been checked: it has either
 * `cpf` or `cnpj`.
 */
export function toPessoa({
  cpf,
  cnpj = '',
  nome,
}: {
  cpf?: string;
  cnpj?: string;
  nome: string;
}): Pessoa {
  return cpf === undefined ? { cnpj, nome } : { cpf, nome };
}

/** Returns email and postal address, without the other fields. */
export function toContact({ email, logradouro, cidade, uf, cep }: DebtorContact): DebtorContact {
  return {
    ...(email !== undefined && { email }),
    ...(logradouro !== undefined && { logradouro }),
    ...(cidade !== undefined && { cidade }),
    ...(uf !== undefined && { uf }),
    ...(cep !== undefined && { cep }),
  };
}
