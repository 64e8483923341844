/** An auxiliary charge model that no operation uses (docs/decisions.md D17). */
export interface Cobranca {
  /** Transaction identifier, 26 to 35 letters and digits. */
  txid: string;
  /** The amount. */
  valor: number;
  /** Status of the charge. */
  status: string;
  /** Pix key of the receiver. */
  chave: string;
}
