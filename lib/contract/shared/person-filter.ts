interface Person {
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** Builds the filter for the records of a person; empty without a person. */
export function toPersonFilter({ cpf, cnpj }: Person = {}): Person {
  return { ...(cpf !== undefined && { cpf }), ...(cnpj !== undefined && { cnpj }) };
}
