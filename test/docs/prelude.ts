/** Declarations that the examples of the READMEs and of docs/ assume. Each example is a module, which can declare these names itself. */
export const PRELUDE = `
import type { PixClient, PixEventStore } from 'nestjs-pix';
import type { SimulatorControl } from 'nestjs-pix-devkit';
declare global {
  const pix: PixClient;
  const chave: string;
  const txid: string;
  const e2eid: string;
  const idRec: string;
  const inicio: Date;
  const fim: Date;
  function inDays(days: number, now?: number): string;
  const store: PixEventStore;
  const control: SimulatorControl;
  class AppModule {}
  class CheckoutService {
    charge(valor: string): Promise<{ txid: string; pixCopiaECola?: string }>;
  }
  class PaymentsHandler {}
}
`;
