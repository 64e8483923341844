/** Declarations that the examples of the README assume. Each example is a module, which can declare these names itself. */
export const PRELUDE = `
import type { PixClient, PixEventStore } from 'nestjs-pix';
declare global {
  const pix: PixClient;
  const chave: string;
  const txid: string;
  const e2eid: string;
  const idRec: string;
  const inicio: Date;
  const fim: Date;
  const store: PixEventStore;
  class PaymentsHandler {}
}
`;
