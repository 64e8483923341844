/** The payer of a recurrence at Itaú. The fields are Itaú's and not in the specification. */
export interface ItauDadosPagador {
  /** Identifier of the recurrence. */
  idRec?: string;
  /** Status of the recurrence. */
  status?: string;
  /** The payer. Itaú publishes no list of its fields. */
  pagador?: Readonly<Record<string, unknown>>;
}
