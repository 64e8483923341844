import { parseValor } from 'nestjs-pix';
import type { SimulatorQuirks } from '../../profiles/quirks.js';
import type { SimulatorState } from '../state/simulator-state.js';

/** Milliseconds of the simulator's clock from a charge's creation to its payment. */
const DELAY = 1_000;

/** The fields of a charge that automatic payment reads. */
interface Charge {
  readonly txid: string;
  readonly conteudo: { readonly valor: { readonly original?: string } };
}

/** Pays new charges with an amount in the provider's range, as some sandboxes do. */
export function payAutomatically(
  { autoPay }: SimulatorQuirks,
  { changes, clock, cobs, cobvs }: SimulatorState,
  pay: (txid: string) => Promise<unknown>,
): void {
  if (autoPay === undefined) return;
  const [from, to] = [parseValor(autoPay.from), parseValor(autoPay.to)];
  const seen = new WeakSet();
  changes.subscribe({
    changed: (store, record) => {
      if ((store !== cobs && store !== cobvs) || seen.has(record)) return;
      seen.add(record);
      const { txid, conteudo } = record as Charge;
      const valor = parseValor(conteudo.valor.original ?? '0.00');
      if (valor < from || valor > to) return;
      clock.after(DELAY, () => {
        // The payment fails if the charge has been paid, removed or has expired in the meantime.
        pay(txid).catch(() => undefined);
      });
    },
    removed: () => undefined,
    cleared: () => undefined,
  });
}
