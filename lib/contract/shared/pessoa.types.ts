/** A person (BCB schema `PessoaFisica`). */
export interface PessoaFisica {
  cpf: string;
  cnpj?: never;
  nome: string;
}

/** A company (BCB schema `PessoaJuridica`). */
export interface PessoaJuridica {
  cpf?: never;
  cnpj: string;
  nome: string;
}

/** A person or a company: which of the two tells `cpf`. */
export type Pessoa = PessoaFisica | PessoaJuridica;

/** Where someone lives (BCB schema `DadosComplementaresPessoa`). */
export interface DadosComplementaresPessoa {
  logradouro?: string;
  cidade?: string;
  uf?: string;
  cep?: string;
}
