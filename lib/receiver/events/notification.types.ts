// Stands in until lib/contract declares them.
export interface Devolucao {
  id: string;
  status: string;
}
export interface Pix {
  endToEndId: string;
  txid?: string;
  valor: string;
  horario: string;
  devolucoes?: Devolucao[];
}
export interface RecNotification {
  idRec: string;
  status: string;
}
export interface CobRNotification {
  idRec: string;
  txid: string;
  status: string;
}
