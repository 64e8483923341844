/**
 * What the README's examples take as given. Each of its blocks is a module of its own, in whose scope these
 * names stand unless it has its own.
 */
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
