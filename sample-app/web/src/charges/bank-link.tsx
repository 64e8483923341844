import type { ChargeView } from '../../../src/charges/charge.view.js';
import { useConfig } from '../layout/config.js';

/** Links to the record in the console of the simulated bank. Nothing with a real bank. */
export function BankLink({ charge }: { readonly charge: ChargeView }) {
  const { console } = useConfig();
  const { tipo, identificador } = charge;
  if (console === null || identificador === null) return null;
  return (
    <a href={`${console}/#/${tipo}/${identificador}`} target="_blank" rel="noopener">
      Ver no banco simulado
    </a>
  );
}
