import type { ChargeView, PaymentRefundView } from '../../../src/charges/charge.view.js';
import { Button } from '../components/button.js';
import { ShareButton } from '../components/copy-button.js';
import { DateTime } from '../components/date-time.js';
import { Fact, Facts } from '../components/facts.js';
import { Money } from '../components/money.js';
import './receipt.css';

const isReturned = ({ situacao }: PaymentRefundView) => situacao === 'returned';

interface ReceiptProps {
  readonly charge: ChargeView;
  readonly description: string;
}

/** The receipt of a charge: what was paid, when, and the identifier by which both banks know the payment. */
export function Receipt({ charge, description }: ReceiptProps) {
  const { pagamentos } = charge;
  if (pagamentos.length === 0) return null;
  return (
    <section class="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Recibo</h2>
      {pagamentos.map(({ endToEndId, valor, horario, devolucoes }) => (
        <Facts key={endToEndId}>
          <Fact name="Descrição">{description}</Fact>
          <Fact name="Valor pago">
            <Money value={valor} />
          </Fact>
          <Fact name="Pago em (horário de Brasília)">
            <DateTime value={horario} />
          </Fact>
          {devolucoes.filter(isReturned).map(({ id, valor: returned, liquidadaEm, pedidaPor }) => (
            <Fact
              key={id}
              name={`Devolvido ${pedidaPor === 'bank' ? 'pelo banco ' : ''}(horário de Brasília)`}
            >
              <Money value={returned} />
              {liquidadaEm !== null && (
                <>
                  {' em '}
                  <DateTime value={liquidadaEm} />
                </>
              )}
            </Fact>
          ))}
          <Fact name="Identificador do pagamento">
            <code>{endToEndId}</code>
          </Fact>
        </Facts>
      ))}
      <p class="receipt-actions">
        <Button onClick={() => print()}>Imprimir</Button>
        <ShareButton />
      </p>
    </section>
  );
}
