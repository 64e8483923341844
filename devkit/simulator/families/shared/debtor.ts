import type { CobRCompleta, Pessoa } from 'nestjs-pix';

type DebtorContact = NonNullable<CobRCompleta['devedor']>;

/** The tax id of a person or company in a body or record. */
interface TaxIdFields {
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** Returns the tax id, without the other fields. @throws Error if there is neither: the value was not checked */
export function toTaxId({ cpf, cnpj }: TaxIdFields): { cpf: string } | { cnpj: string } {
  if (cpf !== undefined) return { cpf };
  if (cnpj !== undefined) return { cnpj };
  throw new Error('A person has neither cpf nor cnpj.');
}

/** Returns tax id and name, without the other fields of a body or record. */
export function toPessoa(person: TaxIdFields & { readonly nome: string }): Pessoa {
  return { ...toTaxId(person), nome: person.nome };
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
