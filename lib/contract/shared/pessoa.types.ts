/** A person (BCB schema `PessoaFisica`). */
export interface PessoaFisica {
  /** CPF, 11 digits. */
  cpf: string;
  /** Never present: distinguishes a person from a company in the type {@link Pessoa}. */
  cnpj?: never;
  /** Name of the person. */
  nome: string;
}

/** A company (BCB schema `PessoaJuridica`). */
export interface PessoaJuridica {
  /** Never present: distinguishes a company from a person in the type {@link Pessoa}. */
  cpf?: never;
  /** CNPJ, 14 characters. */
  cnpj: string;
  /** Name of the company. */
  nome: string;
}

/** A person (with `cpf`) or a company (with `cnpj`). */
export type Pessoa = PessoaFisica | PessoaJuridica;

/** Postal address (BCB schema `DadosComplementaresPessoa`). */
export interface DadosComplementaresPessoa {
  /** Street and number. */
  logradouro?: string;
  /** City. */
  cidade?: string;
  /** Abbreviation of the state, 2 letters. */
  uf?: string;
  /** Postal code, 8 digits. */
  cep?: string;
}
