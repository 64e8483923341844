import { parseValor } from '../../identifiers/index.js';
import type { SimulatorClock } from '../clock.js';
import type { Changes } from '../store/changes.js';
import type { SimulatorQuirks } from './quirks.js';

/** Milliseconds of the simulator's clock from a charge's creation to its payment. */
const DELAY = 1_000;

const CHARGES: ReadonlySet<string> = new Set(['cobs', 'cobvs']);

/** What is needed of a charge's record. */
interface Charge {
  readonly txid: string;
  readonly conteudo: { readonly valor: { readonly original?: string } };
}

/** Pays charges of small amounts by themselves, as some sandboxes do. */
export function payByItself(
  { autoPay }: SimulatorQuirks,
  { changes, clock }: { readonly changes: Changes; readonly clock: SimulatorClock },
  pay: (txid: string) => Promise<unknown>,
): void {
  if (autoPay === undefined) return;
  const [from, to] = [parseValor(autoPay.from), parseValor(autoPay.to)];
  const seen = new WeakSet();
  changes.subscribe({
    changed: (store, record) => {
      if (!CHARGES.has(store) || seen.has(record)) return;
      seen.add(record);
      const { txid, conteudo } = record as Charge;
      const valor = parseValor(conteudo.valor.original ?? '0.00');
      if (valor < from || valor > to) return;
      clock.after(DELAY, () => {
        // Paid, removed or expired meanwhile: there is nothing to pay.
        pay(txid).catch(() => undefined);
      });
    },
    removed: () => undefined,
    cleared: () => undefined,
  });
}
