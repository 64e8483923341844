/** The auxiliary charge model (docs/decisions.md D17). No operation uses it. */
export interface Cobranca {
  txid: string;
  valor: number;
  status: string;
  chave: string;
}
