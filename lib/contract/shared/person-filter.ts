interface Person {
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** The filter of a list that finds the records of a person; empty without one. */
export function toPersonFilter({ cpf, cnpj }: Person = {}): Person {
  return { ...(cpf !== undefined && { cpf }), ...(cnpj !== undefined && { cnpj }) };
}
