/** The auxiliary charge model of interface.md (Resources). No operation uses it. */
export interface Cobranca {
  txid: string;
  valor: number;
  status: string;
  chave: string;
}
